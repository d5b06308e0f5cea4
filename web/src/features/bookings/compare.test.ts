import { describe, expect, it } from 'vitest'
import type { Suggestion } from '../../api/onlinebooking.ts'
import type { Client, OnlineBooking } from '../../api/records.ts'
import { animalAgreement, compare, isSimilarName, isSure, likelyPatient, takenOf } from './compare.ts'

const anna = {
  url: '/client/1/',
  firstname: 'Anna',
  lastname: 'Koski',
  organization_name: '',
  email: 'anna.koski@mail.example',
  street_address: 'Rantatie 4 B',
  zip_code: '00170',
  city: 'Helsinki',
  phone_numbers_data: [
    { id: 7, phone_number: '+358 40 555 0142', e164: '+358405550142' },
    { id: 8, phone_number: '09 310 1691', e164: '+35893101691' },
  ],
  patients_data: [
    { url: '/patient/1/', name: 'Bella', species_code: 2, archived: false, deceased: null },
    { url: '/patient/2/', name: 'Otso', species_code: 1, archived: false, deceased: null },
  ],
} as unknown as Client

const living = anna.patients_data!

const booked = (fields: Partial<OnlineBooking>) =>
  ({
    first_name: 'Anna',
    last_name: 'Koski',
    email: 'anna.koski@mail.example',
    phone_number: '040 555 0142',
    street_address: '',
    zip_code: '',
    city: '',
    ...fields,
  }) as OnlineBooking

const agreements = (fields: Partial<OnlineBooking>, client = anna) =>
  Object.fromEntries(compare(booked(fields), client).map(({ field, agreement }) => [field, agreement]))

const animal = (name: string, species: number | null = 2) =>
  ({ url: '/onlinebookingpatient/1/', name, species }) as NonNullable<OnlineBooking['patients_data']>[number]
const suggested = (client: string, certainty: Suggestion['certainty'], patients: Suggestion['patients'] = []) =>
  ({ client, name: 'Anna Koski', certainty, matches: [], patients }) as Suggestion

describe('a booking beside a client', () => {
  it('agrees whatever case and form names, addresses and numbers are written in', () => {
    expect(
      agreements({
        first_name: 'ANNA',
        last_name: ' koski',
        email: 'Anna.Koski@MAIL.example',
        street_address: 'rantatie 4 b',
        zip_code: '00170',
        city: 'HELSINKI',
      }),
    ).toEqual({ name: 'same', email: 'same', phone: 'same', address: 'same' })
    expect(agreements({ phone_number: '(09) 3101691' })['phone']).toBe('same')
  })

  it('is similar where a part of the name agrees, and says what differs, is new, or was not written', () => {
    expect(
      agreements({ last_name: 'K.', email: '', phone_number: '045 700 1111', street_address: 'Satamakatu 1' }),
    ).toEqual({ name: 'similar', email: 'none', phone: 'differs', address: 'differs' })
    expect(agreements({ first_name: 'Mikko', last_name: 'Ranta' })['name']).toBe('differs')
    const bare = { ...anna, email: '', phone_numbers_data: [] } as unknown as Client
    expect(agreements({}, bare)).toMatchObject({ email: 'new', phone: 'new' })
  })

  it('gives the record what is taken, and leaves what the owner left out', () => {
    const booking = booked({ street_address: 'Satamakatu 1', city: 'Espoo', phone_number: '045 700 1111' })
    expect(takenOf(booking, anna, new Set())).toEqual({ fields: {}, phone: undefined })
    expect(takenOf(booking, anna, new Set(['address', 'phone', 'name']))).toEqual({
      fields: { firstname: 'Anna', lastname: 'Koski', street_address: 'Satamakatu 1', city: 'Espoo' },
      phone: { phone_number: '045 700 1111', replaces: anna.phone_numbers_data![0] },
    })
  })
})

describe('an animal of a booking', () => {
  it('is the patient that the service has paired it with, one of its name, or one that was misspelt', () => {
    const pair = { onlinebookingpatient: '/onlinebookingpatient/1/', patient: '/patient/2/', name: 'Otso' }
    expect(likelyPatient(animal('Otso', 1), living, suggested(anna.url, 'high', [pair]))?.name).toBe('Otso')
    expect(likelyPatient(animal('bella'), living, undefined)?.name).toBe('Bella')
    expect(likelyPatient(animal('Bela', null), living, undefined)?.name).toBe('Bella')
  })

  it('is new where it is of another species, or has another name', () => {
    expect(likelyPatient(animal('Bella', 1), living, undefined)).toBe(null)
    expect(likelyPatient(animal('Nero'), living, undefined)).toBe(null)
    expect(animalAgreement(animal('Nero'), undefined)).toBe('new')
    expect(animalAgreement(animal('Nero'), living[0])).toBe('differs')
  })

  it.each([
    ['Bela', 'Bella', true],
    ['Nala', 'Nero', false],
    ['Bo', 'Bob', false],
    ['Valentino', 'Valentina', true],
  ])('%s and %s are similar: %s', (one, other, isSimilar) => {
    expect([isSimilarName(one, other), isSimilarName(other, one)]).toEqual([isSimilar, isSimilar])
  })
})

describe('a suggestion', () => {
  it('is sure if it is the only one of high certainty', () => {
    const [one, two] = [suggested('/client/1/', 'high'), suggested('/client/2/', 'high')]
    expect(isSure([one, suggested('/client/2/', 'medium')], '/client/1/')).toBe(true)
    expect(isSure([one, two], '/client/1/')).toBe(false)
    expect(isSure([suggested('/client/1/', 'medium')], '/client/1/')).toBe(false)
    expect(isSure([one], '/client/2/')).toBe(false)
  })
})
