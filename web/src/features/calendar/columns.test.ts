import { describe, expect, it } from 'vitest'
import type { Appointment } from '../../api/records.ts'
import { clashText } from './clashes.ts'
import { entryOf } from './columns.ts'

const booked = (fields: object) =>
  entryOf(
    {
      id: 1,
      start: '2027-01-19T07:00:00Z',
      end: '2027-01-19T07:30:00Z',
      user: 'https://clinic.example/1/user/1/',
      department: 'https://clinic.example/1/department/1/',
      active: true,
      type: 1,
      title: '',
      reason: null,
      complaint: '',
      notes: '',
      client: null,
      patients_data: [],
      client_data: null,
      consultation: null,
      ...fields,
    } as unknown as Appointment,
    new Map(),
  )
const said = (other: ReturnType<typeof booked>) =>
  clashText({ other, person: 'Dr Berg', nearest: undefined }, () => '09:30')

describe('somebody who is on no record', () => {
  const remark = 'Called, and will call again with the name of the animal.'

  it('has one name, and the remark beside it', () => {
    expect(booked({ type: 5, notes: remark })).toMatchObject({ name: 'No client yet', what: remark, client: '' })
    expect(booked({ type: 7, notes: remark, complaint: 'Limps' })).toMatchObject({
      name: 'No client yet',
      what: 'Limps',
      client: remark,
    })
    expect(booked({ type: 4, notes: 'Staff meeting' })).toMatchObject({ name: 'Staff meeting', what: '' })
  })

  it('is no name in a sentence', () => {
    expect(said(booked({ type: 5, notes: remark }))).toBe('Dr Berg is booked until 09:30')
    expect(said(booked({ type: 4, notes: remark }))).toBe('Dr Berg is booked until 09:30')
    expect(said(booked({ patients_data: [{ name: 'Fanny', critical_notes: '' }] }))).toBe(
      'Dr Berg is with Fanny until 09:30',
    )
  })
})
