import { describe, expect, it } from 'vitest'
import type { Client, Patient } from '../../api/records.ts'
import { bodyOf, customName, draftOf, sentOf, valuesOf } from './fields.ts'
import { clientGroups, patientGroups } from './groups.ts'

describe('the fields of a record', () => {
  it('are compared by what is sent: custom fields one by one, species and breed by their ids', () => {
    const patient = {
      name: 'Bella',
      species: 'Cat',
      species_code: 2,
      breed: null,
      breed_code: null,
      client_data: {},
      modified: '2026-11-16T10:00:00Z',
      fields_rel: [{ id: 1, field_id: 7, label: 'Diet', value: 'Fish' }],
    } as unknown as Patient
    expect(valuesOf(patient)).toEqual({ name: 'Bella', species: 2, breed: null, [customName(7)]: 'Fish' })
    expect(bodyOf({ name: 'Bella', [customName(7)]: '' })).toEqual({
      name: 'Bella',
      fields_rel: [{ field_id: 7, value: '' }],
    })
    expect(bodyOf({ name: 'Bella' })).toEqual({ name: 'Bella' })
  })

  it('have their stored values, even where a name ends like a code', () => {
    const client = { city: 'Turku', zip_code: '20100', fields_rel: [] } as unknown as Client
    expect(valuesOf(client)).toEqual({ city: 'Turku', zip_code: '20100' })
  })

  it('are typed and sent without changing what was not typed', () => {
    const { contact, billing } = clientGroups()
    const { animal } = patientGroups([['2', 'Cat']])
    const client = { email: 'a@b.example', language: null, no_sms: true, no_email: false } as Client
    for (const field of contact)
      expect(sentOf(field, draftOf(field, client[field.name as keyof Client]))).toBe(client[field.name as keyof Client])
    expect(billing.map((field) => sentOf(field, draftOf(field, field.isNumber ? 1 : null)))).toEqual([1, null, '', ''])
    expect(sentOf(animal[1]!, '2')).toBe(2)
    expect(sentOf(animal[1]!, '')).toBeNull()
    const choices = { name: customName(3), label: 'Likes', kind: 'choices' } as const
    expect(draftOf(choices, [{ id: 4, name: 'Fish' }])).toBe('4')
    expect(sentOf(choices, '4,5')).toEqual([{ id: 4 }, { id: 5 }])
    expect(sentOf({ name: customName(9), label: '', kind: 'tick' }, true)).toBe('True')
  })
})
