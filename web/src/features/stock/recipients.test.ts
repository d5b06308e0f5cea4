import { describe, expect, it } from 'vitest'
import type { StockMovement } from '../../api/records.ts'
import { recipientsOf } from './recipients.ts'

const base = 'https://fetlock.example/1/api/0.1'
let last = 0
const moved = (quantity: string, fields: Partial<StockMovement> = {}) =>
  ({
    id: ++last,
    quantity,
    client: null,
    consultation: null,
    countersale: null,
    batch_assumed: false,
    created: '2026-11-16T09:00:00Z',
    ...fields,
  }) as StockMovement
const of = (id: number, name: string): Partial<StockMovement> =>
  ({
    client: `${base}/client/${id}/`,
    client_data: { lastname: name, firstname: '', organization_name: '' },
  }) as Partial<StockMovement>

describe('who has something of a batch', () => {
  it('is each client once, by name, with what all visits and sales came to', () => {
    const recipients = recipientsOf([
      moved('-2.000', of(1, 'Saarela')),
      moved('-1.000', of(2, 'Aalto')),
      moved('-0.500', of(1, 'Saarela')),
      moved('1.000', of(1, 'Saarela')),
    ])
    expect(recipients.map(({ name, got, moments }) => [name, got, moments.length])).toEqual([
      ['Aalto', '1.000', 1],
      ['Saarela', '1.500', 2],
    ])
  })

  it('is nobody who brought everything back', () => {
    expect(recipientsOf([moved('-2.000', of(1, 'Saarela')), moved('2.000', of(1, 'Saarela'))])).toEqual([])
  })

  it('is each sale to nobody by name', () => {
    const sale = (id: number) => ({ countersale: `${base}/countersale/${id}/` })
    const recipients = recipientsOf([moved('-1.000', sale(4)), moved('-1.000', sale(5)), moved('1.000', sale(5))])
    expect(recipients.map(({ client, key }) => [client, key])).toEqual([[null, `${base}/countersale/4/`]])
  })

  it('is marked where any of it may have been of another batch', () => {
    const [one] = recipientsOf([moved('-1.000', { ...of(1, 'A'), batch_assumed: true }), moved('-1.000', of(1, 'A'))])
    expect(one?.isAssumed).toBe(true)
  })
})
