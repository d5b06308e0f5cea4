import { createHash } from 'node:crypto'
import { isValidPhoneNumber, type CountryCode } from 'libphonenumber-js'
import { describe, expect, it } from 'vitest'
import { readAntibiotics } from '../../domain/items/codelists/read.ts'
import { readBreeds, readSpecies } from '../../domain/clients/codelists/read.ts'
import { type DemoClinic, demoClinic } from './clinic.ts'

const today = '2026-06-01'
const sha256 = (clinic: DemoClinic) => createHash('sha256').update(JSON.stringify(clinic)).digest('hex')

describe('demo clinic', () => {
  it('is the same for the same seed', () => {
    expect(demoClinic(1, today)).toEqual(demoClinic(1, today))
    expect(sha256(demoClinic(1, today))).toBe('9a4eb3ad8c347b3c10116dabc38b90ef98a5b35813af6d98b4686fa40ab6af7f')
  })

  it('is different for a different seed', () => {
    expect(sha256(demoClinic(2, today))).not.toBe(sha256(demoClinic(1, today)))
  })

  it('refuses an invalid date', () => {
    expect(() => demoClinic(1, '1.6.2026')).toThrow('not a date')
  })
})

const speciesById = new Map(readSpecies().map((species) => [species.id, species]))
const breedById = new Map(readBreeds().map((breed) => [breed.id, breed]))
const equineGenders = ['Gelding', 'Mare', 'Stallion']
const isEquine = (species: number) => speciesById.get(species)?.equine ?? false

