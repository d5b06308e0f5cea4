import { daysPerMonth, openingTime } from './days.ts'
import type { DemoWeight } from './model.ts'
import type { Random } from '../random.ts'

type Growth = {
  adultKg: number
  newborn: number
  /** Months until half grown. */
  halfGrown: number
  birth: number
  /** First and last day on which it may have been weighed. */
  from: number
  until: number
  dying: boolean
  /** Grows up within a year or so, and is weighed often while it does. */
  quick: boolean
  /** Usual days between two weighings of an adult. */
  interval: number
}

const share = ({ newborn, halfGrown }: Growth, months: number) => {
  const squared = months * months
  return newborn + ((1 - newborn) * squared) / (squared + halfGrown * halfGrown)
}

// Scales for large animals show coarser steps.
const readScale = (kg: number) => {
  const perKg = kg >= 100 ? 1 : kg >= 5 ? 10 : kg >= 1 ? 100 : 1000
  return Math.max(Math.round(kg * perKg) / perKg, 0.001)
}

const nextVisit = (random: Random, growth: Growth, months: number) => {
  if (growth.quick && months < 1.5 * growth.halfGrown) return random.int(24, 46)
  if (growth.quick && months < 3 * growth.halfGrown) return random.int(70, 150)
  return random.int(Math.round(growth.interval * 0.6), Math.round(growth.interval * 1.4))
}

export const weighOverTheYears = (random: Random, growth: Growth): DemoWeight[] => {
  const weights: DemoWeight[] = []
  let condition = 0.96 + random.next() * 0.08
  let previous = 0
  let day = growth.from
  while (day <= growth.until) {
    const months = (day - growth.birth) / daysPerMonth
    const growing = months < 3.5 * growth.halfGrown
    if (!growing) condition = Math.min(1.2, Math.max(0.88, condition + (random.next() - 0.45) * 0.06))
    const wasting = growth.dying && growth.until - day < 120 ? 0.93 : 1
    const kg = readScale(growth.adultKg * share(growth, months) * condition * (growing ? 1 : wasting))
    previous = growing ? Math.max(previous, kg) : kg
    weights.push({ weight: previous.toFixed(3), measured: openingTime(random, day) })
    day += nextVisit(random, growth, months)
  }
  return weights
}
