import { bySuffix, rowsById } from '../../db/suffixes.ts'
import { readInOrganisation, type Reader } from '../../db/tx.ts'
import type { Links } from '../../kernel/links.ts'
import type { AddValue } from '../../kernel/resource.ts'
import { phoneNumbersContaining } from '../clients/finding-clients.ts'

export const certainties = ['high', 'medium', 'low'] as const
export type Certainty = (typeof certainties)[number]
/** What can agree with a booking. */
export const grounds = ['email', 'phone_number', 'last_name', 'patient_name'] as const
export type Ground = (typeof grounds)[number]

const maxSuggested = 10

/**
 * How sure a suggestion is. An address or a number may be shared by a family, so a second sign makes it surer; a name alone is
 * no sign, because many animals have the same.
 */
export const certaintyOf = (matches: readonly Ground[]): Certainty => {
  const contacts = matches.filter((ground) => ground === 'email' || ground === 'phone_number')
  if (contacts.length === 2) return 'high'
  if (contacts.length === 1) return matches.includes('patient_name') ? 'high' : 'medium'
  return 'low'
}

type Booking = { readonly email: string; readonly e164: string; readonly last_name: string }
type Pair = { readonly onlinebookingpatient: number; readonly patient: number; readonly name: string }
type Candidate = { readonly id: number; readonly name: string; readonly pairs: readonly Pair[] } & {
  readonly [G in Exclude<Ground, 'patient_name'>]: boolean
}

export type Suggestion = {
  readonly client: string
  readonly name: string
  readonly certainty: Certainty
  readonly matches: readonly Ground[]
  readonly patients: readonly {
    readonly onlinebookingpatient: string
    readonly patient: string
    readonly name: string
  }[]
}

/** The animals of the booking, each with the living patients of a client that have its name and no other species. */
const pairsOf = (client: string, booking: string) => `from onlinebookingpatient a
  join patient p on p.organisation = t.o and p.client = ${client} and lower(p.name) = lower(a.name)
    and not p.archived and p.deceased is null and coalesce(p.species = a.species, true)
  where a.organisation = t.o and a.onlinebookingclient = ${booking}`

/** SQL that selects the ids of the clients who have something in common with the booking. Texts are found by their suffixes. */
const candidateIds = ({ email, e164, last_name }: Booking, booking: string, add: AddValue): string[] => {
  const parts: string[] = []
  const addresses = bySuffix(6)(email, add)
  if (addresses !== undefined)
    parts.push(`select c.id from ${rowsById(addresses, 'client c', 'c.organisation = t.o', 'c')}
      where lower(c.email) = lower(${add(email, 'text')})`)
  const numbers = e164 === '' ? undefined : phoneNumbersContaining(e164, add)
  if (numbers !== undefined)
    parts.push(`select p.client as id from ${rowsById(numbers, 'phonenumber p', 'p.organisation = t.o', 'p')}
      where p.e164 = ${add(e164, 'text')}`)
  const names = bySuffix(2)(last_name, add)
  if (names !== undefined)
    parts.push(`select c.id from ${rowsById(names, 'client c', 'c.organisation = t.o', 'c')}
      where lower(c.lastname) = lower(${add(last_name, 'text')}) and exists (select ${pairsOf('c.id', booking)})`)
  return parts
}

const readCandidates = (read: Reader, organisation: number, id: number, booking: Booking) => {
  const values: unknown[] = []
  const add: AddValue = (value, cast) => `$${values.push(value) + 1}::${cast}`
  const asked = add(id, 'bigint')
  const ids = candidateIds(booking, asked, add)
  if (ids.length === 0) return []
  const [email, phone, lastName] = [
    add(booking.email, 'text'),
    add(booking.e164, 'text'),
    add(booking.last_name, 'text'),
  ]
  return readInOrganisation<Candidate>(
    read,
    organisation,
    `select c.id, coalesce(nullif(concat_ws(' ', nullif(c.firstname, ''), nullif(c.lastname, '')), ''), c.organization_name) as name,
      ${email} <> '' and lower(c.email) = lower(${email}) as email,
      exists (select from phonenumber p where p.organisation = t.o and p.client = c.id and p.e164 = ${phone}) as phone_number,
      ${lastName} <> '' and lower(c.lastname) = lower(${lastName}) as last_name,
      (select coalesce(json_agg(json_build_object('onlinebookingpatient', a.id, 'patient', p.id, 'name', p.name)
        order by a.id, p.id), '[]'::json) ${pairsOf('c.id', asked)}) as pairs
    from ${rowsById(ids.join(' union all '), 'client c', 'c.organisation = t.o', 'c')} where not c.archived`,
    values,
  )
}

const orderOf = ({ certainty, matches }: Suggestion) => certainties.indexOf(certainty) * 10 - matches.length

/** The clients who may have made an online booking, the likeliest first; undefined where there is no such booking. */
export const readSuggestions = async (
  read: Reader,
  organisation: number,
  id: number,
  links: Links,
): Promise<readonly Suggestion[] | undefined> => {
  const [booking] = await readInOrganisation<Booking>(
    read,
    organisation,
    'select b.email, b.e164, b.last_name from onlinebookingclient b where b.organisation = t.o and b.id = $2::bigint',
    [id],
  )
  if (booking === undefined) return undefined
  const candidates = await readCandidates(read, organisation, id, booking)
  return candidates
    .map(({ id: client, name, pairs, ...agrees }) => {
      const matches = grounds.filter((ground) => (ground === 'patient_name' ? pairs.length > 0 : agrees[ground]))
      return {
        client: links.toUrl('client', client),
        name,
        certainty: certaintyOf(matches),
        matches,
        patients: pairs.map((pair) => ({
          onlinebookingpatient: links.toUrl('onlinebookingpatient', pair.onlinebookingpatient),
          patient: links.toUrl('patient', pair.patient),
          name: pair.name,
        })),
      }
    })
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .slice(0, maxSuggested)
}
