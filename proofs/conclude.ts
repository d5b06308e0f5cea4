/** Whether a condition holds. One that luck or a busy machine decides, not the product, is `byChance`. */
type Outcome = boolean | { readonly byChance: boolean }

/** Every condition of a proof by its name. */
export type Conditions = Readonly<Record<string, Outcome>>

/** A condition that may fail though nothing is wrong: nothing happened to be killed, or the machine was slow. */
export const byChance = (holds: boolean): Outcome => ({ byChance: holds })

/** The exit code of a proof of which only conditions by chance failed: it may be run again. */
export const failedByChance = 2

const holdsIn = (outcome: Outcome) => (typeof outcome === 'boolean' ? outcome : outcome.byChance)
/** A twin must be seen to fail, which at a small size takes some luck. */
const isByChance = ([name, outcome]: readonly [string, Outcome]) =>
  typeof outcome !== 'boolean' || name.startsWith('twin:')

/** Prints each condition with its outcome, then in the last line what failed. A proof with a failed condition exits with 1 or 2. */
export const conclude = (conditions: Conditions) => {
  const all = Object.entries(conditions)
  console.log('\nconditions')
  for (const [name, outcome] of all) console.log(`  ${holdsIn(outcome) ? 'holds' : 'FAILS'}  ${name}`)
  const failed = all.filter(([, outcome]) => !holdsIn(outcome))
  if (failed.length > 0) process.exitCode = failed.every(isByChance) ? failedByChance : 1
  console.log(
    failed.length === 0 ? `all ${all.length} conditions hold` : `FAILED: ${failed.map(([name]) => name).join('; ')}`,
  )
}
