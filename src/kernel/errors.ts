import type { ErrorCode } from './error-codes.ts'

/** What is wrong with one field: a message for people and a stable code for programs. */
export type FieldError = { readonly message: string; readonly code: ErrorCode }
export type FieldErrors = { [field: string]: FieldError[] }

/** A refused request. `fields` for 400, `detail` for every other status. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fields: FieldErrors | readonly FieldErrors[] | undefined
  readonly headers: Readonly<Record<string, string>>
  /** The entry of a composite that was refused, and its operation. */
  readonly entry: { readonly name: string; readonly operation: string } | undefined
  constructor(
    status: number,
    detail: string,
    {
      code = codes[status] ?? 'invalid',
      fields,
      headers = {},
      entry,
    }: Partial<Pick<ApiError, 'code' | 'fields' | 'headers' | 'entry'>> = {},
  ) {
    super(detail)
    this.status = status
    this.code = code
    this.fields = fields
    this.headers = headers
    this.entry = entry
  }
}

/** The code of a problem that gives no other. */
const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid',
  401: 'not_authenticated',
  403: 'permission_denied',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  412: 'precondition_failed',
  413: 'too_large',
  414: 'address_too_long',
  415: 'unsupported_media_type',
  429: 'throttled',
  431: 'headers_too_large',
  500: 'server_error',
  503: 'unavailable',
}

/** Thrown by a field's parser; the body or query reader adds the field's name. */
export class InvalidValue extends Error {
  readonly code: ErrorCode
  constructor(message: string, code: ErrorCode = 'invalid') {
    super(message)
    this.code = code
  }
}

/** Thrown by the parser of a list of objects: what is wrong inside it, by the path below the field, such as `1.name`. */
export class InvalidParts extends Error {
  readonly parts: FieldErrors
  constructor(parts: FieldErrors) {
    super('Some parts of this value are invalid.')
    this.parts = parts
  }
}

/** The same errors one level further up. */
export const errorsBelow = (path: string | number, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, list]) => [name === nonField ? String(path) : `${path}.${name}`, list]),
  )

export const validationError = (fields: FieldErrors | readonly FieldErrors[]) =>
  new ApiError(400, 'The request has invalid values.', { fields })
export const invalid = (field: string, message: string, code: ErrorCode = 'invalid') =>
  validationError({ [field]: [{ message, code }] })
/** The code of a request whose client has closed the connection. */
export const senderGone = 'sender_gone'
export const abandoned = () => new ApiError(408, 'The client closed the connection.', { code: senderGone })
/** For what is wrong with a request as a whole and not with one of its fields. */
export const nonField = 'non_field_errors'
export const unauthorized = (detail: string) => new ApiError(401, detail, { headers: { 'www-authenticate': 'Bearer' } })
export const forbidden = (detail: string) => new ApiError(403, detail)
export const notFound = (detail: string) => new ApiError(404, detail)

export const messagesOf = (fields: FieldErrors) =>
  Object.fromEntries(Object.entries(fields).map(([name, list]) => [name, list.map(({ message }) => message)]))

const isList = (fields: NonNullable<ApiError['fields']>): fields is readonly FieldErrors[] => Array.isArray(fields)

/** The plain shape: messages by field for every 400, otherwise one `detail`. */
export const plainError = ({ status, message, fields }: ApiError): unknown => {
  if (fields === undefined) return status === 400 ? { [nonField]: [message] } : { detail: message }
  return isList(fields) ? fields.map(messagesOf) : messagesOf(fields)
}

/**
 * RFC 9457 problem details: `type` and `title` belong to the code, `detail` to this occurrence.
 * `registry` is the address of the page that lists the codes.
 */
export const problemDetails = (
  { status, code, message, fields, entry }: ApiError,
  { registry, title, instance }: { readonly registry: string; readonly title: string; readonly instance: string },
): unknown => ({
  type: `${registry}#${code}`,
  title,
  status,
  detail: message,
  code,
  instance,
  ...(fields === undefined ? {} : { errors: fields }),
  ...(entry === undefined ? {} : { entry: entry.name }),
})
