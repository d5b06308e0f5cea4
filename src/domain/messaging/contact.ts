import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Id } from '../../kernel/fields.ts'
import type { Language } from '../organisation/languages.ts'

/** How dates and amounts are written to somebody: the language as the clinic's country writes it, such as `sv-FI`. */
export type Wording = { readonly language: Language; readonly locale: string }

export type Contact = Wording & {
  /** How the client is addressed. */
  readonly name: string
  /** Empty where there is none. */
  readonly email: string
  /** The first mobile number in E.164; empty where there is none. */
  readonly phone: string
}

const wordingIn = (language: string, country: string): Wording => ({
  language: language as Language,
  locale: `${language}-${country}`,
})

/** How somebody is written to of whom no language is known. */
export const usualWording = async (tx: Tx): Promise<Wording> => {
  const { language, country } = await tx
    .selectFrom('organisation')
    .select(['language', 'country'])
    .executeTakeFirstOrThrow()
  return wordingIn(language, country)
}

/** Where and how a client is written to. */
export const contactOf = async (tx: Tx, client: Id<'client'>): Promise<Contact> => {
  const found = await tx
    .selectFrom('client')
    .innerJoin('organisation', 'organisation.organisation', 'client.organisation')
    .select(['client.email', 'organisation.country'])
    .select([
      sql<string>`coalesce(nullif(trim(client.firstname || ' ' || client.lastname), ''), client.organization_name)`.as(
        'name',
      ),
      sql<string>`coalesce(client.language, organisation.language)`.as('language'),
      sql<string>`coalesce((select number.e164 from phonenumber number where number.organisation = client.organisation
        and number.client = client.id and number.type_code = 1 order by number.id limit 1), '')`.as('phone'),
    ])
    .where('client.id', '=', client)
    .executeTakeFirstOrThrow()
  const { name, email, phone, language, country } = found
  return { name, email, phone, ...wordingIn(language, country) }
}
