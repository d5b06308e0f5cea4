import { describe, expect, it } from 'vitest'
import type { Appointment, Reason } from '../../api/records.ts'
import { compareVersions } from '../../api/versions.ts'
import { bodyOf, changesIn, partsOf, saidParts } from './edits.ts'

const url = (kind: string, id: number) => `https://clinic.example/1/${kind}/${id}/`
const stored = {
  start: '2027-01-19T07:00:00.000000Z',
  end: '2027-01-19T07:30:00.000000Z',
  user: url('user', 1),
  department: url('department', 1),
  client: url('client', 1),
  patients: [url('patient', 2), url('patient', 1)],
  type: 1,
  reason: null,
  complaint: 'Limps',
  notes: '',
} as unknown as Appointment
const as = partsOf(stored)

describe('an edited appointment', () => {
  it('sends the parts that were changed, and nothing else', () => {
    expect(changesIn(stored, as)).toEqual({})
    expect(changesIn(stored, { ...as, who: { ...as.who, patients: [url('patient', 2), url('patient', 1)] } })).toEqual(
      {},
    )
    expect(bodyOf(changesIn(stored, { ...as, reason: url('reason', 4), notes: 'Bites' }))).toEqual({
      reason: url('reason', 4),
      notes: 'Bites',
    })
    expect(bodyOf(changesIn(stored, { ...as, time: { ...as.time, user: url('user', 2) } }))).toEqual({
      start: '2027-01-19T07:00:00.000Z',
      end: '2027-01-19T07:30:00.000Z',
      user: url('user', 2),
      department: url('department', 1),
    })
  })

  it('is in conflict where two people changed the same part, though not the same field', () => {
    const now = { ...stored, user: url('user', 3), notes: 'Called' }
    const mine = changesIn(stored, { ...as, time: { ...as.time, end: as.time.end + 900_000 }, complaint: 'Coughs' })
    expect(compareVersions(as, partsOf(now), mine)).toEqual({ overlapping: ['time'], others: ['notes'] })
    expect(changesIn(now, partsOf(now))).toEqual({})
  })

  it('says what the other person made of it', () => {
    const reasons = [{ id: 4, url: url('reason', 4), name: 'Vaccination' }] as unknown as Reason[]
    const now = { ...stored, reason: url('reason', 4), complaint: '' }
    const said = saidParts(
      { now, overlapping: ['time', 'reason', 'complaint'] },
      reasons,
      () => 'Tue 19 Jan 09:00 Berg',
    )
    expect(said).toEqual(['Time: Tue 19 Jan 09:00 Berg', 'Reason: Vaccination', 'What is wrong: nothing'])
  })
})
