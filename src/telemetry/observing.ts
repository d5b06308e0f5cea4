/** The face of this room: what the rest of the program says of itself. Without an observer each of these does next to nothing. */

export type RequestSeen = {
  readonly method: string
  /** The template of the route, never the address that was asked for. */
  readonly route: string | undefined
  readonly organisation: number | undefined
  readonly requestId: string
  readonly traceparent: string | undefined
  /** Probes are counted and not traced. */
  readonly isProbe: boolean
}

/** One request under way: `enter` runs something as a part of it, `end` says what became of it. */
export type RequestWatch = {
  readonly enter: (work: () => void) => void
  readonly end: (status: number, isAnswered: boolean) => void
}

export type Job = { readonly kind: string; readonly organisation?: number }

export type Observer = {
  readonly request: (seen: RequestSeen) => RequestWatch
  readonly statement: <T>(text: string, work: () => Promise<T>) => Promise<T>
  readonly transaction: <T>(organisation: number, work: () => Promise<T>) => Promise<T>
  readonly job: <T>(job: Job, work: () => Promise<T>) => Promise<T>
  readonly ids: () => Readonly<Record<string, string>>
}

let observer: Observer | undefined
export const observeBy = (next: Observer | undefined) => {
  observer = next
}
export const currentObserver = () => observer

export const observeTransaction = <T>(organisation: number, work: () => Promise<T>) =>
  observer === undefined ? work() : observer.transaction(organisation, work)

/** A job has failed when it throws, or when it has seen to its failure itself and answers false. */
export const observeJob = <T>(job: Job, work: () => Promise<T>) =>
  observer === undefined ? work() : observer.job(job, work)

/** What the lines of a log are told apart by while something is traced. A new object each time: the logger adds to it. */
export const traceIds = (): Record<string, string> => ({ ...observer?.ids() })

/** Something that is looked at only when somebody asks for the metrics; what cannot be read is left out. */
export type Reading = {
  readonly name: string
  readonly help: string
  readonly labels?: Readonly<Record<string, string>>
  readonly read: () => number | Promise<number>
}

export const readings = new Set<Reading>()

/** Adds readings; what comes back takes them away again. */
export const observeReadings = (...added: readonly Reading[]) => {
  for (const reading of added) readings.add(reading)
  return () => {
    for (const reading of added) readings.delete(reading)
  }
}
