import { daysPerYear, openingTime, toDay } from './days.ts'
import { type Household, keepsFarmAnimals, keepsHorses } from './households.ts'
import type { DemoClient, DemoCommunicationPreferences, DemoPhoneNumber } from './model.ts'
import { cityBranch, equineAndFarmPractice, smallAnimalHospital } from './organisation.ts'
import { choosePersonNames, toMailName } from '../data/person-names.ts'
import { choosePhoneNumber } from './phone-numbers.ts'
import { chooseAddress } from '../data/places.ts'
import type { Random } from '../random.ts'
import { chooseAssociationNumber, chooseCompanyNumbers } from './register-numbers.ts'

type Taken = { mail: Set<string>; phones: Set<string> }

const choosePerson = (random: Random, household: Household) => {
  const names = choosePersonNames(random, household.language)
  const woman = random.chance(0.66)
  const title = random.weighted([
    ['', 78],
    [woman ? 'Ms' : 'Mr', 20],
    ['Dr', 2],
  ])
  return { title, firstname: random.pick(woman ? names.women : names.men), lastname: random.pick(names.families) }
}

type Person = ReturnType<typeof choosePerson>

const chooseMail = (random: Random, household: Household, person: Person, taken: Set<string>): string => {
  if (household.organization_name === '' && random.chance(0.05)) return ''
  const first = toMailName(person.firstname)
  const last = toMailName(person.lastname)
  const organisation = toMailName(household.organization_name.replace(/ (Oy|Ab|AB|Kb|HB|OÜ|ry|rf)$/, ''))
  const local = household.organization_name
    ? random.pick([organisation, `${first}.${last}`, `${organisation}.office`])
    : random.pick([`${first}.${last}`, `${first}${last}`, `${last}.${first}`, `${first[0]}.${last}`])
  const domain = random.pick(['example.com', 'example.com', 'example.net', 'example.org'])
  const free = [local, `${local}2`, `${local}3`, `${local}4`].find((name) => !taken.has(`${name}@${domain}`))
  if (free === undefined) return chooseMail(random, household, person, taken)
  taken.add(`${free}@${domain}`)
  return `${free}@${domain}`
}

const privateLines = ['home', 'spouse', 'work', 'daughter', 'son', 'summer cottage', 'neighbour, has the key']
const companyLines = ['office', 'on duty', 'accounts', 'manager', 'evenings']

const desks = ['home', 'work', 'office', 'accounts', 'barn', 'summer cottage']

const choosePhones = (random: Random, household: Household, taken: Set<string>): DemoPhoneNumber[] => {
  const own = household.country === 'GB' ? 'FI' : household.country
  const line = { country: own, clientCountry: household.country }
  const isPrivate = household.organization_name === ''
  const first = isPrivate
    ? { mobile: random.chance(0.96), description: '' }
    : { mobile: random.chance(0.7), description: household.country === 'GB' ? 'coordinator in Finland' : '' }
  const more = random.weighted([
    [0, 60],
    [1, 32],
    [2, 8],
  ])
  const yard = keepsHorses(household.keeping) ? ['stable'] : keepsFarmAnimals(household.keeping) ? ['barn'] : []
  const descriptions = random.shuffle([...(isPrivate ? privateLines : companyLines), ...yard]).slice(0, more)
  const others = descriptions.map((description) => ({
    mobile: random.chance(desks.includes(description) ? 0.35 : 0.97),
    description,
  }))
  const fromAbroad = isPrivate && household.country === 'FI' && random.chance(0.02)
  return [first, ...others].map((entry, place) =>
    choosePhoneNumber(random, taken, {
      ...line,
      ...entry,
      country: fromAbroad && place === 0 ? random.pick(['SE', 'EE']) : own,
    }),
  )
}

const answer = (random: Random, yes: number) => (random.chance(0.06) ? null : random.chance(yes))

const choosePreferences = (
  random: Random,
  reach: { mail: boolean; mobile: boolean },
  created: string,
  today: number,
): DemoCommunicationPreferences => {
  if (random.chance(0.24)) return { email: null, sms: null, post: null, answered_at: null }
  const nextDay = toDay(created.slice(0, 10)) + 1
  const later = nextDay < today && random.chance(0.5)
  return {
    email: reach.mail ? answer(random, 0.84) : false,
    sms: reach.mobile ? answer(random, 0.9) : false,
    post: answer(random, 0.35),
    answered_at: later ? openingTime(random, random.int(nextDay, today - 1)) : created,
  }
}

