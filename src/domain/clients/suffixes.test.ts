import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { givenClient, givenPatient, givenPhoneNumber, idsIn } from '../../../test/support/clinic.ts'

const { api, clinic, caller } = await useClinic({ country: 'FI' })
let superuser: pg.Client
let owner: pg.Client

const opened = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}
beforeAll(async () => {
  superuser = await opened(api.database.superuserUrl)
  owner = await opened(api.database.ownerUrl)
})
afterAll(async () => {
  await superuser.end()
  await owner.end()
})

/** Every suffix that is kept, with the version of its row. */
const kept = async (record?: number) => {
  const { rows } = await superuser.query<{ suffix: string; version: string }>(
    `select concat_ws(' ', organisation, field, record, suffix) as suffix, xmin::text as version from suffix
     where $1::bigint is null or record = $1 order by 1`,
    [record ?? null],
  )
  return rows
}
const suffixesOf = async (record: number, field: number) =>
  (
    await superuser.query<{ suffix: string }>(
      'select suffix from suffix where organisation = $1 and record = $2 and field = $3 order by length(suffix) desc',
      [clinic.id, record, field],
    )
  ).rows.map(({ suffix }) => suffix)

const asOrganisation = async (organisation: number, statement: string) => {
  await owner.query('begin')
  await owner.query(`select set_config('app.organisation', $1, true)`, [String(organisation)])
  await owner.query(statement)
  await owner.query('commit')
}

describe('the suffixes of a record', () => {
  it('are kept from three characters on, in small letters, cut at 32', async () => {
    const { id } = await givenClient(caller, { firstname: 'Åsa', lastname: 'NIEMI', organization_name: 'Oy' })
    expect([await suffixesOf(id, 1), await suffixesOf(id, 2), await suffixesOf(id, 3)]).toEqual([
      ['åsa'],
      ['niemi', 'iemi', 'emi'],
      [],
    ])
    const long = await givenClient(caller, { lastname: 'x'.repeat(40) })
    expect((await suffixesOf(long.id, 2)).map(({ length }) => length)).toEqual(
      Array.from({ length: 30 }, (_, at) => 32 - at),
    )
  })

  it('follow changes of its texts, and are not written by other changes', async () => {
    const client = await givenClient(caller, { firstname: 'Aino', lastname: 'Berg' })
    const before = await kept(client.id)
    await caller.patch(client.url, { city: 'Espoo', archived: true })
    await caller.patch(client.url, { lastname: 'Berg' })
    expect(await kept(client.id)).toEqual(before)
    await caller.patch(client.url, { lastname: 'Bergman' })
    expect(await suffixesOf(client.id, 2)).toEqual(['bergman', 'ergman', 'rgman', 'gman', 'man'])
    const after = await kept(client.id)
    expect(after.filter(({ suffix }) => suffix.includes(' 1 '))).toEqual(
      before.filter(({ suffix }) => suffix.includes(' 1 ')),
    )
  })

  it('are deleted with it', async () => {
    const { id } = await givenPatient(caller, { name: 'Murre' })
    const copy = id + 100_000
    await superuser.query('begin')
    await superuser.query(`select set_config('app.organisation', $1, true)`, [String(clinic.id)])
    await superuser.query(
      `insert into patient (id, client, name, species) select $1, client, 'Musti', species from patient where id = $2`,
      [copy, id],
    )
    expect(await suffixesOf(copy, 5)).toEqual(['musti', 'usti', 'sti'])
    await superuser.query('delete from patient where id = $1', [copy])
    expect(await suffixesOf(copy, 5)).toEqual([])
    expect(await suffixesOf(id, 5)).toEqual(['murre', 'urre', 'rre'])
    await superuser.query('rollback')
  })

  it('are the same when they are rebuilt, and when a migration builds them for every organisation', async () => {
    const other = await api.givenOrganisation()
    await givenClient(await other.caller(), { lastname: 'Elsewhere' })
    const client = await givenClient(caller, { firstname: 'Banana anana', lastname: 'aaaa'.repeat(10) })
    await givenPhoneNumber(caller, client, { phone_number: '(040) 765-4321' })
    await caller.patch(client.url, { firstname: 'Anana' })
    const all = async () => (await kept()).map(({ suffix }) => suffix)
    const before = await all()
    expect(before.length).toBeGreaterThan(50)

    await asOrganisation(clinic.id, 'call refill_suffixes()')
    expect(await all()).toEqual(before)

    const migration = readFileSync(new URL('../../../migrations/0010_search.sql', import.meta.url), 'utf8')
    const [filling] = /^alter table organisation no force .*^alter table organisation force [^;]*;$/ms.exec(migration)!
    await superuser.query('delete from suffix')
    expect(await all()).toEqual([])
    await owner.query('begin')
    await owner.query(filling)
    await owner.query('commit')
    expect(await all()).toEqual(before)
    const { rows } = await superuser.query(
      `select relforcerowsecurity as forced from pg_class where relname = 'organisation'`,
    )
    expect(rows).toEqual([{ forced: true }])
  })
})

