import { bySuffix, rowsById } from '../../db/suffixes.ts'
import { readInOrganisation, type Reader } from '../../db/tx.ts'
import { hasPermission, type Actor } from '../../kernel/caller.ts'
import { pattern } from '../../kernel/filters.ts'
import type { AddValue } from '../../kernel/resource.ts'
import { owingOf } from '../billing/balances.ts'
import { phoneNumberCandidates, phoneNumberMatches } from '../clients/finding-clients.ts'

export const maxResults = 20
/** Terms that are shorter are in too many texts, and in no index. */
const shortest = 3
/** How many records are looked at for one term, in the order of the index: of a term that is nearly everywhere not all are. */
const maxRead = 300
/** How many ids are compared where several words must all be found. */
const maxCompared = 5_000
/** More words than this are compared with the records that the first ones find. */
const maxIndexed = 3

/** The fields of migrations/0010_search.sql and 0036_more_findable.sql: family names first. */
const clientFields = [2, 3, 1, 6].map((field) => bySuffix(field))
const byPatientName = bySuffix(5)
const byMicrochip = bySuffix(7)

type Asked = {
  readonly q: string
  readonly words: readonly string[]
  /** Those that the index can find, the longest first, because it is in the fewest texts. */
  readonly indexed: readonly string[]
  readonly add: AddValue
}

const lengthOf = (text: string) => [...text].length

/** In the order of the index, which the planner could not keep otherwise: it does not know how many there are. */
const first = (ids: string, most: number) => `(${ids} order by suffix.suffix, suffix.record limit ${most})`

const clientsWith = (word: string, add: AddValue, most: number) =>
  clientFields.map((find) => first(find(word, add)!, most)).join(' union all ')
const patientsWith = (word: string, add: AddValue, most: number) => first(byPatientName(word, add)!, most)

/** The ids that every one of these queries selects. */
const inAll = (queries: readonly string[]) =>
  `select id from (${queries.map((query) => `(${query})`).join(' intersect ')}) all_words`

const aClient = 'client c'
const aPatient = 'patient p'
const ofOrganisation = (row: string) => `${row}.organisation = t.o`

const each = <T>(words: readonly T[], query: (word: T) => string) => words.map(query)

const clientIds = ({ indexed, add }: Asked) =>
  indexed.length === 1
    ? clientsWith(indexed[0]!, add, maxRead)
    : `${inAll(each(indexed, (word) => clientsWith(word, add, maxCompared)))} limit ${maxRead}`

/** Patients of which one word is the name and the others are the owner's: “bella koski”. */
const petOfOwner = ({ indexed, add }: Asked, name: string) => {
  const owners = each(
    indexed.filter((word) => word !== name),
    (word) => clientsWith(word, add, maxCompared),
  )
  return `select p.id from ${rowsById(patientsWith(name, add, maxCompared), aPatient, ofOrganisation('p'), 'p')}
    where p.client in (${inAll(owners)})`
}

const patientIds = (asked: Asked) => {
  const { indexed, add } = asked
  if (indexed.length === 1) return patientsWith(indexed[0]!, add, maxRead)
  const whole = `${inAll(each(indexed, (word) => patientsWith(word, add, maxCompared)))} limit ${maxRead}`
  const parts = each(indexed, (name) => `(select id from (${petOfOwner(asked, name)}) pet limit ${maxRead})`)
  return [`(${whole})`, ...parts].join(' union all ')
}

/** Every word is somewhere in these texts. The index knows the beginning of long words only, and of short ones nothing. */
const hasAllWords = ({ words, add }: Asked, texts: readonly string[]) =>
  each(words, (word) => `concat_ws(' ', ${texts.join(', ')}) ilike ${add(pattern(word), 'text')}`).join(' and ')

/** 0 for what was typed in full, 1 for what begins with it, 2 for the rest. */
const rankOf = ({ q, add }: Asked, texts: readonly string[]) => {
  const typed = `lower(${add(q, 'text')})`
  const small = texts.map((text) => `lower(${text})`)
  return `case when ${typed} in (${small.join(', ')}) then 0
    when ${small.map((text) => `starts_with(${text}, ${typed})`).join(' or ')} then 1 else 2 end`
}

