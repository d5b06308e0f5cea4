import { describe, expect, it } from 'vitest'
import type { Appointment, Consultation } from '../../api/records.ts'
import { boardOf, canGoBack, canWithdraw, type ColumnName, lateMinutes } from './board.ts'

const appointment = (changes: Partial<Appointment> = {}) =>
  ({
    id: 1,
    active: true,
    type: 1,
    consultation: null,
    start: '2026-11-16T10:00:00Z',
    title: '',
    notes: '',
    complaint: 'Coughs.\nSince Monday',
    ...changes,
  }) as Appointment
const visit = (changes: Partial<Consultation> = {}) =>
  ({
    id: 5,
    status: 0,
    status_changed: '2026-11-16T10:00:00Z',
    complaint: '',
    invoice: null,
    ...changes,
  }) as Consultation
const invoice = (status: number, due_sum: string) => ({ status, due_sum }) as NonNullable<Consultation['invoice_data']>

const placeOf = (consultation: Consultation): ColumnName | 'done' | 'nowhere' => {
  const { columns, done } = boardOf([], [consultation])
  if (done.length === 1) return 'done'
  return (Object.keys(columns) as ColumnName[]).find((name) => columns[name].length === 1) ?? 'nowhere'
}

describe('the board', () => {
  it('names nobody after the note of who called, which stands below', () => {
    const [card] = boardOf([appointment({ type: 7, client: null, notes: 'Virtanen 040 123' })], []).columns.expected
    expect(card).toMatchObject({ name: 'No client yet', note: 'Virtanen 040 123', what: 'Coughs.' })
  })

  it.each([
    [0, undefined, 'arrived'],
    [8, undefined, 'progress'],
    [5, undefined, 'ready'],
    [6, undefined, 'ready'],
    [7, undefined, 'ready'],
    [9, undefined, 'done'],
    [10, invoice(3, '84.20'), 'pay'],
    [10, invoice(3, '0.00'), 'done'],
    // A draft owes nothing yet, and is not done before it is finalized.
    [10, invoice(0, '0.00'), 'pay'],
    [10, undefined, 'done'],
    [11, undefined, 'nowhere'],
  ] as const)('has a visit in the status %s with the invoice %o at %s', (status, invoice_data, place) => {
    expect(placeOf(visit({ status, ...(invoice_data && { invoice_data }) }))).toBe(place)
  })

  it('expects whom nobody has admitted, and who was only prepared for', () => {
    const expected = (changes: Partial<Appointment>) => boardOf([appointment(changes)], []).columns.expected.length
    expect(expected({})).toBe(1)
    expect(expected({ active: false })).toBe(0)
    expect(expected({ type: 4 })).toBe(0)
    expect(expected({ consultation: 'x/5/', consultation_data: visit() })).toBe(0)
    expect(expected({ consultation: 'x/5/', consultation_data: visit({ status: 11 }) })).toBe(1)
  })

  it('shows the first line of a complaint, and the longest wait first', () => {
    const { expected } = boardOf([appointment({ id: 2, start: '2026-11-16T11:00:00Z' }), appointment()], []).columns
    expect(expected.map(({ key }) => key)).toEqual(['appointment 1', 'appointment 2'])
    expect(expected[0]?.what).toBe('Coughs.')
  })

  it('counts how late somebody is, until they come', () => {
    const now = Date.parse('2026-11-16T10:12:30Z')
    const [late] = boardOf([appointment()], []).columns.expected
    const [arrived] = boardOf([], [visit()]).columns.arrived
    expect(lateMinutes(late!, now)).toBe(12)
    expect(lateMinutes(arrived!, now)).toBe(0)
  })

  it('shows every line of what is critical, of every animal', () => {
    const patients_data = [
      { name: 'Bella', critical_notes: 'Penicillin allergy\n\nBites' },
      { name: 'Milo', critical_notes: 'Diabetes' },
    ] as unknown as Appointment['patients_data']
    const [card] = boardOf([appointment({ patients_data: patients_data! })], []).columns.expected
    expect(card?.alert).toBe('Penicillin allergy · Bites · Diabetes')
  })

  it('shows with it what the animals must not get', () => {
    const [bella, milo] = [
      { url: 'x/1/', name: 'Bella', critical_notes: 'Bites' },
      { url: 'x/2/', name: 'Milo', critical_notes: '' },
    ]
    const mustNot = new Map([['x/1/', ['Must not get Penicillins']]])
    const alert = (...patients: readonly object[]) => {
      const patients_data = patients as NonNullable<Consultation['patients_data']>
      const { arrived } = boardOf([], [visit({ patients_data })], {
        missing: new Map(),
        owing: new Map(),
        mustNot,
      }).columns
      return arrived[0]?.alert
    }
    expect(alert(bella)).toBe('Bites · Must not get Penicillins')
    expect(alert(milo, bella)).toBe('Bites · Bella: Must not get Penicillins')
  })

  it('adds up what is owed of the visits to pay, and says what a client owes', () => {
    const due = (id: number, due_sum: string) => visit({ id, status: 10, invoice_data: invoice(3, due_sum) })
    expect(boardOf([], [due(1, '0.10'), due(2, '194.50'), due(3, '0.20')]).owing).toBe('194.80')
    expect(boardOf([], []).owing).toBe('0.00')
    const owing = new Map([
      [1, '36.10'],
      [2, '0.00'],
    ])
    const [card] = boardOf([appointment({ client: 'x/1/' })], [], { owing, missing: new Map() }).columns.expected
    expect(card?.owes).toBe('36.10')
    const [settled] = boardOf([appointment({ client: 'x/2/' })], [], { owing, missing: new Map() }).columns.expected
    expect(settled?.owes).toBe('')
  })

  it('lets a check-in be taken back while nothing is recorded, to its appointment if it has one', () => {
    const admitted = visit({ url: 'x/5/', first_entry: null })
    const [card] = boardOf([appointment({ consultation: 'x/5/', consultation_data: admitted })], [admitted]).columns
      .arrived
    expect([canWithdraw(card!), card?.booking?.id]).toEqual([true, 1])
    const written = boardOf([], [visit({ url: 'x/5/', first_entry: '2026-11-16T10:05:00Z' })]).columns.arrived[0]!
    expect([canWithdraw(written), written.booking]).toEqual([false, undefined])
    const provisional = boardOf([], [visit({ id: -1, first_entry: null })]).columns.arrived[0]!
    expect(canWithdraw(provisional)).toBe(false)
  })

  it('lets a visit go back only from where the service lets it', () => {
    const back = (status: Consultation['status'], column: ColumnName) =>
      canGoBack(boardOf([], [visit({ status })]).columns[column][0]!)
    expect([back(8, 'progress'), back(5, 'ready'), back(6, 'ready'), back(7, 'ready'), back(0, 'arrived')]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
