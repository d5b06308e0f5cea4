import { ApiError, type FieldErrors } from '../kernel/errors.ts'
import { resources } from '../app/resources.ts'
import { type AnyCommand, Failure, UsageError } from './command.ts'

type Coded = Error & {
  code?: string
  constraint?: string
  address?: string
  port?: number
  role?: string
  syscall?: string
}

const uniques = () => Object.assign({}, ...resources.map(({ unique }) => unique)) as Record<string, [string, string]>

const addressOf = ({ address, port }: Coded) => (address === undefined ? '' : ` at ${address}:${port}`)

const unknownAuthority =
  'The certificate of a server is of an authority that this machine does not know. For PostgreSQL add sslrootcert=FILE to the ' +
  'URL; for the others set NODE_EXTRA_CA_CERTS to the file with the certificate of the authority.'

/** What to do about errors without a code, by their message. */
const withoutCode: Readonly<Record<string, string>> = {
  'The server does not support SSL connections':
    'PostgreSQL at the address of a FETLOCK_ database URL speaks no TLS. Set ssl = on there, with a certificate.',
  'timeout expired': 'PostgreSQL does not answer in time. Check the host and port in the FETLOCK_ database URL.',
  'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string':
    'PostgreSQL asks for a password and a FETLOCK_ database URL has none. Add it after the role: postgres://role:password@host/database.',
}

/** What to do about errors of the database, the network and Node, by their codes. */
const explanations: Readonly<Record<string, (problem: Coded) => string>> = {
  ECONNREFUSED: (problem) =>
    `Nothing answers${addressOf(problem)}. Start the service there, or correct the FETLOCK_ setting that names it.`,
  ENOENT: ({ message, syscall, address }) =>
    syscall === 'connect'
      ? `There is no socket ${address ?? ''}. Start the service that makes it, or correct the FETLOCK_ setting that names it.`
      : message,
  ETIMEDOUT: (problem) =>
    `Nothing answers${addressOf(problem)} in time. Check the FETLOCK_ setting that names it, and firewalls in between.`,
  EHOSTUNREACH: (problem) =>
    `No network leads to the address${addressOf(problem)}. Check the FETLOCK_ setting that names it.`,
  EAI_AGAIN: ({ message }) =>
    `No name server answers (${message}). Check the network of this machine, or the host in the FETLOCK_ setting.`,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ message }) =>
    `A server has a certificate for another name (${message}). Use the name in it in the FETLOCK_ setting.`,
  CERT_HAS_EXPIRED: () =>
    'The certificate of a server has expired. Renew it there; if it has not, correct the clock here.',
  DEPTH_ZERO_SELF_SIGNED_CERT: () => unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: () => unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => unknownAuthority,
  ENOTFOUND: ({ message }) => `A host name in the settings is unknown (${message}). Correct the FETLOCK_ setting.`,
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken by another program. Stop that program, or set FETLOCK_PORT to a free port.`,
  EACCES: ({ message, port }) =>
    port === undefined ? message : `This account may not use port ${port}. Set FETLOCK_PORT to one above 1023.`,
  ERR_SOCKET_BAD_PORT: () => 'FETLOCK_PORT must be between 0 and 65535.',
  EADDRNOTAVAIL: () =>
    'This machine does not have the address in FETLOCK_HOST. Set it to one that it has, or to 0.0.0.0 for all of them.',
  ERR_INVALID_URL: () =>
    'One of the URLs in the settings is not a URL. Check the FETLOCK_ settings that end in _URL against docs/operating/configuration.md.',
  '28P01': () => 'The database refused the password. Correct it in the FETLOCK_ database URL.',
  '28000': ({ message }) =>
    `The database refused the connection: ${message}. Check the role in the FETLOCK_ database URL.`,
  '3D000': ({ message }) => `The ${message}. Create it (deploy/database.sql), or correct the FETLOCK_ database URL.`,
  '42501': ({ message }) =>
    `The database role lacks a privilege (${message}). Check that each FETLOCK_ database URL has its own role.`,
  '53300': ({ message }) =>
    `PostgreSQL has no connection left (${message}). Raise max_connections there, or lower FETLOCK_CONNECTIONS.`,
  '57P03': ({ message }) => `PostgreSQL is not ready (${message}). Try again in a moment.`,
  '42P01': () => 'The database is not migrated. Run "fetlock migrate" first.',
  '42703': () => 'The database is older than this program. Run "fetlock migrate" first.',
}

const explain = (problem: Error): string | undefined => {
  if (problem instanceof UsageError || problem instanceof Failure || problem instanceof ApiError) return problem.message
  if (problem instanceof AggregateError && problem.errors[0] instanceof Error) return explain(problem.errors[0])
  const { code } = problem as Coded
  return code === undefined ? withoutCode[problem.message] : explanations[code]?.(problem)
}

/** The option a field's value came from: of the same name, or in the singular where it may be repeated. */
const optionFor = (field: string, { options }: AnyCommand) =>
  [field, field.replace(/s$/, ''), field.replace(/^permission_groups$/, 'group')]
    .map((name) => name.replaceAll('_', '-'))
    .find((name) => Object.hasOwn(options, name))

const fieldErrorsOf = (problem: unknown): FieldErrors => {
  if (problem instanceof ApiError) return Object.assign({}, ...[problem.fields ?? {}].flat()) as FieldErrors
  const { code, constraint } = problem as Coded
  const taken = code === '23505' && constraint !== undefined ? uniques()[constraint] : undefined
  return taken ? { [taken[0]]: [{ message: taken[1], code: 'unique' }] } : {}
}

/** Turns validation errors of fields into errors that name the options of the command line. */
export const withOptionNames = (problem: unknown, command: AnyCommand): unknown => {
  const lines = Object.entries(fieldErrorsOf(problem)).map(([field, errors]) => {
    const option = optionFor(field, command)
    return `${option === undefined ? '' : `--${option}: `}${errors.map(({ message }) => message).join(' ')}`
  })
  return lines.length === 0 ? problem : new Failure(lines.join('\n'))
}

/** A TypeError and the like is a bug of this program, and is shown with its stack trace. */
const isBug = (problem: Error) => problem.name !== 'Error' && problem.name !== 'error'

export const messageOf = (problem: unknown): string => {
  if (!(problem instanceof Error)) return String(problem)
  return explain(problem) ?? (isBug(problem) ? (problem.stack ?? problem.message) : problem.message)
}

export const exitCodeOf = (problem: unknown) => (problem instanceof UsageError ? 2 : 1)