const personAt = (row: string) => `trim(${row}.firstname || ' ' || ${row}.lastname)`
/** A client in one line: the organisation with the person in brackets, or whichever of them there is. */
const clientLabel = (row: string) => `case when ${row}.organization_name = '' then ${personAt(row)}
  when ${personAt(row)} = '' then ${row}.organization_name
  else ${row}.organization_name || ' (' || ${personAt(row)} || ')' end`
const patientLabel = `coalesce(nullif(p.name, ''), nullif(p.official_name, ''), p.microchip, '')`
const invoiceLabel = `concat_ws('-', nullif(i.invoice_prefix, ''), i.invoice_number)`

const clientState = `case when c.archived then 'archived' else 'active' end`
const patientState = `case when p.archived then 'archived' when p.deceased is not null then 'deceased' else 'active' end`

const clientsByName = (asked: Asked) => {
  const names = ['c.lastname', 'c.firstname', 'c.organization_name', 'c.email']
  const whole = [personAt('c'), `trim(c.lastname || ' ' || c.firstname)`]
  return `select 'client' as type, c.id, 'name' as found_by, ${rankOf(asked, [...names, ...whole])} as rank,
      ${clientState} as state, ${clientLabel('c')} as label, null::text as detail, null::bigint as client
    from ${rowsById(clientIds(asked), aClient, ofOrganisation('c'), 'c')} where ${hasAllWords(asked, names)}`
}

const clientsByPhone = (numbers: readonly string[], { q, add }: Asked) =>
  `select 'client', c.id, 'phone_number', 1, ${clientState}, ${clientLabel('c')}, n.phone_number, null::bigint
    from ${rowsById(numbers.map((ids) => first(ids, maxRead)).join(' union all '), 'phonenumber n', ofOrganisation('n'), 'n')}
    cross join lateral (select * from ${aClient} where ${ofOrganisation('c')} and c.id = n.client offset 0) c
    where ${phoneNumberMatches(q, add, 'n')}`

const patientsByName = (asked: Asked) => {
  const owner = ['o.firstname', 'o.lastname', 'o.organization_name']
  return `select 'patient', p.id, 'name', ${rankOf(asked, ['p.name'])}, ${patientState}, ${patientLabel}, null, p.client
    from ${rowsById(patientIds(asked), aPatient, ofOrganisation('p'), 'p')}
    cross join lateral (select * from client o where ${ofOrganisation('o')} and o.id = p.client offset 0) o
    where ${hasAllWords(asked, ['p.name', ...owner])}`
}

const patientsByMicrochip = (numbers: string, digits: string, { add }: Asked) =>
  `select 'patient', p.id, 'microchip', case when p.microchip = ${add(digits, 'text')} then 0 else 1 end, ${patientState},
      ${patientLabel}, p.microchip, p.client
    from ${rowsById(first(numbers, maxRead), aPatient, ofOrganisation('p'), 'p')}
    where p.microchip ilike ${add(pattern(digits), 'text')}`

