import { ApiError, type FieldErrors } from '../../kernel/errors.ts'
import { resources } from '../resources.ts'
import { type AnyCommand, Failure, Misuse } from './command.ts'

type Coded = Error & { code?: string; constraint?: string; address?: string; port?: number; role?: string }

const uniques = () => Object.assign({}, ...resources.map(({ unique }) => unique)) as Record<string, [string, string]>

const place = ({ address, port }: Coded) => (address === undefined ? '' : ` at ${address}:${port}`)

/** What the database, the network and Node say in their own codes, as a sentence that says what to do. */
const sentences: Readonly<Record<string, (problem: Coded) => string>> = {
  ECONNREFUSED: (problem) =>
    `Nothing answers${place(problem)}. Start the service there, or correct the FETLOCK_ setting that names it.`,
  ENOTFOUND: ({ message }) => `A host name in the settings is unknown (${message}). Correct the FETLOCK_ setting.`,
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken by another program. Stop that program, or set FETLOCK_PORT to a free port.`,
  EACCES: ({ message, port }) =>
    port === undefined ? message : `Port ${port} may not be used by this account. Set FETLOCK_PORT to one above 1023.`,
  ERR_SOCKET_BAD_PORT: () => 'FETLOCK_PORT must be between 0 and 65535.',
  EADDRNOTAVAIL: () => 'This machine has no such address. Set FETLOCK_HOST to one of its own, or to 0.0.0.0 for all.',
  ERR_INVALID_URL: () =>
    'One of the URLs in the settings is not a URL. Check the FETLOCK_ settings that end in _URL against docs/operating/configuration.md.',
  '28P01': () => 'The database refused the password. Correct it in the FETLOCK_ database URL.',
  '28000': ({ message }) =>
    `The database refused the connection: ${message}. Check the role in the FETLOCK_ database URL.`,
  '3D000': ({ message }) => `The ${message}. Create it (deploy/database.sql), or correct the FETLOCK_ database URL.`,
  '42501': ({ message }) =>
    `The database role may not do this (${message}). Check that each FETLOCK_ database URL has its own role.`,
  '42P01': () => 'The database is not migrated. Run "fetlock migrate" first.',
  '42703': () => 'The database is older than this program. Run "fetlock migrate" first.',
}

const sentenceOf = (problem: Error): string | undefined => {
  if (problem instanceof Misuse || problem instanceof Failure || problem instanceof ApiError) return problem.message
  if (problem instanceof AggregateError && problem.errors[0] instanceof Error) return sentenceOf(problem.errors[0])
  const { code } = problem as Coded
  return code === undefined ? undefined : sentences[code]?.(problem)
}

/** The option a field's value came from: of the same name, or in the singular where it may be repeated. */
const optionFor = (field: string, { options }: AnyCommand) =>
  [field, field.replace(/s$/, ''), field.replace(/^permission_groups$/, 'group')]
    .map((name) => name.replaceAll('_', '-'))
    .find((name) => Object.hasOwn(options, name))

const complaintsIn = (problem: unknown): FieldErrors => {
  if (problem instanceof ApiError) return Object.assign({}, ...[problem.fields ?? {}].flat()) as FieldErrors
  const { code, constraint } = problem as Coded
  const taken = code === '23505' && constraint !== undefined ? uniques()[constraint] : undefined
  return taken ? { [taken[0]]: [{ message: taken[1], code: 'unique' }] } : {}
}

/** A rule speaks of fields; whoever typed a command line wants to hear of its options. */
export const namingOptions = (problem: unknown, command: AnyCommand): unknown => {
  const lines = Object.entries(complaintsIn(problem)).map(([field, complaints]) => {
    const option = optionFor(field, command)
    return `${option === undefined ? '' : `--${option}: `}${complaints.map(({ message }) => message).join(' ')}`
  })
  return lines.length === 0 ? problem : new Failure(lines.join('\n'))
}

/** A fault of ours is shown with its trace, everything else in a sentence. */
const isOurFault = (problem: Error) => problem.name !== 'Error' && problem.name !== 'error'

export const inASentence = (problem: unknown): string => {
  if (!(problem instanceof Error)) return String(problem)
  return sentenceOf(problem) ?? (isOurFault(problem) ? (problem.stack ?? problem.message) : problem.message)
}

export const exitCodeOf = (problem: unknown) => (problem instanceof Misuse ? 2 : 1)
