export type Random = {
  next: () => number
  int: (min: number, max: number) => number
  chance: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
  /** Picks one and removes it from the list. */
  take: <T>(list: T[]) => T
  weighted: <T>(list: readonly (readonly [T, number])[]) => T
  shuffle: <T>(list: readonly T[]) => T[]
  digits: (count: number) => string
}

// mulberry32: integer arithmetic only, so every platform gives the same numbers.
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0

  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))

  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('nothing to pick from')
    return list[int(0, list.length - 1)] as T
  }

  const take = <T>(list: T[]): T => {
    if (list.length === 0) throw new Error('nothing to take')
    return list.splice(int(0, list.length - 1), 1)[0] as T
  }

  const weighted = <T>(list: readonly (readonly [T, number])[]): T => {
    let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of list) {
      left -= weight
      if (left < 0) return value
    }
    return pick(list)[0]
  }

  const shuffle = <T>(list: readonly T[]): T[] => {
    const result = [...list]
    for (let i = result.length - 1; i > 0; i -= 1) {
      const j = int(0, i)
      const kept = result[i] as T
      result[i] = result[j] as T
      result[j] = kept
    }
    return result
  }

  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick,
    take,
    weighted,
    shuffle,
    digits: (count) => Array.from({ length: count }, () => int(0, 9)).join(''),
  }
}
