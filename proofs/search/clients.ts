import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { chooseName } from '../../src/demo/data/animal-names.ts'
import { choosePersonNames, type Language, toMailName } from '../../src/demo/data/person-names.ts'
import { choosePhoneNumber } from '../../src/demo/generate/phone-numbers.ts'
import { createRandom, type Random } from '../../src/demo/random.ts'
import { connected } from '../../scripts/database.ts'
import type { Urls } from '../harness.ts'

export type NewClient = {
  readonly firstname: string
  readonly lastname: string
  readonly organization_name: string
  readonly email: string
  readonly phone_number: string
  readonly e164: string
  readonly pet: string
  readonly microchip: string
}

const languages: readonly (readonly [Language, number])[] = [
  ['fi', 70],
  ['sv', 15],
  ['et', 5],
  ['en', 3],
  ['other', 7],
]
const trades = ['Stables', 'Kennel', 'Farm', 'Rescue', 'Zoo']

const twice = (random: Random, chance: number, names: readonly string[], between: string) => {
  const name = random.pick(names)
  return random.chance(chance) ? `${name}${between}${random.pick(names)}` : name
}

/** Owners with names, addresses and telephone numbers as a large clinic has them, from the seed. */
export const makeClients = (count: number, seed: number): NewClient[] => {
  const random = createRandom(seed)
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, at) => {
    const { women, men, families } = choosePersonNames(random, random.weighted(languages))
    const firstname = twice(random, 0.5, random.chance(0.5) ? women : men, ' ')
    const lastname = twice(random, 0.4, families, '-')
    const line = { country: 'FI', clientCountry: 'FI', mobile: true, description: '' }
    const { phone_number } = choosePhoneNumber(random, taken, line)
    return {
      firstname,
      lastname,
      organization_name: random.chance(0.06) ? `${lastname} ${random.pick(trades)} ${at}` : '',
      email: `${toMailName(firstname)}.${toMailName(lastname)}.${at}@example.com`,
      phone_number,
      e164: parsePhoneNumberFromString(phone_number, 'FI')!.number,
      pet: chooseName(random, random.pick(['DOG', 'CAT']), random.pick(['male', 'female']), new Set()),
      microchip: String(246_098_100_000_000 + random.int(0, 999_999_999)),
    }
  })
}

const atOnce = 10_000

/** Inserts clients with a phone number, a patient and an invoice each, past the triggers, and makes their suffixes as an operator would. Answers how long that took. */
export const insertClients = ({ superuser }: Urls, organisation: number, newClients: readonly NewClient[]) =>
  connected(superuser, async (client) => {
    await client.query(`select set_config('app.organisation', $1, false)`, [String(organisation)])
    await client.query('set session_replication_role = replica')
    for (let from = 0; from < newClients.length; from += atOnce) {
      const some = newClients.slice(from, from + atOnce)
      const column = (name: keyof NewClient) => some.map((person) => person[name])
      await client.query(
        `with given as (select * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
           $8::text[], $9::text[])
           with ordinality g (firstname, lastname, organization_name, email, phone_number, e164, pet, microchip, at)),
         made as (insert into client (organisation, firstname, lastname, organization_name, email, country)
           select $1, firstname, lastname, organization_name, email, 'FI' from given order by at returning id, email),
         called as (insert into phonenumber (organisation, client, phone_number, e164, type_code)
           select $1, made.id, given.phone_number, given.e164, 1 from made join given using (email) order by made.id),
         billed as (insert into invoice (organisation, client, department, status, invoice_number, finalized, letterhead,
             invoice_date, invoice_due_date, currency, payer_name, total, total_with_vat, due_sum, client_due_sum)
           select $1, made.id, 1, 3, made.id, now(), '{}', now(), now(), 'EUR', given.lastname, 10, 10, d.due, d.due
           from made join given using (email) cross join lateral (select case when given.at % 3 = 0 then 10 else 0 end as due) d)
         insert into patient (organisation, client, name, microchip)
           select $1, made.id, given.pet, given.microchip from made join given using (email) order by made.id`,
        [
          organisation,
          column('firstname'),
          column('lastname'),
          column('organization_name'),
          column('email'),
          column('phone_number'),
          column('e164'),
          column('pet'),
          column('microchip'),
        ],
      )
    }
    await client.query('set session_replication_role = origin')
    const began = performance.now()
    await client.query('call refill_suffixes()')
    return performance.now() - began
  })
