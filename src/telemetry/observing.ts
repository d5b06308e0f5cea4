/** What the rest of the program reports to telemetry. Without an observer each of these functions does next to nothing. */

export type ObservedRequest = {
  readonly method: string
  /** The template of the route, never the URL that was requested. */
  readonly route: string | undefined
  readonly organisation: number | undefined
  readonly requestId: string
  readonly traceparent: string | undefined
  /** Probes are counted and not traced. */
  readonly isProbe: boolean
}

/** One request in flight: `enter` runs work in its trace context, `end` reports its outcome. */
export type RequestObservation = {
  readonly enter: (work: () => void) => void
  readonly end: (status: number, isAnswered: boolean) => void
}

export type Job = { readonly kind: string; readonly organisation?: number }

export type Observer = {
  readonly request: (seen: ObservedRequest) => RequestObservation
  readonly statement: <T>(text: string, work: () => Promise<T>) => Promise<T>
  readonly transaction: <T>(organisation: number, work: () => Promise<T>) => Promise<T>
  readonly job: <T>(job: Job, work: () => Promise<T>) => Promise<T>
  /** An organisation was refused because it has its share, with the code of the refusal. */
  readonly ceiling: (code: string) => void
  readonly ids: () => Readonly<Record<string, string>>
}

let observer: Observer | undefined
export const setObserver = (next: Observer | undefined) => {
  observer = next
}
export const currentObserver = () => observer

export const observeTransaction = <T>(organisation: number, work: () => Promise<T>) =>
  observer === undefined ? work() : observer.transaction(organisation, work)

/** A job has failed if it throws, or if it has handled its failure itself and returns false. */
export const observeJob = <T>(job: Job, work: () => Promise<T>) =>
  observer === undefined ? work() : observer.job(job, work)

export const observeCeiling = (code: string) => observer?.ceiling(code)

/** The trace and span ids for a log line. A new object each time, because the logger adds to it. */
export const traceIds = (): Record<string, string> => ({ ...observer?.ids() })

/** A gauge that is read only when metrics are scraped, and left out if it cannot be read. */
export type Reading = {
  readonly name: string
  readonly help: string
  readonly labels?: Readonly<Record<string, string>>
  readonly read: () => number | Promise<number>
}

export const readings = new Set<Reading>()

/** Adds readings, and returns a function that removes them. */
export const observeReadings = (...added: readonly Reading[]) => {
  for (const reading of added) readings.add(reading)
  return () => {
    for (const reading of added) readings.delete(reading)
  }
}
