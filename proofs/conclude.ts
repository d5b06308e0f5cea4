/** Every condition of a proof by its name, and whether it holds. */
export type Conditions = Readonly<Record<string, boolean>>

/** Prints each condition with its outcome, then in the last line what failed. A proof with a failed condition exits with 1. */
export const conclude = (conditions: Conditions) => {
  const all = Object.entries(conditions)
  console.log('\nconditions')
  for (const [name, holds] of all) console.log(`  ${holds ? 'holds' : 'FAILS'}  ${name}`)
  const failed = all.filter(([, holds]) => !holds)
  if (failed.length > 0) process.exitCode = 1
  console.log(
    failed.length === 0 ? `all ${all.length} conditions hold` : `FAILED: ${failed.map(([name]) => name).join('; ')}`,
  )
}

/**
 * Runs with one seed after another until one shows what a race decides: that a twin is noticed, that a process was caught in the
 * middle of something. Every run is judged, so this never hides a failure.
 */
export const runsUntil = async <T>(
  shows: (ran: T) => boolean,
  seed: number,
  run: (seed: number) => Promise<T>,
  most = 5,
): Promise<readonly T[]> => {
  const runs: T[] = []
  while (runs.length < most && !runs.some(shows)) runs.push(await run(seed + runs.length))
  return runs
}
