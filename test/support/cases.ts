/** Runs work over many things, so many at a time, and answers in the order of the things. */
export const forEachOf = async <T, R>(things: readonly T[], atOnce: number, work: (thing: T) => Promise<R>) => {
  const answers: R[] = []
  let next = 0
  const runner = async () => {
    while (next < things.length) {
      const at = next++
      answers[at] = await work(things[at]!)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runner))
  return answers
}
