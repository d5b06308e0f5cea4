import { Gender } from '@fetlock/sdk'
import type { Client, Patient } from '../../api/records.ts'
import { typedBirth } from '../../shared/edit/birth.ts'
import type { Draft } from '../../shared/edit/fields.ts'
import { text } from '../../text/en.ts'
import { oddChip, plainChip } from '../../shared/microchip.ts'
import type { Registration } from './registration.ts'

export const emptyDraft: Draft = {
  lastname: '',
  firstname: '',
  phone: '',
  email: '',
  organization_name: '',
  street_address: '',
  zip_code: '',
  city: '',
  name: '',
  species: '',
  breed: '',
  gender: Gender.Unknown,
  born: '',
  microchip: '',
  critical_notes: '',
  reason: '',
  vet: '',
  complaint: '',
}

/** What was typed into a search before, put where it belongs. */
export const carriedDraft = (searched: string): Draft => {
  const given = searched.trim()
  if (given.includes('@')) return { email: given }
  if (/^[+\d][\d\s().-]*$/.test(given)) return { phone: given }
  const [lastname = '', ...others] = given.split(/[,\s]+/)
  return { lastname, firstname: others.join(' ') }
}

const typedIn = (draft: Draft, name: string) => String(draft[name] ?? '').trim()

/** What the form is about besides what was typed. */
export type Situation = {
  readonly client: Client | undefined
  readonly animal: Patient | undefined
  readonly today: string
  readonly locale: string
  readonly department: string | undefined
  /** Whether a visit is begun, too. */
  readonly admits: boolean
}

/** The same as the service asks for, so that it is said before anything is sent. */
const isEmail = (typed: string) => /^[^@\s<>"]+@[^@\s<>".]+(\.[^@\s<>".]+)+$/.test(typed)
const minDigits = 5
const isPhone = (typed: string) => /^[+\d(][\d\s()./-]*$/.test(typed) && typed.replace(/\D/g, '').length >= minDigits

type Complaints = Readonly<Record<string, string>>

const checkClient = (draft: Draft): Complaints => {
  const isNamed = ['lastname', 'firstname', 'organization_name'].some((name) => typedIn(draft, name) !== '')
  const [email, phone] = [typedIn(draft, 'email'), typedIn(draft, 'phone')]
  return {
    ...(isNamed ? {} : { lastname: text.registration.nameNeeded }),
    ...(phone === '' || isPhone(phone) ? {} : { phone: text.registration.badPhone }),
    ...(email === '' || isEmail(email) ? {} : { email: text.registration.badEmail }),
  }
}

const ofAnimal = ['name', 'species', 'breed', 'born', 'microchip', 'critical_notes']
const hasAnimal = (draft: Draft) => ofAnimal.some((name) => typedIn(draft, name) !== '')

const checkAnimal = (draft: Draft, { today, locale }: Situation): Complaints => {
  const typed = typedIn(draft, 'born')
  const born = typedBirth(typed, today, locale)
  return {
    ...(typedIn(draft, 'name') === '' ? { name: text.registration.animalNeeded } : {}),
    ...(typedIn(draft, 'species') === '' ? { species: text.registration.speciesNeeded } : {}),
    ...(typed !== '' && born === undefined ? { born: text.registration.badAge } : {}),
    ...(born !== undefined && born > today ? { born: text.registration.future } : {}),
  }
}

/** Everything that is wrong before anything is sent, by field. */
export const checkDraft = (draft: Draft, situation: Situation): Complaints => {
  const { client, animal, admits } = situation
  const needsAnimal = animal === undefined && (admits || client !== undefined || hasAnimal(draft))
  return {
    ...(client === undefined ? checkClient(draft) : {}),
    ...(needsAnimal ? checkAnimal(draft, situation) : {}),
    ...(admits && typedIn(draft, 'vet') === '' ? { vet: text.registration.vetNeeded } : {}),
  }
}

/** What may be right and seldom is: it is asked once. */
export const doubtsIn = (draft: Draft, { animal }: Pick<Situation, 'animal'>): Complaints => {
  const said = animal === undefined ? oddChip(typedIn(draft, 'microchip')) : undefined
  return said === undefined ? {} : { microchip: said }
}

const textsOf = (draft: Draft, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, typedIn(draft, name)]))
const idOrNull = (typed: string) => (typed === '' ? null : Number(typed))

/** What is to be registered. */
export const wantedOf = (draft: Draft, situation: Situation): Registration => {
  const { client, animal, today, locale, department, admits } = situation
  const made = {
    ...textsOf(draft, ['name', 'critical_notes']),
    gender: Object.values(Gender).find((gender) => gender === draft['gender']) ?? Gender.Unknown,
    microchip: plainChip(typedIn(draft, 'microchip')) || null,
    species: idOrNull(typedIn(draft, 'species')),
    breed: idOrNull(typedIn(draft, 'breed')),
    date_of_birth: typedBirth(typedIn(draft, 'born'), today, locale) ?? null,
  }
  const ofClient = ['lastname', 'firstname', 'organization_name', 'email', 'street_address', 'zip_code', 'city']
  return {
    client: client === undefined ? { made: textsOf(draft, ofClient) } : { known: client.url },
    phone: typedIn(draft, 'phone'),
    patient: animal === undefined ? (hasAnimal(draft) ? { made } : undefined) : { known: animal.url },
    visit: admits
      ? {
          complaint: typedIn(draft, 'complaint'),
          reason: typedIn(draft, 'reason') || null,
          supervising_veterinarian: typedIn(draft, 'vet'),
          ...(department && { department }),
        }
      : undefined,
  }
}
