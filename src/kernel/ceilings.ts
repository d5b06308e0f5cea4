import type { Caller } from './caller.ts'
import type { ErrorCode } from './error-codes.ts'
import { ApiError } from './errors.ts'

/** What one organisation may take of what all of them share. A deployment's settings say otherwise. */
export const defaultCeilings = {
  /** Database connections that it has at once, in one process. */
  connections: 5,
  /** Statements and transactions that wait for one of these. */
  waiting: 200,
  /** Of the memory that one process has for what is being sent, in percent. */
  bodies: 25,
  /** Event streams that are open, in one process. */
  streams: 200,
  storageBytes: 500 * 2 ** 30,
  files: 500_000,
  /** Attachments that wait for their file. */
  uploads: 1_000,
  /** Files that wait for the virus scanner. */
  scans: 2_000,
  /** Catalogs that wait for their file or to be read. */
  catalogs: 50,
  applications: 200,
}
export type Ceilings = Readonly<typeof defaultCeilings>

/** Half of the connections of a process. Two at least: one may belong to a write that waits for others of the organisation. */
export const shareOfConnections = (connections: number) =>
  Math.min(connections, Math.max(2, Math.floor(connections / 2)))

/** Of each of these a sandbox has this part: people try things out in it, and nobody depends on it. */
const partOfSandbox = 10

export const ceilingFor = (ceiling: number, { sandbox = false }: Pick<Caller, 'sandbox'>) =>
  sandbox ? Math.max(1, Math.floor(ceiling / partOfSandbox)) : ceiling

/** Refuses what would take an organisation over a ceiling, until some of it is free again or for good. */
export const overCeiling = (status: 413 | 429 | 503, code: ErrorCode, detail: string, seconds?: number) =>
  new ApiError(status, detail, {
    code,
    ...(seconds === undefined ? {} : { headers: { 'retry-after': String(seconds) } }),
  })
