import type pg from 'pg'
import { newTally, untilKnown } from '../sending.ts'
import type { Finding } from './invariants.ts'
import type { Clinic } from './clinics.ts'

type Step = { readonly step: string; readonly operation: string; readonly operand: string; readonly result: string }
type Explanation = { readonly steps: readonly Step[]; readonly sum_total: string }

/** An exact decimal: so many units of a power of ten. */
type Exact = { readonly units: bigint; readonly places: number }

const exact = (text: string): Exact => {
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), places: fraction.length }
}
const times = (a: Exact, b: Exact): Exact => ({ units: a.units * b.units, places: a.places + b.places })
const scaled = ({ units, places }: Exact, to: number) => units * 10n ** BigInt(to - places)
const isSame = (a: Exact, b: Exact) => {
  const places = Math.max(a.places, b.places)
  return scaled(a, places) === scaled(b, places)
}
const magnitude = (units: bigint) => (units < 0n ? -units : units)
/** A quotient to some places, half away from zero. */
const divided = (above: bigint, below: bigint, places: number): Exact => {
  const doubled = magnitude(above) * 2n * 10n ** BigInt(places)
  const units = (doubled / magnitude(below) + 1n) / 2n
  return { units: above < 0n === below < 0n ? units : -units, places }
}
const divide = (a: Exact, b: Exact, places: number) => {
  const most = Math.max(a.places, b.places)
  return divided(scaled(a, most), scaled(b, most), places)
}

const follow = (value: Exact, { operation, operand }: Step): Exact => {
  const by = exact(operand)
  switch (operation) {
    case 'start':
    case 'replace':
      return by
    case 'multiply':
      return times(value, by)
    case 'add_percent':
      return times(value, { units: scaled({ units: 100n, places: 0 }, by.places) + by.units, places: by.places + 2 })
    case 'divide':
      return divide(value, by, 4)
    case 'round':
      return divided(value.units, 10n ** BigInt(value.places), Number(operand))
    default:
      throw new Error(`No such operation: ${operation}`)
  }
}

/** What is wrong with an explanation: each step must come to what it says, and the last to the sum of the row. */
export const replay = ({ steps, sum_total }: Explanation, kept: string): string | undefined => {
  let value: Exact = { units: 0n, places: 0 }
  for (const step of steps) {
    value = follow(value, step)
    if (!isSame(value, exact(step.result))) return `${step.step} does not come to ${step.result}`
  }
  return isSame(value, exact(kept)) && sum_total === kept ? undefined : `it does not come to ${kept}`
}

type Row = { readonly organisation: number; readonly id: string; readonly sum_total: string }

const readers = 16

/** Asks for the explanation of every row and follows it. */
export const followExplanations = async (
  client: pg.Client,
  bases: readonly string[],
  clinics: readonly Clinic[],
): Promise<Finding> => {
  const { rows } = await client.query<Row>(
    'select organisation, id, sum_total from invoicerow order by organisation, id',
  )
  const keys = new Map(clinics.map((clinic) => [clinic.organisation, clinic.keys]))
  const wrong: string[] = []
  let next = 0
  const reader = async () => {
    for (let at = next++; at < rows.length; at = next++) {
      const { organisation, id, sum_total } = rows[at]!
      const of = keys.get(organisation)!
      const path = `/${organisation}/api/0.1/invoicerow/${id}/explanation/`
      const sent = { method: 'GET', path, headers: { authorization: of[at % of.length]! } }
      const { status, text } = await untilKnown(bases, sent, newTally(), at)
      const problem = status === 200 ? replay(JSON.parse(text) as Explanation, sum_total) : `${status}: ${text}`
      if (problem !== undefined) wrong.push(`row ${organisation}/${id}: ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: readers }, reader))
  const what = 'whoever follows the explanation of a row comes to its sum'
  return { number: 1, what, looked: rows.length, wrong: wrong.length, example: wrong[0] ?? null }
}
