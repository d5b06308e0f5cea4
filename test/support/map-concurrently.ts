/** Maps with at most `limit` promises at a time, and keeps the order. */
export const mapConcurrently = async <T, R>(items: readonly T[], limit: number, work: (item: T) => Promise<R>) => {
  const results: R[] = []
  let next = 0
  const runner = async () => {
    while (next < items.length) {
      const at = next++
      results[at] = await work(items[at]!)
    }
  }
  await Promise.all(Array.from({ length: limit }, runner))
  return results
}
