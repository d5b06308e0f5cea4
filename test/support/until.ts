import { setTimeout as pause } from 'node:timers/promises'

/** Asks until it is so. What never comes is ended by the limit of the test, and told under its name. */
export const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await pause(20)
}

/** How long a test of the app waits for the database: a page that is told that it is busy would wait for somebody to try again. */
export const patientDatabase = { waitMs: 60_000, queryTimeoutMs: 120_000 }

/** How long a test waits for a reply of Redis: on a busy machine 250 ms pass with nobody at fault. */
export const patientReplyMs = 60_000
