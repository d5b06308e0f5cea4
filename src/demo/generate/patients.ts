import { readBreeds, readSpecies } from '../../domain/clients/codelists/read.ts'
import { chooseHorseName, chooseName, choosePedigreeName } from '../data/animal-names.ts'
import type { AnimalKept } from './animals-kept.ts'
import type { BreedProfile } from '../data/breed-profile.ts'
import { chooseReasonOfDeath, chooseRemark, chooseWarning } from '../data/case-notes.ts'
import { createdDay } from './clients.ts'
import { daysPerYear, toDate } from './days.ts'
import type { Household, Keeping } from './households.ts'
import { chooseLife, type Life } from './lives.ts'
import type { DemoClient, DemoPatient, Gender } from './model.ts'
import { equineAndFarmPractice, smallAnimalHospital } from './organisation.ts'
import { insurers } from './payers.ts'
import type { Random } from '../random.ts'
import { profileOf, type SpeciesProfile } from '../data/species-profiles.ts'
import { weighOverTheYears } from './weights.ts'

type Sex = 'male' | 'female'
type Owner = { index: number; client: DemoClient; household: Household }
/** Microchips and names that are taken, so that they stay unique. */
type Given = { chips: Set<string>; officialNames: Set<string>; names: Set<string> }

const equines = ['HRS', 'DNK', 'MUL']
const farmAnimals = ['CTL', 'SHP', 'GOT', 'PIG', 'ALP', 'CHK']
const exotics = ['PRT', 'TOR', 'LIZ', 'SNK']

const idsByCode = () => new Map([...readSpecies(), ...readBreeds()].map(({ code, id }) => [code, id]))
const ids = idsByCode()

const idOf = (code: string) => {
  const id = ids.get(code)
  if (id === undefined) throw new Error(`no ${code} in the codelists`)
  return id
}

const chooseBreed = (random: Random, profile: SpeciesProfile, wanted: readonly string[]): BreedProfile => {
  const breeds = profile.breeds.filter(({ code }) => wanted.length === 0 || wanted.includes(code))
  return random.weighted(breeds.map((entry) => [entry, entry.share] as const))
}

// Tortoiseshell cats are female.
const chooseColor = (random: Random, { colors }: BreedProfile, sex: Sex) =>
  random.pick(sex === 'male' ? colors.filter((color) => color !== 'Tortoiseshell') : colors)

const lifespanOf = (profile: SpeciesProfile, kg: number) => {
  if (profile.code !== 'DOG') return profile.lifespan
  return kg < 12 ? 15 : kg < 30 ? 13.5 : kg < 45 ? 11.5 : 9.5
}

const chooseGender = (random: Random, species: string, sex: Sex, years: number, keeping: Keeping): Gender => {
  if (equines.includes(species)) {
    if (sex === 'female') return 'Mare'
    return years < 2 || random.chance(0.12) ? 'Stallion' : 'Gelding'
  }
  if (exotics.includes(species) && random.chance(0.45)) return 'Unknown'
  const neutered: Record<string, number> = { DOG: 0.36, CAT: 0.88, RAB: 0.45, FER: 0.6, GOT: 0.3, ALP: 0.4 }
  const breeding = keeping === 'kennel' || keeping === 'cattery'
  const share = breeding ? 0.12 : (neutered[species] ?? 0)
  const onlyMales = species === 'GOT' || species === 'ALP'
  const isNeutered = years > 0.7 && !(onlyMales && sex === 'female') && random.chance(share)
  if (sex === 'male') return isNeutered ? 'Male, neutered' : 'Male'
  return isNeutered ? 'Female, neutered' : 'Female'
}

const chooseChip = (random: Random, country: string, taken: Set<string>): string => {
  const prefix = country === 'SE' || random.chance(0.06) ? '752' : '246'
  const chip = `${prefix}09${random.digits(10)}`
  if (taken.has(chip)) return chooseChip(random, country, taken)
  taken.add(chip)
  return chip
}

const chooseChipDay = (random: Random, life: Life, birthKnown: boolean) => {
  if (!birthKnown || random.chance(0.25)) return life.registered
  return Math.min(life.birth + random.int(45, 75), life.until)
}

const chooseInsurance = (random: Random, share: number) => {
  if (!random.chance(share)) return { insurance: '', insurance_company: '' }
  const { name: insurance_company, letters } = random.pick(insurers)
  return { insurance: `${letters}-${random.digits(6)}`, insurance_company }
}

