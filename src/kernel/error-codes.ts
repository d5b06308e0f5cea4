/** What a support engineer would say about a code: what happened, and what the caller does next. */
export type CodeExplanation = {
  readonly meaning: string
  readonly remedy: string
  /** The statuses with which it is the code of the whole problem. Without them it is the code of a field, in a 400. */
  readonly statuses?: readonly number[]
  /** Whether it says that an organisation has its share of what all have in common. */
  readonly ceiling?: true
}
export type CodeRegistry = Readonly<Record<string, CodeExplanation>>
export type Registered<Codes extends CodeRegistry> = { readonly [code in keyof Codes]: CodeExplanation }

/** The codes that resources in general give. Each part of the product registers its own, by extending `ErrorCodes`. */
export const kernelErrorCodes = {
  step_up_required: {
    statuses: [403],
    meaning:
      'The change makes access last, and the person of the browser session has not given their own factor within the last five minutes.',
    remedy:
      'Open the page that the message names, confirm that it is you, and send the request again. Tokens never need it.',
  },
  // The request as a whole.
  invalid: {
    statuses: [400],
    meaning: 'The request, or one value in it, is not valid.',
    remedy: 'Read the message of each entry of errors, correct these values, and send the request again.',
  },
  not_authenticated: {
    statuses: [401],
    meaning:
      'The credential is missing, unknown, expired or revoked, or this route does not accept this kind of credential.',
    remedy:
      'Get a new access token and send the request again. Where the message asks for OAuth, do not use a legacy key.',
  },
  permission_denied: {
    statuses: [403],
    meaning: 'The credential is valid, but its scope or its permissions do not allow this.',
    remedy: 'Do not repeat the request. Ask the organisation for the scope or the permission that the message names.',
  },
  not_found: {
    statuses: [404],
    meaning: 'There is no such address or record in this organisation.',
    remedy: 'Check the id and the address with the slash at its end. A record may also have been deleted or withdrawn.',
  },
  method_not_allowed: {
    statuses: [405],
    meaning: 'The address exists, but not with this method.',
    remedy: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    statuses: [408],
    meaning: 'The request did not arrive completely in time.',
    remedy: 'Send it again; if it happens often, send smaller bodies or look at the connection.',
  },
  sender_gone: {
    statuses: [400, 408],
    meaning: 'The client closed the connection before the request was complete or could be carried out.',
    remedy: 'Send the request again: nothing was changed.',
  },
  conflict: {
    statuses: [409],
    meaning: 'Another request is changing the same record, or has the same Idempotency-Key and is still running.',
    remedy:
      'Wait for the seconds in Retry-After, or for one second, and send the same request with the same key again.',
  },
  precondition_failed: {
    statuses: [412],
    meaning: 'The record has changed since you read it, so its ETag is no longer the one in If-Match.',
    remedy: 'Read the record again, decide whether your change still applies, and send it with the new ETag.',
  },
  too_large: {
    statuses: [413],
    meaning: 'The body is larger than this route accepts.',
    remedy: 'Send less at once, for example in several requests.',
  },
  address_too_long: {
    statuses: [414],
    meaning: 'The address is longer than the service accepts.',
    remedy: 'Shorten the query, for example by asking for fewer values at once.',
  },
  answer_too_large: {
    statuses: [413],
    meaning: 'The answer to a composite would be larger than 2 MiB, so nothing of it was done.',
    remedy: 'Send fewer entries at once.',
  },
  unsupported_media_type: {
    statuses: [415],
    meaning: 'The body has a content type that this route does not accept.',
    remedy: 'Send the content type that the message names, most often application/json.',
  },
  idempotency_key_reused: {
    statuses: [422],
    meaning: 'This Idempotency-Key was used for a request with another method, address or body.',
    remedy: 'Use a new key for every new request, and the same key only to repeat one unchanged.',
  },
  throttled: {
    statuses: [429],
    meaning: 'There were too many requests, attempts or open streams in a short time.',
    remedy: 'Wait for the seconds in Retry-After, and then send more slowly. GET /limits/ shows what is left.',
  },
  headers_too_large: {
    statuses: [431],
    meaning: 'The headers of the request are too large.',
    remedy: 'Send fewer or shorter headers; often it is cookies that were collected.',
  },
  server_error: {
    statuses: [500],
    meaning: 'Something failed in the service itself.',
    remedy:
      'Try again later, a write with the same Idempotency-Key. If it stays, report the x-request-id of the response.',
  },
  unavailable: {
    statuses: [503],
    meaning: 'The service is overloaded, or a part of it cannot be reached at the moment.',
    remedy: 'Wait for the seconds in Retry-After and send it again, a write with the same Idempotency-Key.',
  },
  organisation_busy: {
    statuses: [503],
    ceiling: true,
    meaning:
      'The organisation has its share of what all organisations have in common: too much of it is being carried out or sent at once.',
    remedy:
      'Wait for the seconds in Retry-After and send it again, a write with the same Idempotency-Key. Send less at the same time.',
  },
  // One field or parameter.
  ambiguous: {
    meaning: 'What was sent can be understood in more than one way.',
    remedy: 'Do what the message proposes so that only one reading is left.',
  },
  archived: {
    meaning: 'The record that is named is archived, so nothing new can refer to it.',
    remedy: 'Choose another record, or restore this one first.',
  },
  before_start: {
    meaning: 'The end of a period is before its start.',
    remedy: 'Send an end that is not before the start.',
  },
  blank: { meaning: 'The text is empty, or has only spaces.', remedy: 'Send a text.' },
  does_not_exist: {
    meaning: 'The record or entry that is named does not exist in this organisation.',
    remedy: 'Use the url or id of one that exists, as the service returned it.',
  },
  empty: {
    meaning: 'There are no entries where at least one is needed.',
    remedy: 'Send or add at least one entry first.',
  },
  invalid_transition: {
    meaning: 'The status of the record cannot change to this one from the one it has.',
    remedy: 'Read the record and choose one of the statuses that the message lists; a final status does not change.',
  },
  fixed: {
    meaning: 'This value is set when the record is created and cannot be changed on it.',
    remedy: 'Leave the field out, or do what the message proposes instead.',
  },
  incorrect_type: {
    meaning: 'A link to a record was expected, and something else was sent.',
    remedy: 'Send the url of the record as a string.',
  },
  invalid_choice: {
    meaning: 'The value is not one of the choices of this field.',
    remedy: 'Send one of the choices; the message, OPTIONS and the OpenAPI document list them.',
  },
  max_decimal_places: {
    meaning: 'The number has more decimal places than the field keeps.',
    remedy: 'Round it to the decimal places that the message names.',
  },
  max_items: {
    meaning: 'There are more entries, values or names than one request may have.',
    remedy: 'Send fewer, in several requests if need be.',
  },
  max_length: {
    meaning: 'The text or the list is longer than the field keeps.',
    remedy: 'Shorten it to the length that the message names.',
  },
  max_value: { meaning: 'The number is too large.', remedy: 'Send a number up to the largest that the message names.' },
  max_whole_digits: {
    meaning: 'The number has too many digits before the decimal point.',
    remedy: 'Check the amount and send a smaller number.',
  },
  min_length: { meaning: 'The text is too short.', remedy: 'Send at least as many characters as the message names.' },
  min_value: { meaning: 'The number is too small.', remedy: 'Send a number from the smallest that the message names.' },
  not_a_list: { meaning: 'A list was expected, and something else was sent.', remedy: 'Send a JSON array.' },
  not_an_object: { meaning: 'An object was expected, and something else was sent.', remedy: 'Send a JSON object.' },
  not_in_composite: {
    meaning: 'This request cannot be an entry of a composite.',
    remedy: 'Send it as a request of its own, before or after the composite; the message says why.',
  },
  null: { meaning: 'The field cannot be null.', remedy: 'Send a value, or leave the field out.' },
  null_characters_not_allowed: {
    meaning: 'The text contains a null character (U+0000), which cannot be stored.',
    remedy: 'Remove it from the text.',
  },
  parent_mismatch: {
    meaning: 'The body names another parent record than the address of the request.',
    remedy: 'Leave the field out, or send the request to the address of that record.',
  },
  parse_error: {
    meaning: 'The body, query or file could not be read: it is not valid JSON, UTF-8, form data or CSV.',
    remedy: 'Correct the encoding or the syntax where the message says it breaks.',
  },
  range: { meaning: 'A range needs exactly two values.', remedy: 'Send the first and the last, separated by a comma.' },
  erased: {
    meaning: 'The personal data of the record, or of the one that is named, was erased. It stays as it is for good.',
    remedy: 'Choose another record, or create one.',
  },
  repeated: { meaning: 'Something that may come once was sent twice.', remedy: 'Send it once.' },
  required: {
    meaning: 'A value that is needed is missing.',
    remedy: 'Send this field, or one of the fields that the message names.',
  },
  too_deep: {
    meaning: 'The page starts too far from the beginning of the list.',
    remedy: 'Continue with id__gt and the last id you have, or narrow the list by a filter.',
  },
  too_long: { meaning: 'The value spans more than is allowed.', remedy: 'Send less: the message names the limit.' },
  unique: { meaning: 'Another record already has this value.', remedy: 'Choose another value, or use that record.' },
  unknown: {
    meaning: 'This name is not one that the route knows.',
    remedy: 'Check the spelling; the message lists what is allowed.',
  },
} as const satisfies CodeRegistry

/** Every registered code: a code that is not in here does not compile. */
export interface ErrorCodes extends Registered<typeof kernelErrorCodes> {}
export type ErrorCode = keyof ErrorCodes

export type ListedCode = Required<Omit<CodeExplanation, 'ceiling'>> & {
  readonly code: string
  /** Whether it is the code of the problem as a whole, or of one field. */
  readonly of: 'problem' | 'field'
}

/** A registry as a list: problems by status, then fields by name. */
export const listCodes = (registry: CodeRegistry): ListedCode[] =>
  Object.entries(registry)
    .map(([code, { statuses, meaning, remedy }]) => ({
      code,
      of: statuses === undefined ? ('field' as const) : ('problem' as const),
      statuses: statuses ?? [400],
      meaning,
      remedy,
    }))
    .toSorted(
      (a, b) => b.of.localeCompare(a.of) || (a.statuses[0] ?? 0) - (b.statuses[0] ?? 0) || a.code.localeCompare(b.code),
    )