const privateRemarks = [
  'Prefers morning appointments.',
  'Works shifts, call after three.',
  'Comes by bus, needs a flexible time.',
  'Pays at the desk, no invoice.',
  'Likes to have lab results explained by phone.',
  'Shared custody of the pets with a former spouse.',
  'Recommended by a neighbour.',
]
const criticalNotes = [
  'Two invoices went to collection. Payment at the visit only.',
  'Asked that nothing is told to other family members by phone.',
  'Legal guardian must approve treatment over 300 euros.',
]
const farmRemarks = [
  'Park by the main barn; boots are disinfected at the gate.',
  'Herd health contract, visit every month.',
  'Invoice monthly, all visits on one.',
]
const dairyRemarks = [...farmRemarks, 'Milking 5-8 and 16-19, call outside these hours.']
const horseOwnerRemarks = [
  'The horse is at a livery yard, ask for the address.',
  'Has own trailer, can come to the clinic.',
  'No trailer, stable visits only.',
]
const stableRemarks = [
  'Trailer can be turned in the yard behind the arena.',
  'Stable keeper is present on weekdays 7-15.',
  'Ask the owner of each horse before treatment.',
]
const shelterRemarks = ['Charity price list.', 'Animals are booked under their shelter names until they are rehomed.']

const hardOfHearing = 'Hard of hearing. Do not call, send a text message.'

const chooseCriticalNotes = (random: Random, household: Household, noSms: boolean) => {
  if (household.organization_name || !random.chance(0.06)) return ''
  return random.pick(noSms ? criticalNotes : [...criticalNotes, hardOfHearing])
}

const chooseRemarks = (random: Random, household: Household) => {
  if (keepsFarmAnimals(household.keeping) && household.organization_name) {
    return random.pick(household.keeping === 'dairy farm' ? dairyRemarks : farmRemarks)
  }
  if (household.keeping.endsWith('shelter')) return random.pick([...shelterRemarks, ''])
  if (keepsHorses(household.keeping) && random.chance(0.4)) {
    return random.pick(household.organization_name ? stableRemarks : horseOwnerRemarks)
  }
  if (household.organization_name || !random.chance(0.2)) return ''
  return random.pick(privateRemarks)
}

const languageTag = { fi: null, sv: 'swedish', et: 'estonian', en: 'english', other: 'english' }

const chooseTags = (random: Random, household: Household) => {
  const tags: string[] = []
  const language = languageTag[household.language]
  if (language && random.chance(0.45)) tags.push(language)
  if (household.keeping === 'kennel' || household.keeping === 'cattery') tags.push('breeder')
  if (household.keeping.endsWith('farm') && household.organization_name) tags.push('farm contract')
  if (household.keeping.endsWith('shelter')) tags.push('rescue')
  if (household.organization_name === '') {
    const chosen = random.weighted([
      ['', 78],
      ['senior', 8],
      ['student', 6],
      ['health plan', 5],
      ['staff family', 2],
      ['payment plan', 3],
    ])
    if (chosen) tags.push(chosen)
  }
  return tags
}

const chooseNumbers = (random: Random, { customer_type, country }: Household) => {
  if (customer_type === 0) return { vat_number: '', register_number: '' }
  if (customer_type >= 3) return { vat_number: '', register_number: chooseAssociationNumber(random, country) }
  return chooseCompanyNumbers(random, country)
}

/** More clients were registered recently than eight years ago. */
const chooseCreated = (random: Random, today: number) => {
  const share = random.next()
  return today - 1 - Math.floor((8 * daysPerYear - 2) * share * (0.5 + 0.5 * share))
}

const chooseDepartment = (random: Random, household: Household, centre: boolean) => {
  if (keepsHorses(household.keeping) || keepsFarmAnimals(household.keeping)) return equineAndFarmPractice
  if (centre) return random.chance(0.8) ? cityBranch : smallAnimalHospital
  return random.chance(0.12) ? cityBranch : smallAnimalHospital
}

export const makeClient = (random: Random, household: Household, taken: Taken, today: number): DemoClient => {
  const created = openingTime(random, chooseCreated(random, today))
  const person = choosePerson(random, household)
  const email = chooseMail(random, household, person, taken.mail)
  const swedish = household.language === 'sv' && random.chance(0.8)
  const rural =
    (keepsFarmAnimals(household.keeping) || household.organization_name !== '') && household.keeping !== 'house animals'
  const { address, centre } = chooseAddress(random, { swedish, rural, country: household.country })
  const phoneNumbers = choosePhones(random, household, taken.phones)
  const reach = { mail: email !== '', mobile: phoneNumbers.some((phone) => phone.type_code === 1) }
  const preferences = choosePreferences(random, reach, created, today)
  const archived = household.organization_name === '' && random.chance(0.04)
  return {
    ...person,
    title: household.organization_name ? '' : person.title,
    organization_name: household.organization_name,
    email,
    customer_type: household.customer_type,
    ...chooseNumbers(random, household),
    ...address,
    no_sms: preferences.sms === false,
    no_email: preferences.email === false,
    archived,
    remarks: archived ? random.pick(['Moved abroad.', 'Changed to another clinic.']) : chooseRemarks(random, household),
    critical_notes: chooseCriticalNotes(random, household, preferences.sms === false),
    home_department: chooseDepartment(random, household, centre),
    tags: chooseTags(random, household),
    due_date_delay: household.organization_name ? random.pick([14, 14, 21, 30]) : random.chance(0.04) ? 30 : null,
    communication_preferences: preferences,
    created,
    phone_numbers: phoneNumbers,
  }
}

export const createdDay = (client: DemoClient) => toDay(client.created.slice(0, 10))