const chooseNewOfficialName = (choose: () => string, taken: Set<string>): string => {
  const name = choose()
  if (name !== '' && taken.has(name)) return chooseNewOfficialName(choose, taken)
  taken.add(name)
  return name
}

const chooseOfficialName = (random: Random, species: string, breed: string, name: string, household: Household) => {
  if (species === 'HRS') return chooseHorseName(random, breed, name)
  const own = household.keeping === 'kennel' || household.keeping === 'cattery'
  const pure = !/-(MIX|UNK|DOSH|DOME)$/.test(breed)
  if ((species !== 'DOG' && species !== 'CAT') || !pure || !(own || random.chance(0.3))) return ''
  return choosePedigreeName(random, own ? household.organization_name.replace(/^\S+ | (HB|OÜ)$/g, '') : '')
}

const choosePassport = (random: Random, species: string, country: string) => {
  if (equines.includes(species)) return random.chance(0.85) ? `H${random.digits(7)}` : ''
  if (species !== 'DOG' && species !== 'CAT' && species !== 'FER') return ''
  const abroad = country === 'SE' || country === 'EE'
  return random.chance(abroad ? 0.9 : 0.1) ? `${abroad ? country : 'FI'}-${random.digits(8)}` : ''
}

const chooseRegisterNumber = (random: Random, species: string, birth: number) => {
  if (species === 'HRS') return `FI-${toDate(birth).slice(0, 4)}-${random.digits(5)}`
  return species === 'CTL' ? `FI 0000 90${random.digits(4)} ${random.digits(4)}` : ''
}

const chooseBloodGroup = (random: Random, species: string) => {
  if (species === 'DOG' && random.chance(0.06)) return random.pick(['DEA 1 positive', 'DEA 1 negative'])
  return species === 'CAT' && random.chance(0.05) ? random.pick(['A', 'A', 'A', 'B', 'AB']) : ''
}

const chooseTags = (random: Random, species: string, years: number, lifespan: number, household: Household) => {
  const tags: string[] = []
  if (species === 'DOG' && years < 1) tags.push('puppy')
  if (species === 'CAT' && years < 1) tags.push('kitten')
  if (years > lifespan * 0.72 && !farmAnimals.includes(species)) tags.push('senior')
  const shelter = household.keeping.endsWith('shelter')
  if (shelter && random.chance(0.6)) tags.push('for rehoming')
  if (household.keeping === 'riding school') tags.push('lesson horse')
  if (household.keeping === 'trotting stable' && years < 13) tags.push('racing')
  if (household.keeping === 'guard dogs') tags.push('working dog')
  const more: Record<string, readonly string[]> = {
    DOG: ['agility', 'hunting', 'show', 'anxious', 'weight control', 'dental'],
    CAT: ['dental', 'anxious', 'weight control', 'indoor'],
    HRS: ['competition', 'dressage', 'leisure'],
  }
  const choices = tags.length > 0 || shelter ? [] : (more[species] ?? [])
  if (choices.length > 0 && years > 1 && random.chance(0.18)) tags.push(random.pick(choices))
  return tags
}

const sexFactor = (species: string, sex: Sex) => {
  const males = species === 'CTL' ? 1.5 : species === 'SHP' || species === 'GOT' || species === 'PIG' ? 1.3 : 1.08
  return sex === 'male' ? males : 0.95
}

/** Weights over the years; a few patients are never weighed. */
const chooseWeights = (random: Random, species: string, sex: Sex, breed: BreedProfile, life: Life) => {
  const { newborn, halfGrown: usual } = profileOf(species)
  const halfGrown = species === 'DOG' ? (breed.kg < 10 ? 3.3 : breed.kg < 30 ? 4 : 5.2) : usual
  if (random.chance(0.05)) return []
  return weighOverTheYears(random, {
    adultKg: breed.kg * sexFactor(species, sex) * (0.88 + 0.12 * (random.next() + random.next())),
    newborn,
    halfGrown,
    birth: life.birth,
    from: life.registered,
    until: life.until,
    dying: life.death !== null && !life.early,
    quick: breed.kg < 90 && halfGrown < 8,
    interval: breed.kg > 100 ? 560 : 330,
  })
}

