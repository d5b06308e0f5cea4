/** Every condition of a proof by its name, and whether it holds. */
export type Conditions = Readonly<Record<string, boolean>>

/** Prints each condition with its outcome, then in the last line what failed. A proof with a failed condition exits with 1. */
export const conclude = (conditions: Conditions) => {
  console.log('\nconditions')
  for (const [name, holds] of Object.entries(conditions)) console.log(`  ${holds ? 'holds' : 'FAILS'}  ${name}`)
  const failed = Object.keys(conditions).filter((name) => !conditions[name])
  if (failed.length > 0) process.exitCode = 1
  console.log(
    failed.length === 0 ? `all ${Object.keys(conditions).length} conditions hold` : `FAILED: ${failed.join('; ')}`,
  )
}
