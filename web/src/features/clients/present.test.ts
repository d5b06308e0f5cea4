import { describe, expect, it } from 'vitest'
import type { Appointment, Consultation } from '../../api/records.ts'
import { presentOf } from './present.ts'

const [bella, misse] = ['https://clinic.example/1/patient/1/', 'https://clinic.example/1/patient/2/']
const visit = (status: number, animal: string, url = 'visit') =>
  ({ status, patients: [animal], url }) as unknown as Consultation
const booked = (patients: readonly string[], fields: Partial<Appointment> = {}) =>
  ({ type: 1, consultation: null, patients, ...fields }) as Appointment

describe('what an animal has today already', () => {
  it('is the visit for which it is here', () => {
    const here = visit(8, bella)
    expect(presentOf(bella, [here], [booked([bella])])).toEqual({ visit: here })
    expect(presentOf(misse, [here], [])).toBeUndefined()
  })

  it('is an appointment for it, or for no animal in particular', () => {
    const mine = booked([bella])
    const open = booked([])
    expect(presentOf(bella, [], [booked([misse]), mine])).toEqual({ appointment: mine })
    expect(presentOf(bella, [], [open])).toEqual({ appointment: open })
    expect(presentOf(bella, [], [booked([misse])])).toBeUndefined()
  })

  it('is an appointment whose visit is only prepared, and none that fills somebody’s time or is over', () => {
    const prepared = booked([bella], { consultation: 'visit' })
    expect(presentOf(bella, [visit(11, bella)], [prepared])).toEqual({ appointment: prepared })
    expect(presentOf(bella, [], [prepared])).toBeUndefined()
    expect(presentOf(bella, [], [booked([bella], { type: 3 })])).toBeUndefined()
  })
})
