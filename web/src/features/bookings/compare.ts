import type { Suggestion, Taken } from '../../api/onlinebooking.ts'
import { type Client, nameOfClient, type OnlineBooking, type Patient } from '../../api/records.ts'

/** What is compared with the record of a client, in its order. */
export const comparedFields = ['name', 'email', 'phone', 'address'] as const
export type ComparedField = (typeof comparedFields)[number]

/** `differs`: both have one. `new`: only the owner wrote one. `none`: the owner wrote none. */
export type Agreement = 'same' | 'similar' | 'differs' | 'new' | 'none'

export type Compared = {
  readonly field: ComparedField
  readonly typed: string
  readonly ours: string
  readonly agreement: Agreement
}

const folded = (typed: string) => typed.trim().toLowerCase().replaceAll(/\s+/g, ' ')
const wordsOf = (typed: string) =>
  folded(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The last digits are the same with and without the country. */
const digitsOf = (phone: string) => phone.replaceAll(/\D/g, '').slice(-8)

const addressOf = ({ street_address, zip_code, city }: Pick<Client, 'street_address' | 'zip_code' | 'city'>) =>
  [street_address, [zip_code, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')

const nameOfBooking = ({ first_name, last_name }: OnlineBooking) => [first_name, last_name].filter(Boolean).join(' ')

/** How many letters are added, left out or replaced between two words. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [place, against] of [...other].entries())
      next.push(Math.min(next[place]! + 1, row[place + 1]! + 1, row[place]! + (letter === against ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

/** Whether two names of animals may be one that was misspelt: Bela and Bella. */
export const isSimilarName = (one: string, other: string) => {
  const [short, long] = [folded(one), folded(other)].toSorted((left, right) => left.length - right.length) as [
    string,
    string,
  ]
  return short.length > 2 && distance(short, long) <= (short.length > 5 ? 2 : 1)
}

const agreementOf = (typed: string, ours: string, isSame: boolean, isSimilar = false): Agreement => {
  if (typed === '') return 'none'
  if (isSame) return 'same'
  if (ours === '') return 'new'
  return isSimilar ? 'similar' : 'differs'
}

const compareName = (booking: OnlineBooking, client: Client): Compared => {
  const [typed, ours] = [nameOfBooking(booking), nameOfClient(client)]
  const [theirWords, ourWords] = [wordsOf(typed), wordsOf(`${client.firstname} ${client.lastname} ${ours}`)]
  const isSame = theirWords.length > 0 && new Set(ourWords).symmetricDifference(new Set(theirWords)).size === 0
  const isSimilar = theirWords.some((word) => word.length > 1 && ourWords.includes(word))
  return { field: 'name', typed, ours, agreement: agreementOf(typed, ours, isSame, isSimilar) }
}

const comparePhone = ({ phone_number: typed }: OnlineBooking, client: Client): Compared => {
  const phones = client.phone_numbers_data ?? []
  const same = phones.find(({ phone_number, e164 }) =>
    [phone_number, e164].some((one) => digitsOf(one) === digitsOf(typed)),
  )
  const ours = (same ?? phones[0])?.phone_number ?? ''
  return { field: 'phone', typed, ours, agreement: agreementOf(typed, ours, typed !== '' && same !== undefined) }
}

/** A booking beside the record of a client, line by line. */
export const compare = (booking: OnlineBooking, client: Client): readonly Compared[] => {
  const { email } = booking
  const [typed, ours] = [addressOf(booking), addressOf(client)]
  return [
    compareName(booking, client),
    {
      field: 'email',
      typed: email,
      ours: client.email,
      agreement: agreementOf(email, client.email, folded(email) === folded(client.email)),
    },
    comparePhone(booking, client),
    { field: 'address', typed, ours, agreement: agreementOf(typed, ours, folded(typed) === folded(ours)) },
  ]
}

/** Whether there is something to choose about a line. */
export const isOffered = ({ agreement }: Compared) => agreement === 'differs' || agreement === 'new'

/** What is changed in the record of the client, where the owner's lines are taken. Parts that they left out stay. */
export const takenOf = (booking: OnlineBooking, client: Client, fields: ReadonlySet<ComparedField>): Taken => {
  const written = Object.entries({
    ...(fields.has('name') && { firstname: booking.first_name, lastname: booking.last_name }),
    ...(fields.has('email') && { email: booking.email }),
    ...(fields.has('address') && {
      street_address: booking.street_address,
      zip_code: booking.zip_code,
      city: booking.city,
    }),
  }).filter(([, value]) => value !== '')
  return {
    fields: Object.fromEntries(written),
    phone: fields.has('phone')
      ? { phone_number: booking.phone_number, replaces: client.phone_numbers_data?.[0] }
      : undefined,
  }
}

type Animal = NonNullable<OnlineBooking['patients_data']>[number]

/** Which of the living patients of a client an animal probably is; null where it is none of them. */
export const likelyPatient = (
  animal: Animal,
  living: readonly Patient[],
  suggestion: Suggestion | undefined,
): Patient | null => {
  const pair = suggestion?.patients.find(({ onlinebookingpatient }) => onlinebookingpatient === animal.url)
  const paired = living.find(({ url }) => url === pair?.patient)
  if (paired !== undefined) return paired
  const fitting = living.filter(
    ({ species_code }) => animal.species === null || species_code === null || species_code === animal.species,
  )
  return (
    fitting.find(({ name }) => folded(name) === folded(animal.name)) ??
    fitting.find(({ name }) => isSimilarName(name, animal.name)) ??
    null
  )
}

export const animalAgreement = (
  { name }: Animal,
  patient: Patient | undefined,
): 'same' | 'similar' | 'differs' | 'new' => {
  if (patient === undefined) return 'new'
  if (folded(name) === folded(patient.name)) return 'same'
  return isSimilarName(name, patient.name) ? 'similar' : 'differs'
}

/** Whether a suggestion can be taken without a look at others: it is sure, and the only one that is. */
export const isSure = (suggestions: readonly Suggestion[], client: string | undefined) => {
  const sure = suggestions.filter(({ certainty }) => certainty === 'high')
  return sure.length === 1 && sure[0]!.client === client
}
