import { daysPerYear, toDate, toDay } from './days.ts'
import type { Random } from '../random.ts'

export type Life = {
  birth: number
  registered: number
  death: number | null
  early: boolean
  /** The day of death, or yesterday. */
  until: number
}

const youngAge: Record<string, readonly [number, number]> = {
  DOG: [56, 110],
  CAT: [84, 130],
  HRS: [30, 900],
  DNK: [60, 700],
  CTL: [500, 900],
  PIG: [70, 200],
}

// Days of the year on which foals, lambs and kids are born.
const season: Record<string, readonly [number, number]> = {
  HRS: [95, 190],
  DNK: [95, 200],
  SHP: [60, 120],
  GOT: [60, 130],
  ALP: [130, 230],
}

const bornInSeason = (random: Random, species: string, latest: number) => {
  const days = season[species]
  if (!days) return latest
  const newYear = toDay(`${toDate(latest).slice(0, 4)}-01-01`)
  const birth = newYear + random.int(...days)
  return birth <= latest ? birth : Math.round(birth - daysPerYear)
}

export const chooseLife = (
  random: Random,
  species: string,
  lifespan: number,
  registered: number,
  today: number,
): Life => {
  const [youngest, oldest] = youngAge[species] ?? [45, 160]
  const young = random.chance(species === 'HRS' ? 0.25 : 0.58)
  const oldestTaken = Math.floor(lifespan * daysPerYear * 0.7)
  const age = young || oldestTaken <= oldest ? random.int(youngest, oldest) : random.int(oldest, oldestTaken)
  const birth = bornInSeason(random, species, registered - age)
  const lifetime = Math.floor(lifespan * daysPerYear * (0.65 + 0.2 * (random.next() + random.next())))
  const early = random.chance(0.05)
  const death = early ? registered + random.int(20, 1500) : Math.max(birth + lifetime, registered + random.int(20, 700))
  return death < today
    ? { birth, registered, death, early, until: death }
    : { birth, registered, death: null, early, until: today - 1 }
}