/** Few different characters, so that terms are found; among them what ilike, patterns and sorting treat in their own way. */
const character = fc.constantFrom(
  'a',
  'A',
  'b',
  'ä',
  'Ä',
  'ß',
  'İ',
  'Σ',
  'ς',
  '%',
  '_',
  '\\',
  "'",
  ' ',
  '-',
  '犬',
  '🐕',
  '\u{10ffff}',
)
const name = fc.string({ unit: character, minLength: 3, maxLength: 45 }).map((text) => `x${text}x`)
const digit = fc.constantFrom('0', '4', '5', '+', ' ', '-', '(', ')', '.', '/', '\u00a0', '\u2011', 'x')
const number = fc.string({ unit: digit, minLength: 5, maxLength: 15 })

describe('what is found by suffix', () => {
  /** Puts texts in as they are, past the rules, and what ilike finds in them as a superuser. */
  const given = async (names: readonly string[], numbers: readonly string[]) => {
    const here = await api.givenOrganisation()
    await superuser.query('begin')
    await superuser.query(`select set_config('app.organisation', $1, true)`, [String(here.id)])
    await superuser.query('insert into client (firstname, lastname) select $1::text, n from unnest($2::text[]) n', [
      'Owner',
      names,
    ])
    await superuser.query(
      `insert into phonenumber (client, phone_number, e164, type_code) select (select min(id) from client
         where organisation = organisation()) + at - 1, n, '+358' || at, 1 from unnest($1::text[]) with ordinality n (n, at)`,
      [numbers],
    )
    await superuser.query('commit')
    return { here, as: await here.caller() }
  }
  const partOf = (text: string, from: number, length: number) => {
    const letters = [...text]
    return letters.slice(from % letters.length, (from % letters.length) + length).join('')
  }
  const escaped = (term: string) => `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`

  it('is what ilike finds, whatever is in the text and the term', async () => {
    const names = fc.sample(name, { numRuns: 45, seed: 1 })
    const { here, as } = await given(names, [])
    for (const [at, text] of names.entries()) {
      const term = partOf(text, at, 3 + (at % 40)).trim()
      if (term === '') continue
      const { rows } = await superuser.query<{ id: string }>(
        'select id from client where organisation = $1 and lastname ilike $2 order by id',
        [here.id, escaped(term)],
      )
      const found = await as.get(`/client/?lastname__icontains=${encodeURIComponent(term)}`)
      expect([term, idsIn(found)]).toEqual([term, rows.map(({ id }) => Number(id))])
    }
  })

  it('includes phone numbers, however they are written', async () => {
    const numbers = fc.sample(number, { numRuns: 45, seed: 2 })
    const { here, as } = await given(
      numbers.map((_number, at) => `Owner ${at}`),
      numbers,
    )
    for (const [at, text] of numbers.entries()) {
      const term = partOf(text, at, 3 + (at % 12)).trim()
      const bare = term.replaceAll(/[\s().\-/]/g, '')
      if (bare === '') continue
      // Zeros that are dialled first stand for the country code, or come before it.
      const [, zeros, dialled] = /^(00?)([1-9]\d*)$/.exec(bare) ?? []
      const { rows } = await superuser.query<{ client: string }>(
        `select distinct client from phonenumber where organisation = $1 and (phone_number ilike $2 or e164 ilike $3
           or regexp_replace(phone_number, '[^0-9+]', '', 'g') ilike $3 or e164 ~ $4) order by client`,
        [here.id, escaped(term), escaped(bare), dialled && `^[+]${zeros === '0' ? '[1-9]\\d{0,2}' : ''}${dialled}`],
      )
      const found = await as.get(`/client/?phonenumbers__icontains=${encodeURIComponent(term)}`)
      expect([term, idsIn(found)]).toEqual([term, rows.map(({ client }) => Number(client))])
      const own = await superuser.query<{ id: string }>(
        'select id from phonenumber where organisation = $1 and phone_number ilike $2 order by id',
        [here.id, escaped(term)],
      )
      const listed = await as.get(`/phonenumber/?phone_number__icontains=${encodeURIComponent(term)}`)
      expect([term, idsIn(listed)]).toEqual([term, own.rows.map(({ id }) => Number(id))])
    }
  })

  it('is paged, counted and ordered like any list', async () => {
    const { as } = await given(
      Array.from({ length: 7 }, (_, at) => `Berg ${(at * 3) % 7}`),
      [],
    )
    const page = (query: string) => as.get(`/client/?lastname__icontains=berg&page_size=3&${query}`)
    const names = ({ body }: Awaited<ReturnType<typeof page>>) =>
      body.results.map(({ lastname }: { lastname: string }) => lastname.at(-1)).join('')
    const first = await page('ordering=-lastname')
    expect([first.body.count, first.body.num_pages, names(first)]).toEqual([7, 3, '654'])
    expect(names(await as.get(first.body.next))).toBe('321')
    expect(names(await page('page=3'))).toBe('4')
    expect((await page('page=4')).status).toBe(404)
    expect((await page('has_alive_patients__is=true')).body).toMatchObject({ count: 0, results: [] })
    expect(names(await as.get('/client/?lastname__is=Berg%203'))).toBe('3')
    expect(names(await as.get('/client/?lastname__is=berg%203'))).toBe('')
  })
})
