import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { givenVatGroup } from '../../../test/support/clinic.ts'

const { clinic, caller } = await useClinic()

/** Rates of VAT in Europe and elsewhere, and some that make awkward fractions. */
const rates = [
  '0',
  '0.01',
  '2.6',
  '3.8',
  '5.5',
  '6',
  '7',
  '7.7',
  '8.1',
  '9.5',
  '10',
  '12',
  '13.5',
  '14',
  '19',
  '20',
  '21',
  '23',
  '24',
  '25',
  '25.5',
  '27',
  '33.33',
  '66.67',
  '99.99',
]

const failuresOf = (conversion: string) =>
  clinic.within(async (tx) => {
    const { rows } = await sql<{ rate: string; shelf: string }>`
      select r.rate::text, (c.cents / 100.0)::numeric(12, 2)::text as shelf
      from unnest(${rates}::numeric[]) r (rate), generate_series(0, 20000) c (cents)
      where with_vat(${sql.raw(conversion)}, r.rate) <> c.cents / 100.0`.execute(tx)
    return rows
  })

describe('one package in a counter sale', () => {
  it('costs its shelf price, for every price up to 200 and every rate', async () => {
    expect(await failuresOf('without_vat(c.cents / 100.0, r.rate)')).toEqual([])
  })

  it('would not, if the net price were stored in cents', async () => {
    const failures = await failuresOf('round(without_vat(c.cents / 100.0, r.rate), 2)')
    expect(failures).toContainEqual({ rate: '24', shelf: '10.00' })
  })

  it('costs its shelf price, for any price and rate', async () => {
    const cents = fc.integer({ min: 0, max: 9_999_999_999 })
    const hundredths = fc.integer({ min: 0, max: 9_999 })
    const cases = fc.sample(fc.tuple(cents, hundredths), { numRuns: 20_000, seed: 1 })
    const failures = await clinic.within((tx) =>
      sql`select * from unnest(${cases.map(([price]) => price)}::bigint[], ${cases.map(([, rate]) => rate)}::int[]) as c (cents, rate)
        where with_vat(without_vat(c.cents / 100.0, c.rate / 100.0), c.rate / 100.0) <> c.cents / 100.0`.execute(tx),
    )
    expect(failures.rows).toEqual([])
  })

  it('costs its shelf price when it is entered through the API', async () => {
    for (const rate of ['0', '13.5', '24', '25.5'])
      for (const price_with_vat of ['0.01', '0.03', '9.90', '10.00', '19.99', '1234567.89']) {
        const vat_group = (await givenVatGroup(caller, rate)).url
        const { body } = await caller.post('/item/', { type_code: 4, name: 'Food', vat_group, price_with_vat })
        expect([rate, body.price_with_vat]).toEqual([rate, price_with_vat])
        expect(body.price).toMatch(/^\d+\.\d{4}$/)
      }
  })
})
