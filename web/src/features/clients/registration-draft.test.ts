import { describe, expect, it } from 'vitest'
import type { Client, Patient } from '../../api/records.ts'
import { carriedDraft, checkDraft, doubtsIn, emptyDraft, type Situation, wantedOf } from './registration-draft.ts'

const walkIn: Situation = {
  client: undefined,
  animal: undefined,
  today: '2026-11-16',
  locale: 'en-GB',
  department: undefined,
  admits: true,
}
const wrong = (draft: object, situation: Partial<Situation> = {}) =>
  Object.keys(checkDraft({ ...emptyDraft, ...draft }, { ...walkIn, ...situation })).toSorted()
const known = {} as Client
const bella = {} as Patient

describe('a form for who walks in', () => {
  it('tells everything that is wrong in one round', () => {
    expect(wrong({})).toEqual(['lastname', 'name', 'species', 'vet'])
    const typed = { email: 'anna@mail', phone: '12', born: 'soon', microchip: '12345' }
    expect(wrong(typed)).toEqual(['born', 'email', 'lastname', 'name', 'phone', 'species', 'vet'])
    expect(wrong({ lastname: 'Koski', name: 'Bella', species: '2', vet: 'u', born: '2027-01-01' })).toEqual(['born'])
  })

  it('asks of a known client only for the animal, and of a known animal only for the visit', () => {
    expect(wrong({ phone: '12' }, { client: known })).toEqual(['name', 'species', 'vet'])
    expect(wrong({}, { client: known, animal: bella })).toEqual(['vet'])
    expect(wrong({}, { client: known, animal: bella, admits: false })).toEqual([])
  })

  it('registers a client without an animal, unless something of one was typed', () => {
    expect(wrong({ lastname: 'Koski' }, { admits: false })).toEqual([])
    expect(wrong({ lastname: 'Koski', microchip: '985112001234567' }, { admits: false })).toEqual(['name', 'species'])
  })

  it.each(['040-555 0142', '+358 40 555 0142', '(09) 123 456', '09/123.456'])('takes the number %s', (phone) =>
    expect(wrong({ lastname: 'Koski', phone }, { admits: false })).toEqual([]),
  )

  it('asks once about a chip that does not have the 15 digits of ISO 11784', () => {
    const asked = (microchip: string) => Object.keys(doubtsIn({ ...emptyDraft, microchip }, walkIn))
    expect(asked('12345')).toEqual(['microchip'])
    expect(asked('00-0615-AB1C')).toEqual(['microchip'])
    expect(asked('985 112 001 234 567')).toEqual([])
    expect(asked('')).toEqual([])
  })

  it('sends chips without what stands between the digits, and fields that were emptied', () => {
    const draft = { ...emptyDraft, lastname: 'Koski', name: 'Bella', species: '2', microchip: '985 112 001 234 567' }
    const { client, patient } = wantedOf(draft, walkIn)
    expect(client).toMatchObject({ made: { lastname: 'Koski', email: '', city: '' } })
    expect(patient).toMatchObject({ made: { microchip: '985112001234567', species: 2, breed: null } })
  })

  it('begins with what was searched for', () => {
    expect(carriedDraft('koski anna')).toEqual({ lastname: 'koski', firstname: 'anna' })
    expect(carriedDraft('+358 40 555')).toEqual({ phone: '+358 40 555' })
    expect(carriedDraft('a@b.example')).toEqual({ email: 'a@b.example' })
  })
})