/** An invoice by its number, with or without the word and the prefix that come before it on paper. */
const invoicesByNumber = ({ q, add }: Asked) => {
  const [, prefix = '', number] = /^(?:(?:invoice|credit note)[\s#:.]*)?(.*?)[\s-]*(\d{1,15})$/i.exec(q) ?? []
  if (number === undefined) return undefined
  const hasPrefix = prefix === '' ? 'true' : `lower(i.invoice_prefix) = lower(${add(prefix, 'text')})`
  return `select 'invoice', i.id, 'invoice_number', 0, 'active', ${invoiceLabel}, i.payer_name, i.client from invoice i
    where ${ofOrganisation('i')} and i.invoice_number = ${add(number, 'bigint')} and ${hasPrefix}`
}

const digitsOf = (q: string) => (/^[\d\s().+\-/]+$/.test(q) ? q.replaceAll(/\D/g, '') : '')

/** The queries of what was typed that the caller may ask, each for hits of one kind. */
const queriesFor = (actor: Actor, asked: Asked): string[] => {
  const found: (string | undefined)[] = []
  if (hasPermission(actor, 'General: Patients and clients', 'read')) {
    if (asked.indexed.length > 0) found.push(clientsByName(asked), patientsByName(asked))
    const digits = digitsOf(asked.q)
    if (digits.length >= shortest) {
      const [phones, chips] = [phoneNumberCandidates(asked.q, asked.add), byMicrochip(digits, asked.add)]
      if (phones.length > 0) found.push(clientsByPhone(phones, asked))
      if (chips !== undefined) found.push(patientsByMicrochip(chips, digits, asked))
    }
  }
  if (hasPermission(actor, 'Financial: Invoices', 'read')) found.push(invoicesByNumber(asked))
  return found.filter((query) => query !== undefined)
}

const firstNumber = `(select n.phone_number from phonenumber n where n.organisation = t.o and n.client = k.id
  order by n.id limit 1)`
const ownerName = `(select ${clientLabel('o')} from client o where o.organisation = t.o and o.id = k.client)`
const speciesName = `(select s.name from patient p join species s on s.id = p.species
  where p.organisation = t.o and p.id = k.id)`

/** What a result says in its second line, and what is owed: only of those that are shown. */
const detail = `case k.type when 'client' then coalesce(k.detail, ${firstNumber}, '')
  when 'patient' then concat_ws(', ', ${speciesName}, ${ownerName}, k.detail)
  else coalesce(nullif(k.detail, ''), ${ownerName}, '') end`
const owing = `case k.type when 'client' then ${owingOf('k.id')} when 'patient' then ${owingOf('k.client')}
  when 'invoice' then (select i.due_sum::text from invoice i where i.organisation = t.o and i.id = k.id) end`

const shown = (actor: Actor, base: string) => `json_build_object('type', k.type, 'id', k.id,
  'url', ${base} || k.type || '/' || k.id || '/', 'label', k.label, 'detail', ${detail}, 'found_by', k.found_by,
  'state', k.state, 'client', ${base} || 'client/' || k.client || '/',
  'owing', ${hasPermission(actor, 'Financial: Invoices', 'read') ? owing : 'null'})`

/**
 * Adds a value once, however often it is used. The planner does not see it inside a query of its own, so that one plan is as
 * good as another for it: PostgreSQL then keeps one, and plans this large statement once and not for every search.
 */
const addingOnce = (values: unknown[]): AddValue => {
  const known = new Map<string, string>()
  return (value, cast) => {
    const key = `${cast} ${String(value)}`
    if (!known.has(key)) known.set(key, `(select $${values.push(value) + 1}::${cast})`)
    return known.get(key)!
  }
}

const nothing = '{"results":[]}'

/**
 * The records that somebody looks for, the best first: what is typed in full before what begins with it and what contains it.
 * Kinds take turns, so that none fills the list.
 */
export const search = async (read: Reader, actor: Actor, typed: string): Promise<string> => {
  const q = typed.trim().replaceAll(/\s+/g, ' ')
  const words = [...new Set(q.split(' '))].filter((word) => word !== '')
  const long = words.filter((word) => lengthOf(word) >= shortest)
  const indexed = long.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, maxIndexed)
  const values: unknown[] = []
  const add = addingOnce(values)
  const base = add(actor.baseUrl, 'text')
  const queries = queriesFor(actor, { q, words, indexed, add })
  if (queries.length === 0) return nothing
  const [found] = await readInOrganisation<{ body: string }>(
    read,
    actor.organisation,
    `with hit (type, id, found_by, rank, state, label, detail, client) as materialized (${queries.join('\nunion all ')}),
    best as (select distinct on (type, id) * from hit order by type, id, rank),
    placed as (select *, row_number() over (partition by type order by state <> 'active', rank, label, id) as place from best),
    chosen as (select * from placed order by place, type limit ${maxResults})
    select json_build_object('results', coalesce(json_agg(${shown(actor, base)}
      order by k.state <> 'active', k.rank, k.type, k.label, k.id), '[]'::json))::text as body from chosen k`,
    values,
  )
  return found!.body
}