describe.each([1, 2, 3, 42, 20_260_601])('demo clinic of seed %i', (seed) => {
  const clinic = demoClinic(seed, today)
  const { clients, departments, patients, staff } = clinic
  const all = [...clients, ...staff, ...patients]
  const isPhone = (number: string, country: string) => isValidPhoneNumber(number, country as CountryCode)

  it('has 3 departments, 10 staff, 200 clients and 350 patients', () => {
    expect([departments.length, staff.length, clients.length, patients.length]).toEqual([3, 10, 200, 350])
  })

  it('has no index out of range', () => {
    expect(all.filter(({ home_department }) => !departments[home_department])).toEqual([])
    expect(patients.filter(({ client }) => !clients[client])).toEqual([])
    expect(staff.filter(({ group }) => !clinic.permission_groups.includes(group))).toEqual([])
  })

  it('has phone numbers that are valid', () => {
    const typed = clients.flatMap(({ country, phone_numbers }) =>
      phone_numbers.map(({ phone_number }) => ({ country, phone_number })),
    )
    expect(typed.filter(({ country, phone_number }) => !isPhone(phone_number, country))).toEqual([])
    expect([clinic.organisation, ...departments].filter(({ phone, country }) => !isPhone(phone, country))).toEqual([])
    expect(clients.filter(({ phone_numbers }) => phone_numbers.length < 1 || phone_numbers.length > 3)).toEqual([])
  })

  it('has e-mail addresses at example domains only, each once', () => {
    const addresses = [...clients, ...staff].map(({ email }) => email).filter((email) => email !== '')
    expect(addresses.filter((email) => !/^[a-z0-9.-]+@example\.(com|net|org)$/.test(email))).toEqual([])
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('has a name for every client, and register numbers for every company', () => {
    expect(clients.filter(({ lastname, organization_name }) => !lastname && !organization_name)).toEqual([])
    const companies = clients.filter(({ customer_type }) => customer_type === 1 || customer_type === 2)
    expect(companies.filter((company) => !company.vat_number || !company.register_number)).toEqual([])
    expect(companies.filter(({ country, vat_number }) => !vat_number.startsWith(country))).toEqual([])
    const isPrivate = clients.filter(({ customer_type }) => customer_type === 0)
    expect(isPrivate.length).toBe(156)
    expect(isPrivate.filter(({ organization_name, vat_number }) => organization_name || vat_number)).toEqual([])
  })

  it('has clients registered over the last eight years', () => {
    expect(clients.filter(({ created }) => created < '2018-06-01' || created >= today)).toEqual([])
    const answers = clients.flatMap(({ communication_preferences, created }) => {
      const { answered_at } = communication_preferences
      return answered_at === null ? [] : [{ answered_at, created }]
    })
    expect(answers.filter(({ answered_at, created }) => answered_at < created || answered_at >= today)).toEqual([])
  })

  it('has at least eight species, each with breeds of its own', () => {
    expect(new Set(patients.map(({ species }) => species)).size).toBeGreaterThanOrEqual(8)
    expect(patients.filter(({ breed, species }) => breedById.get(breed)?.species !== species)).toEqual([])
  })

  it('gives equine genders to equines only', () => {
    expect(patients.filter((p) => equineGenders.includes(p.gender) !== isEquine(p.species))).toEqual([])
  })

  it('gives no client more than six patients', () => {
    const counts = new Map<number, number>()
    for (const { client } of patients) counts.set(client, (counts.get(client) ?? 0) + 1)
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(6)
  })

  it('has horses and cattle at the equine and farm practice', () => {
    const large = patients.filter(({ species }) => isEquine(species) || speciesById.get(species)?.code === 'CTL')
    expect(large.length).toBeGreaterThan(20)
    expect(large.filter(({ home_department }) => home_department !== 1)).toEqual([])
  })

  it('has unique microchips of Finland and Sweden', () => {
    const chips = patients.flatMap(({ microchip }) => (microchip === null ? [] : [microchip]))
    expect(new Set(chips).size).toBe(chips.length)
    expect(chips.filter((chip) => !/^(246|752)\d{12}$/.test(chip))).toEqual([])
    // ISO 11784 leaves 38 bits for the number within a country.
    expect(chips.filter((chip) => Number(chip.slice(3)) >= 2 ** 38)).toEqual([])
    expect(chips.length).toBeLessThan(patients.length)
    expect(patients.filter(({ microchip, microchip_date }) => microchip_date && !microchip)).toEqual([])
  })

  it('has dates of birth, registration, weights and death in order, all before today', () => {
    const outOfOrder = patients.filter((p) => {
      const registered = p.date_of_registration
      const days = [p.date_of_birth ?? '', registered, ...p.weights.map(({ measured }) => measured.slice(0, 10))]
      const end = p.deceased ?? today
      const chipped = p.microchip_date ?? registered
      return (
        days.some((day, place) => place > 0 && day < (days[place - 1] ?? '')) ||
        days.some((day) => day > end || day >= today) ||
        registered < (clients[p.client]?.created.slice(0, 10) ?? '') ||
        chipped < (p.date_of_birth ?? '') ||
        chipped > end ||
        chipped >= today ||
        (p.deceased !== null && p.deceased >= today) ||
        (p.deceased !== null && p.deceased <= (p.date_of_birth ?? '')) ||
        (p.deceased === null) !== (p.reason_of_death === '')
      )
    })
    expect(outOfOrder).toEqual([])
    expect(patients.filter(({ deceased }) => deceased !== null).length).toBeGreaterThan(5)
  })

  it('has weights above zero, of which the last is the weight of the patient', () => {
    const weights = patients.flatMap((p) => p.weights)
    expect(weights.filter(({ weight }) => !/^\d{1,4}\.\d{3}$/.test(weight) || Number(weight) <= 0)).toEqual([])
    expect(patients.filter((p) => p.weight !== (p.weights.at(-1)?.weight ?? null))).toEqual([])
  })

  it('has herds at farms, without weight or birthday', () => {
    const herds = patients.filter(({ herd_size }) => herd_size !== null)
    expect(herds.length).toBeGreaterThan(5)
    expect(herds.filter((p) => (p.herd_size ?? 0) < 2 || p.weight !== null || p.date_of_birth !== null)).toEqual([])
  })

  it('has an official name for every horse', () => {
    const horses = patients.filter(({ species }) => speciesById.get(species)?.code === 'HRS')
    expect(horses.filter(({ official_name }) => official_name === '')).toEqual([])
  })

  it('sells about 150 items of all types, each in a VAT group, on an account and in a list', () => {
    const { items, vat_groups, account_numbers, item_lists } = clinic
    expect(items.length).toBeGreaterThanOrEqual(150)
    expect([...new Set(items.map(({ type_code }) => type_code))]).toEqual([1, 2, 3, 4, 5, 6])
    const astray = items.filter(
      (item) => !vat_groups[item.vat_group] || !account_numbers[item.account_number] || !item_lists[item.item_list],
    )
    expect(astray).toEqual([])
    expect(vat_groups.filter(({ account_number }) => !account_numbers[account_number])).toEqual([])
    for (const key of ['name', 'code'] as const) expect(new Set(items.map((item) => item[key])).size).toBe(items.length)
  })

  it('has one price for each item, above its purchase price', () => {
    const priced = clinic.items.map(({ price, price_with_vat, wholesale_price }) => ({
      prices: [price, price_with_vat].filter((one) => one !== undefined),
      wholesale_price,
    }))
    expect(priced.filter(({ prices }) => prices.length !== 1 || !/^\d+\.\d\d$/.test(prices[0]!))).toEqual([])
    expect(priced.filter(({ prices, wholesale_price }) => Number(wholesale_price ?? 0) >= Number(prices[0]))).toEqual(
      [],
    )
  })

  it('has a barcode with a valid check digit for all goods', () => {
    const shelf = clinic.items.filter(({ type_code }) => type_code === 3 || type_code === 4)
    const sum = (code: string) =>
      [...code].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
    expect(shelf.filter(({ barcode }) => !/^2\d{12}$/.test(barcode) || sum(barcode) % 10 !== 0)).toEqual([])
    expect(new Set(shelf.map(({ barcode }) => barcode)).size).toBe(shelf.length)
  })

  it('names an antibiotic for medicines only', () => {
    const known = new Set(readAntibiotics().map(({ atc_code }) => atc_code))
    const named = clinic.items.filter(({ antibiotic }) => antibiotic !== null)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(({ type_code, antibiotic }) => type_code !== 2 || !known.has(antibiotic!))).toEqual([])
  })

  it('has special prices for some items, and alternative payers for some living animals', () => {
    const { alternative_pricings, alternative_payers, items } = clinic
    expect(alternative_pricings.length).toBeGreaterThan(8)
    expect(alternative_pricings.filter(({ item }) => !items[item])).toEqual([])
    expect(alternative_pricings.filter((one) => (one.price === null) === (one.percentage_change === null))).toEqual([])
    expect(alternative_payers.length).toBeGreaterThan(5)
    const astray = alternative_payers.filter(({ client, patient, organization_name }) => {
      const animal = patients[patient]
      return animal?.client !== client || animal.deceased !== null || animal.insurance_company !== organization_name
    })
    expect(astray).toEqual([])
  })

  it('has custom fields of clients and patients, with values of their types', () => {
    const { custom_fields: fields } = clinic
    expect(new Set(fields.map(({ content_type }) => content_type))).toEqual(new Set(['client', 'patient']))
    const kinds = (records: readonly { values: readonly { field: number }[] }[]) =>
      new Set(records.flatMap(({ values }) => values.map(({ field }) => fields[field]?.content_type)))
    expect([kinds(clients), kinds(patients)]).toEqual([new Set(['client']), new Set(['patient'])])
    expect(new Set([...clients, ...patients].flatMap(({ values }) => values.map(({ field }) => field))).size).toBe(
      fields.length,
    )
  })

  it('has four weeks of visits, of living patients, with notes and items', () => {
    const { visits, items } = clinic
    expect(visits.length).toBeGreaterThan(90)
    const days = new Set(visits.map(({ started }) => started.slice(0, 10)))
    expect([days.size > 20, [...days].toSorted().at(-1)]).toEqual([true, today])
    expect(visits.filter((visit) => patients[visit.patient]!.client !== visit.client)).toEqual([])
    expect(visits.filter((visit) => patients[visit.patient]!.deceased !== null)).toEqual([])
    expect(visits.filter(({ veterinarian }) => staff[veterinarian]!.role !== 'veterinarian')).toEqual([])
    expect(visits.filter(({ rows }) => rows.length === 0 || rows.some(({ item }) => !items[item]))).toEqual([])
    expect(visits.flatMap(({ rows }) => rows).filter(({ item }) => items[item]!.discontinued)).toEqual([])
    const earlier = visits.filter(({ started }) => !started.startsWith(today))
    expect(new Set(earlier.map(({ status }) => status))).toEqual(new Set([10]))
    expect(new Set(visits.map(({ status }) => status))).toEqual(new Set([0, 5, 6, 8, 10]))
  })

  it('has no stray whitespace', () => {
    const texts = [...all, ...clinic.items, ...clinic.alternative_payers]
      .flatMap((record) => Object.values(record))
      .filter((value) => typeof value === 'string')
    expect(texts.filter((text) => text !== text.trim() || text.includes('  '))).toEqual([])
  })
})