const chooseDepartment = (species: string, client: DemoClient) => {
  if (equines.includes(species) || farmAnimals.includes(species)) return equineAndFarmPractice
  return client.home_department === equineAndFarmPractice ? smallAnimalHospital : client.home_department
}

/** The first patient is registered with the client, the others later. Shelters do not keep animals for years. */
const chooseRegistered = (random: Random, { client, household }: Owner, first: boolean, today: number) => {
  const created = createdDay(client)
  if (household.keeping.endsWith('shelter')) return random.int(Math.max(created, today - 420), today - 1)
  return first || random.chance(0.3) ? created : random.int(created, today - 1)
}

const herdPatient = (random: Random, owner: Owner, kept: AnimalKept, today: number): DemoPatient => ({
  ...unremarkable,
  client: owner.index,
  name: kept.herd?.name ?? '',
  species: idOf(kept.species),
  breed: idOf(chooseBreed(random, profileOf(kept.species), kept.breeds).code),
  gender: kept.herd?.gender ?? 'Unknown',
  date_of_registration: toDate(chooseRegistered(random, owner, true, today)),
  weights: [],
  archived: owner.client.archived,
  herd_size: kept.herd?.size ?? null,
  remarks: kept.herd?.remarks ?? '',
  home_department: equineAndFarmPractice,
  tags: ['herd'],
})

const unremarkable = {
  official_name: '',
  color: '',
  date_of_birth: null,
  microchip: null,
  microchip_date: null,
  weight: null,
  deceased: null,
  reason_of_death: '',
  insurance: '',
  insurance_company: '',
  passport_number: '',
  register_number: '',
  not_for_food: false,
  blood_group: '',
  critical_notes: '',
}

export const makePatient = (
  random: Random,
  owner: Owner,
  kept: AnimalKept,
  first: boolean,
  given: Given,
  today: number,
): DemoPatient => {
  if (kept.herd) return herdPatient(random, owner, kept, today)
  const { client, household } = owner
  const { species } = kept
  const profile = profileOf(species)
  const breed = chooseBreed(random, profile, kept.breeds)
  const lifespan = lifespanOf(profile, breed.kg)
  const life = chooseLife(random, species, lifespan, chooseRegistered(random, owner, first, today), today)
  const years = (life.until - life.birth) / daysPerYear
  const sex = kept.sex ?? random.pick(['male', 'female'] as const)
  const gender = chooseGender(random, species, sex, years, household.keeping)
  const name = chooseName(random, species, sex, given.names)
  given.names.add(name)
  const horse = equines.includes(species)
  const birthKnown = horse || !random.chance(household.keeping.endsWith('shelter') ? 0.4 : 0.03)
  const chip = random.chance(profile.chipped) ? chooseChip(random, client.country, given.chips) : null
  const weights = chooseWeights(random, species, sex, breed, life)
  const gone = life.death === null && !client.archived && random.chance(0.015)
  return {
    ...unremarkable,
    client: owner.index,
    name,
    official_name: chooseNewOfficialName(
      () => chooseOfficialName(random, species, breed.code, name, household),
      given.officialNames,
    ),
    species: idOf(species),
    breed: idOf(breed.code),
    gender,
    color: chooseColor(random, breed, sex),
    date_of_birth: birthKnown ? toDate(life.birth) : null,
    date_of_registration: toDate(life.registered),
    microchip: chip,
    microchip_date: chip && random.chance(0.85) ? toDate(chooseChipDay(random, life, birthKnown)) : null,
    weight: weights.at(-1)?.weight ?? null,
    weights,
    deceased: life.death === null ? null : toDate(life.death),
    reason_of_death: life.death === null ? '' : chooseReasonOfDeath(random, species, life.early),
    archived: client.archived || gone,
    ...chooseInsurance(random, household.keeping.endsWith('shelter') ? 0 : profile.insured),
    passport_number: choosePassport(random, species, client.country),
    register_number: chooseRegisterNumber(random, species, life.birth),
    herd_size: null,
    not_for_food: horse && random.chance(0.72),
    blood_group: chooseBloodGroup(random, species),
    remarks: gone ? 'New owner, no longer with this client.' : chooseRemark(random, species),
    critical_notes: years < 0.8 ? '' : chooseWarning(random, species, breed.code),
    home_department: chooseDepartment(species, client),
    tags: life.death === null ? chooseTags(random, species, years, lifespan, household) : [],
  }
}
