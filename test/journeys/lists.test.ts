import { beforeAll, describe, expect, test } from 'vitest'
import { operations, resourceRegistry, resources } from '../../src/app/resources.ts'
import { linksOf } from '../../src/kernel/links.ts'
import { readPage } from '../../src/kernel/reading.ts'
import { defineResource, operators } from '../../src/kernel/resource.ts'
import { text } from '../../src/kernel/values.ts'
import { actorOf, useClinic, type TestResponse, type ApiClient, type TestOrganisation } from '../support/api.ts'
import { asProblem, codesOf } from '../support/clinic.ts'
import { fillPath } from '../support/routes.ts'
import { fill } from '../support/samples/fill.ts'
import type { Have } from '../support/samples/given.ts'
import { makeOne } from '../support/samples/making.ts'

const { api, clinic, caller } = await useClinic()

const idsOf = ({ body }: TestResponse): number[] => body.results.map(({ id }: { id: number }) => id)
const namesOf = ({ body }: TestResponse): string[] => body.results.map(({ name }: { name: string }) => name)

/** Follows the links of a list from its first page to its last, and back again. */
const walk = async (apiClient: ApiClient, path: string) => {
  const pages: TestResponse[] = []
  for (let next: string | null = path; next !== null; next = pages.at(-1)!.body.next) {
    pages.push(await apiClient.get(next))
    expect(pages.at(-1)!.status).toBe(200)
  }
  return pages
}

const givenClients = async (at: TestOrganisation, clients: readonly object[]) =>
  at.within(async (tx) =>
    (
      await tx
        .insertInto('client')
        .values(clients as never)
        .returning('id')
        .execute()
    ).map(({ id }) => id),
  )

describe('pages', () => {
  let many: TestOrganisation
  let apiClient: ApiClient
  let ids: number[]
  beforeAll(async () => {
    many = await api.givenOrganisation()
    apiClient = await many.caller()
    ids = await givenClients(
      many,
      Array.from({ length: 120 }, (_, index) => ({
        lastname: index % 2 ? 'Käpylä & Co+' : 'Other',
        firstname: `Person ${index}`,
        archived: index % 3 === 0,
      })),
    )
  })

  test('[S25] a list carries count, num_pages, next, previous and results, 50 to a page', async () => {
    const { status, body } = await apiClient.get('/client/')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['count', 'num_pages', 'next', 'previous', 'results'])
    expect(body).toMatchObject({ count: 120, num_pages: 3, previous: null })
    expect(body.results).toHaveLength(50)
    expect(body.next).toBe(`${many.base}/client/?page=2`)
  })

  test('[S25] page and page_size choose the records, and the last page is shorter', async () => {
    const last = await apiClient.get('/client/?page=3')
    expect(idsOf(last)).toEqual(ids.slice(100))
    expect(last.body).toMatchObject({ next: null, previous: `${many.base}/client/?page=2` })
    const small = await apiClient.get('/client/?page=2&page_size=7')
    expect(idsOf(small)).toEqual(ids.slice(7, 14))
    expect(small.body).toMatchObject({
      count: 120,
      num_pages: 18,
      previous: `${many.base}/client/?page=1&page_size=7`,
    })
  })

  test('[S25] following next walks the whole list once, with its filters, flags and order; previous leads back', async () => {
    const query = `lastname__is=${encodeURIComponent('Käpylä & Co+')}&archived__is=false&ordering=-id&page_size=9&expose_patients`
    const pages = await walk(apiClient, `/client/?${query}`)
    const wanted = ids.filter((_, index) => index % 2 === 1 && index % 3 !== 0).toReversed()
    expect(pages.flatMap(idsOf)).toEqual(wanted)
    expect(pages.every(({ body }) => body.count === wanted.length && body.num_pages === pages.length)).toBe(true)
    expect(pages.every(({ body }) => 'patients_data' in body.results[0])).toBe(true)
    const back = await apiClient.get(pages.at(-1)!.body.previous)
    expect(back.body).toEqual(pages.at(-2)!.body)
  })

  test('[S25] a page past the end does not exist; an empty list has one empty page', async () => {
    const past = await apiClient.get('/client/?page=4')
    expect(past.status).toBe(404)
    expect(past.body.detail).toBe('There is no page 4: the list has 3 pages.')
    const { body } = await apiClient.get('/client/?lastname__is=Nobody')
    expect(body).toEqual({ count: 0, num_pages: 1, next: null, previous: null, results: [] })
  })

  test.each([
    'page=0',
    'page=-1',
    'page=x',
    'page=',
    'page=1.5',
    'page_size=0',
    'page_size=x',
    'page_size=',
    'page=1e9',
  ])('[S25] %s is refused by name', async (query) => {
    const { status, body } = await apiClient.get(`/client/?${query}`)
    expect(status).toBe(400)
    expect(body).toEqual({ [query.split('=')[0]!]: ['Use a whole number from 1.'] })
  })

  test('[S581] a page holds 1000 records at most, and a larger page_size is refused, not cut', async () => {
    const largest = await apiClient.get('/client/?page_size=1000')
    expect(largest.body.results).toHaveLength(120)
    const { status, body } = await apiClient.get('/client/?page_size=1001')
    expect(status).toBe(400)
    expect(body).toEqual({ page_size: ['The largest page_size is 1000.'] })
  })

  test('lists are ordered by id unless ordering says otherwise', async () => {
    const byName = await many.caller()
    await many.within((tx) => tx.updateTable('client').set({ lastname: 'Aaa' }).where('id', '=', ids[60]!).execute())
    expect(idsOf(await byName.get('/client/?page_size=120'))).toEqual(ids)
    expect(idsOf(await byName.get('/client/?page_size=120&ordering=-id'))).toEqual(ids.toReversed())
    expect(idsOf(await byName.get('/client/?page_size=1&ordering=lastname'))).toEqual([ids[60]])
    expect(idsOf(await byName.get('/client/?page_size=1&ordering=-modified'))).toEqual([ids[60]])
    const { status, body } = await byName.get('/client/?ordering=firstname')
    expect(status).toBe(400)
    expect(body.ordering[0]).toContain('id, lastname, sort_name, modified')
  })
})

describe('deep lists', () => {
  let deep: TestOrganisation
  let apiClient: ApiClient
  beforeAll(async () => {
    deep = await api.givenOrganisation()
    apiClient = await deep.caller()
    for (let part = 0; part < 21; part++)
      await givenClients(
        deep,
        Array.from({ length: 500 }, (_, index) => ({ lastname: `Deep ${part} ${index}` })),
      )
  })

  test('[S583] an offset of 10000 is answered, and beyond it id__gt and date ranges are named', async () => {
    const at = await apiClient.get('/client/?page=11&page_size=1000')
    expect(at.status).toBe(200)
    expect(at.body.results).toHaveLength(500)
    expect((await apiClient.get('/client/?page=201')).status).toBe(200)
    const beyond = await apiClient.get('/client/?page=202')
    expect(beyond.status).toBe(400)
    expect(beyond.body.page[0]).toMatch(/10000.*id__gt.*date range.*modified__gte/)
  })

  test('[S583] a walk by id__gt sees every record exactly once while others are being added', async () => {
    const before = await deep.within((tx) => tx.selectFrom('client').select('id').orderBy('id').execute())
    const seen: number[] = []
    let added = 0
    const walking = new AbortController()
    const adding = (async () => {
      for (; !walking.signal.aborted; added++) await givenClients(deep, [{ lastname: `Added ${added}` }])
    })()
    const walker = await deep.caller()
    // A page of 500 has weight 10, so an application may read ten of them a minute.
    const walkers = [walker, await deep.caller(), await deep.caller()]
    for (let asked = 0; ; asked++) {
      const { status, body } = await walkers[Math.floor(asked / 10)]!.get(
        `/client/?id__gt=${seen.at(-1) ?? 0}&page_size=500`,
      )
      expect(status).toBe(200)
      seen.push(...body.results.map(({ id }: { id: number }) => id))
      if (body.results.length < 500) break
    }
    walking.abort()
    await adding
    expect(added).toBeGreaterThan(0)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.slice(0, before.length)).toEqual(before.map(({ id }) => id))
    const after = await deep.within((tx) =>
      tx.selectFrom('client').select('id').where('id', '<=', seen.at(-1)!).orderBy('id').execute(),
    )
    expect(seen).toEqual(after.map(({ id }) => id))
  })
})

describe('filters', () => {
  let ids: Record<string, number>
  const patients = (query: string) => caller.get(`/patient/?${query}`)

  beforeAll(async () => {
    const [client = 0, other = 0] = await givenClients(clinic, [{ lastname: 'One' }, { lastname: 'Two' }])
    const animals = {
      'Rex 100%': { client, species: 1, date_of_birth: '2020-01-01', microchip: '111', weight: '5.000' },
      rex_b: { client, species: 1, date_of_birth: '2021-01-01', deceased: '2025-06-01', weight: '12.500' },
      'Back\\slash': { client: other, species: 2, date_of_birth: '2022-01-01', archived: true },
      Ångström: { client: other, species: 2, home_department: clinic.department },
      Zoë: { client: other, species: 3, date_of_birth: '2023-01-01', breed: null },
    }
    ids = Object.fromEntries(
      await clinic.within((tx) =>
        Promise.all(
          Object.entries(animals).map(async ([name, animal]) => {
            const { id } = await tx
              .insertInto('patient')
              .values({ name, ...animal })
              .returning('id')
              .executeTakeFirstOrThrow()
            return [name, id] as const
          }),
        ),
      ),
    )
  })

  const all = ['Rex 100%', 'rex_b', 'Back\\slash', 'Ångström', 'Zoë']
  const table: readonly [query: string, expected: readonly string[]][] = [
    ['microchip__is=111', ['Rex 100%']],
    ['microchip__is=11', []],
    ['species__is=1', ['Rex 100%', 'rex_b']],
    ['species__is_not=1', ['Back\\slash', 'Ångström', 'Zoë']],
    ['species__in=1,3', ['Rex 100%', 'rex_b', 'Zoë']],
    ['name__icontains=REX', ['Rex 100%', 'rex_b']],
    ['name__icontains=ångSTRÖM', ['Ångström']],
    ['name__icontains=%25', ['Rex 100%']],
    ['name__icontains=_', ['rex_b']],
    ['name__icontains=%5C', ['Back\\slash']],
    ['name__icontains=0%25', ['Rex 100%']],
    ["name__icontains='", []],
    ['deceased__is_null=true', ['Rex 100%', 'Back\\slash', 'Ångström', 'Zoë']],
    ['deceased__is_null=FALSE', ['rex_b']],
    ['date_of_birth__is_null=1', ['Ångström']],
    ['date_of_birth__gte=2022-01-01', ['Back\\slash', 'Zoë']],
    ['date_of_birth__gt=2022-01-01', ['Zoë']],
    ['date_of_birth__lt=2021-01-01', ['Rex 100%']],
    ['date_of_birth__lte=2021-01-01', ['Rex 100%', 'rex_b']],
    ['date_of_birth__range=2021-01-01,2022-01-01', ['rex_b', 'Back\\slash']],
    ['weight__gte=5', ['Rex 100%', 'rex_b']],
    ['weight__lt=12.5', ['Rex 100%']],
    ['archived__is=true', ['Back\\slash']],
    ['species__is=2&archived__is=false', ['Ångström']],
    ['name__icontains=rex&deceased__is_null=true&species__is=1', ['Rex 100%']],
    ['name__icontains=rex&species__is=3', []],
  ]
  test.each(table)('[S26] %s', async (query, expected) => {
    const { status, body } = await patients(query)
    expect(status).toBe(200)
    expect(body.results.map(({ name }: { name: string }) => name)).toEqual(
      all.filter((name) => expected.includes(name)).toSorted((a, b) => ids[a]! - ids[b]!),
    )
    expect(body.count).toBe(expected.length)
  })

  test('[S26] id__gt, id__gte, id__lt and id__lte compare ids', async () => {
    const [first = 0, second = 0, third = 0] = Object.values(ids).toSorted((a, b) => a - b)
    expect(idsOf(await patients(`id__gt=${second}&page_size=1`))).toEqual([third])
    expect(idsOf(await patients(`id__gte=${second}&id__lt=${third}`))).toEqual([second])
    expect(idsOf(await patients(`id__lte=${first}`))).toEqual([first])
    expect(idsOf(await patients(`id__in=${third},${first}`))).toEqual([first, third])
    expect(idsOf(await patients(`id__is=${second}`))).toEqual([second])
  })

  test('[S26] is_not, like not_in, keeps the records that have no value', async () => {
    // No list has these filters for a field that can be null, so this test declares one.
    const resource = defineResource({
      ...resourceRegistry.get('patient')!,
      fields: { name: text(127), microchip: text(63, { nullable: true }) },
      filters: { microchip: [...operators] },
      orFilters: [],
      exposes: [],
    })
    const actor = actorOf(clinic.id)
    const links = linksOf(api.publicUrl, clinic.id)
    const context = { read: api.rows.read, resources: resourceRegistry, actor, links }
    const found = async (query: string) => {
      const { body } = await readPage(context, resource, new URLSearchParams(query), 'patient/')
      const page = JSON.parse(body)
      return page.results.map(({ name }: { name: string }) => name).toSorted()
    }
    await clinic.within((tx) =>
      tx.updateTable('patient').set({ microchip: '222' }).where('id', '=', ids['Zoë']!).execute(),
    )
    const without = ['Back\\slash', 'rex_b', 'Ångström'].toSorted()
    expect(await found('microchip__is_not=111')).toEqual([...without, 'Zoë'].toSorted())
    expect(await found('microchip__not_in=111,222')).toEqual(without)
    expect(await found('microchip__in=111,222')).toEqual(['Rex 100%', 'Zoë'])
    expect(await found('microchip__range=100,200')).toEqual(['Rex 100%'])
    expect(await found('microchip__is_null=true')).toEqual(without)
    expect(await found('microchip__gt=111')).toEqual(['Zoë'])
  })

  test('a link filter takes an id or a URL, of any host', async () => {
    const { body } = await patients(`id__is=${ids['Zoë']}`)
    const url: string = body.results[0].client
    const id = Number(/client\/(\d+)\/$/.exec(url)![1])
    const path = new URL(url).pathname
    for (const value of [String(id), url, `https://elsewhere.example${path}`, path])
      expect(namesOf(await patients(`client__is=${encodeURIComponent(value)}`)).toSorted()).toEqual(
        ['Back\\slash', 'Zoë', 'Ångström'].toSorted(),
      )
    expect((await patients(`client__in=${id},${encodeURIComponent(url)}`)).body.count).toBe(3)
    expect((await patients('client__is=999999')).body.count).toBe(0)
    const foreign = await patients(`client__is=${encodeURIComponent(path.replace(/^\/\d+/, '/999'))}`)
    expect(foreign.status).toBe(400)
    expect(foreign.body).toHaveProperty('client__is')
    expect((await patients(`client__is=${encodeURIComponent(path.replace('client', 'patient'))}`)).status).toBe(400)
  })

  test.each([
    ['an unknown field', 'nmae__is=x'],
    ['a field that takes no filter', 'color__is=red'],
    ['an unknown operator', 'name__like=x'],
    ['an operator the field does not take', 'name__gte=x'],
    ['a field without an operator', 'name=x'],
    ['an unknown flag', 'expose_everything'],
    ['a flag of another resource', 'expose_patients'],
    ['filter_type where there is nothing to combine', 'filter_type=or'],
    ['a parameter in capitals', 'NAME__IS=x'],
  ])('[S26] %s is refused and the answer lists what is allowed', async (_what, query) => {
    const { status, body } = await patients(query)
    expect(status).toBe(400)
    const name = query.split('=')[0]!
    expect(Object.keys(body)).toEqual([name])
    for (const allowed of ['page', 'page_size', 'name__icontains', 'modified__gte', 'expose_client', 'id__gt'])
      expect(body[name][0]).toContain(allowed)
  })

  test.each(['name__is=a&name__is=b', 'page=1&page=1', 'expose_client&expose_client'])(
    '%s: a parameter is given once',
    async (query) => {
      const { status, body } = await patients(query)
      expect(status).toBe(400)
      expect(Object.values(body)).toEqual([['Give this parameter once.']])
    },
  )

  test.each([
    ['date_of_birth__gte=yesterday', 'invalid'],
    ['date_of_birth__range=2020-01-01', 'range'],
    ['weight__gte=1e3', 'invalid'],
    ['weight__gte=NaN', 'invalid'],
    ['deceased__is_null=maybe', 'invalid'],
    ['species__is=Dog', 'invalid'],
    ['id__gt=x', 'invalid'],
    ['modified__gte=2026-13-01T00:00:00Z', 'invalid'],
  ])('the invalid value of %s is refused: %s', async (query, code) => {
    expect(codesOf(await caller.get(`/patient/?${query}`, asProblem))).toEqual({ [query.split('=')[0]!]: code })
  })

  test('a route without parameters refuses them with a message that says so', async () => {
    const { status, body } = await caller.get('/?page=1')
    expect(status).toBe(400)
    expect(body).toEqual({ page: ['This route takes no query parameters.'] })
  })
})

describe('the OR filter', () => {
  test('[S26] filters are combined with AND', async () => {
    const at = await api.givenOrganisation()
    const apiClient = await at.caller()
    const [both] = await givenClients(at, [
      { firstname: 'Aino', lastname: 'Berg' },
      { firstname: 'Aino', lastname: 'Dahl' },
      { firstname: 'Carl', lastname: 'Berg' },
    ])
    expect(idsOf(await apiClient.get('/client/?firstname__icontains=aino&lastname__icontains=berg'))).toEqual([both])
  })

  test('[S27] filter_type=or combines the name filters with OR, and everything else still with AND', async () => {
    const at = await api.givenOrganisation()
    const apiClient = await at.caller()
    await givenClients(at, [
      { firstname: 'Aino', lastname: 'Virtanen', email: 'a@x.example' },
      { firstname: 'Berta', lastname: 'Aino' },
      { organization_name: 'Stall Aino', archived: true },
      { firstname: 'Carl', lastname: 'Smith' },
    ])
    const find = async (query: string) => {
      const { status, body } = await apiClient.get(`/client/?${query}`)
      expect(status).toBe(200)
      return body.results.map((row: Record<string, string>) => row.lastname || row.organization_name)
    }
    const names = 'firstname__icontains=aino&lastname__icontains=aino&organization_name__icontains=aino'
    expect(await find(names)).toEqual([])
    expect(await find(`${names}&filter_type=or`)).toEqual(['Virtanen', 'Aino', 'Stall Aino'])
    expect(await find(`${names}&filter_type=and`)).toEqual([])
    expect(await find(`${names}&filter_type=or&archived__is=false`)).toEqual(['Virtanen', 'Aino'])
    expect(await find(`${names}&filter_type=or&email__is=a@x.example`)).toEqual(['Virtanen'])
    expect(await find('filter_type=or&firstname__is=Carl&lastname__is=Virtanen')).toEqual(['Virtanen', 'Smith'])
    expect(await find('filter_type=or&archived__is=false')).toEqual(['Virtanen', 'Aino', 'Smith'])
    const { status, body } = await apiClient.get('/client/?filter_type=xor')
    expect(status).toBe(400)
    expect(body).toHaveProperty('filter_type')
  })
})

describe('expose flags', () => {
  let apiClient: ApiClient
  let client: string
  let patient: string
  beforeAll(async () => {
    const at = await api.givenOrganisation()
    apiClient = await at.caller()
    client = (await apiClient.post('/client/', { lastname: 'Owner' })).body.url
    patient = (await apiClient.post('/patient/', { client, name: 'Rex', species: 1 })).body.url
    await apiClient.post('/phonenumber/', { client, phone_number: '+358 40 123 4567', type_code: 1 })
  })

  test('add the records beside their links, in lists and in records', async () => {
    for (const query of ['expose_patients&expose_phone_numbers', 'expose_patients=&expose_phone_numbers=true']) {
      const { body } = await apiClient.get(`${client}?${query}`)
      expect(body.patients).toEqual([patient])
      expect(body.patients_data).toEqual([(await apiClient.get(patient)).body])
      expect(body.phone_numbers_data).toEqual([(await apiClient.get(body.phone_numbers[0])).body])
    }
    const { body: list } = await apiClient.get('/patient/?expose_client')
    expect(list.results[0]).toMatchObject({ client, client_data: (await apiClient.get(client)).body })
    const { body: plain } = await apiClient.get(client)
    expect(Object.keys(plain).filter((name) => name.endsWith('_data'))).toEqual([])
  })

  test.each(['expose_patients', 'expose_patients=', 'expose_patients=true', 'expose_patients=1'])(
    '[S28] are set by %s',
    async (flag) => {
      expect((await apiClient.get(`${client}?${flag}`)).body.patients_data).toHaveLength(1)
    },
  )

  test('take no value', async () => {
    const { status, body } = await apiClient.get(`${client}?expose_patients=no`)
    expect(status).toBe(400)
    expect(body).toEqual({ expose_patients: ['This flag takes no value. Leave it out if it is not wanted.'] })
  })

  test('are refused where they are not declared', async () => {
    for (const path of [`${patient}?expose_patients`, '/department/?expose_patients', `${client}?expose_client`])
      expect((await apiClient.get(path)).status).toBe(400)
  })
})

describe('delta sync and archiving', () => {
  test('[S30] modified__gte returns the records changed since, by any offset, to the microsecond', async () => {
    const at = await api.givenOrganisation()
    const apiClient = await at.caller()
    const given = async (lastname: string) => (await apiClient.post('/client/', { lastname })).body
    const [first, second, third] = [await given('A'), await given('B'), await given('C')]
    const changed = (await apiClient.patch(first.url, { remarks: 'changed' })).body
    expect(changed.modified > third.modified).toBe(true)
    const since = async (timestamp: string) =>
      idsOf(await apiClient.get(`/client/?modified__gte=${encodeURIComponent(timestamp)}`))
    expect(await since(changed.modified)).toEqual([first.id])
    expect(await since(third.modified)).toEqual([first.id, third.id])
    expect(await since('2000-01-01T00:00:00Z')).toEqual([first.id, second.id, third.id])
    expect(await since('2999-01-01T00:00:00Z')).toEqual([])
    const later = changed.modified.replace(/(\d{6})Z$/, (_: string, micro: string) =>
      micro === '999999' ? '999999Z' : `${String(Number(micro) + 1).padStart(6, '0')}Z`,
    )
    expect(await since(later)).toEqual([])
    const local = new Date(new Date(changed.modified).valueOf() + 3 * 3_600_000).toISOString().slice(0, 19)
    expect(await since(`${local}+03:00`)).toContain(first.id)
    const unescaped = await apiClient.get(`/client/?modified__gte=${local}+03:00`)
    expect(idsOf(unescaped)).toContain(first.id)
  })

  test('[S31] archived records stay, are listed unless filtered, and can be restored', async () => {
    const at = await api.givenOrganisation()
    const apiClient = await at.caller()
    const { body: kept } = await apiClient.post('/client/', { lastname: 'Kept' })
    const { body: gone } = await apiClient.post('/client/', { lastname: 'Gone' })
    expect((await apiClient.patch(gone.url, { archived: true })).body.archived).toBe(true)
    expect(idsOf(await apiClient.get('/client/'))).toEqual([kept.id, gone.id])
    for (const [value, expected] of Object.entries({ true: gone.id, FALSE: kept.id, 1: gone.id, 0: kept.id }))
      expect(idsOf(await apiClient.get(`/client/?archived__is=${value}`))).toEqual([expected])
    expect((await apiClient.get(gone.url)).body.archived).toBe(true)
    expect((await apiClient.patch(gone.url, { archived: 'false' })).body.archived).toBe(false)
  })

  const archivable = operations.filter(
    ({ name, resource }) => name.endsWith('.retrieve') && resource && 'archived' in resource.fields,
  )
  const kept = archivable.filter(({ resource }) => resource?.remove === undefined)
  test.each(kept.map(({ path }) => path))('[S31] %s is never deleted', async (path) => {
    const { status, body } = await caller.delete(path.replace('{id}', '1'))
    expect(status).toBe(405)
    expect(body.detail).toContain('DELETE is not allowed')
  })

  test.each(archivable.map(({ path }) => path))('[S31] %s has a filter for archived records', (path) => {
    const list = operations.find((other) => other.path === path.replace('{id}/', '') && other.method === 'GET')
    expect(Object.keys(list?.parameters ?? {})).toContain('archived__is')
  })
})

describe('DELETE of a record that can be archived', () => {
  let apiClient: ApiClient
  let at: TestOrganisation
  let have: Have
  beforeAll(async () => {
    at = await api.givenOrganisation()
    apiClient = await at.userCaller()
    have = await fill(at, apiClient)
  })
  const names = resources.filter(({ remove, fields }) => remove && 'archived' in fields).map(({ name }) => name)

  test.each(names)('[S31] archives a %s, once', async (name) => {
    const url = at.url(name, await makeOne(at, apiClient, name, have))
    const { body: before } = await apiClient.get(url)
    const gone = await apiClient.delete(url)
    expect([gone.status, gone.text]).toEqual([204, ''])
    const { status, body: after } = await apiClient.get(url)
    expect([status, after]).toEqual([200, { ...before, archived: true, modified: after.modified }])
    expect(after.modified > before.modified).toBe(true)
    expect((await apiClient.delete(url)).status).toBe(204)
    expect((await apiClient.get(url)).body).toEqual(after)
    expect((await apiClient.patch(url, { archived: false })).body.archived).toBe(false)
  })
})

describe('every list', () => {
  let apiClient: ApiClient
  const parents: Record<string, number> = {}
  beforeAll(async () => {
    const at = await api.givenOrganisation()
    // Some lists are for people only.
    apiClient = await at.userCaller()
    const { body: client } = await apiClient.post('/client/', { lastname: 'Owner' })
    const rex = { client: client.url, name: 'Rex', species: 1, weight: '5' }
    parents.client = client.id
    parents.import = (await apiClient.post('/import/', { name: 'Old system' })).body.id
    const { body: patient } = await apiClient.post('/patient/', rex)
    const visit = { client: client.url, patients: [patient.url], type: 1 }
    parents.patient = patient.id
    parents.consultation = (await apiClient.post('/consultation/', visit)).body.id
  })

  const lists = operations.filter(({ answers }) => answers[200] === 'page')
  const noRecords = new Set([
    '/',
    '/events/',
    '/limits/',
    '/appointment/availability/',
    '/search/',
    '/me/',
    '/me/preferences/',
    '/onlinebookingclient/{id}/suggestions/',
    '/patient/{id}/timeline/',
    '/consultation/{id}/charge_hints/',
    '/consultation/charge_hints/',
    '/consultation/missing_charges/',
    '/department/{id}/proposed_orders/',
    '/department/{id}/takings/',
    '/catalog_upload/{id}/error_report/',
    '/catalog_upload/{id}/preview/',
    '/catalog_upload/{id}/preview/changes/',
    '/attachment/{id}/download/',
    '/invoice/{id}/pdf/',
    '/settings/logo/',
    '/setup/',
    '/invoice/{id}/printed/',
    '/invoicerow/{id}/explanation/',
    '/client/{id}/balance/',
    '/client/owing/',
    ...['/department/{id}/', '/accountingreport/'].flatMap((at) => [`${at}receivables/`, `${at}totals/`]),
  ])
  const isEveryCollection = (path: string) => !path.endsWith('{id}/') && !noRecords.has(path)

  test('[S329] answers a page: no GET of a collection answers anything else', () => {
    const collections = operations.filter(
      ({ method, path, answers }) => method === 'GET' && isEveryCollection(path) && answers[200] !== 'record',
    )
    expect(collections.map(({ path }) => path)).toEqual(lists.map(({ path }) => path))
    expect(lists.length).toBeGreaterThan(8)
  })

  test.each(lists.map(({ path }) => path))('[S329] %s is paginated', async (path) => {
    const at = fillPath(path, parents)
    const { status, headers, body } = await apiClient.get(`${at}?page=1&page_size=1`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(Object.keys(body)).toEqual(['count', 'num_pages', 'next', 'previous', 'results'])
    expect(body.results.length).toBe(Math.min(1, body.count))
    expect(body.num_pages).toBe(Math.max(1, body.count))
    expect(body.next === null).toBe(body.count <= 1)
    expect((await apiClient.get(body.next ?? `${at}?page=1`)).status).toBe(200)
    expect((await apiClient.get(`${at}?page_size=1001`)).status).toBe(400)
    expect((await apiClient.get(`${at}?id__gt=999999999`)).body.results).toEqual([])
    expect((await apiClient.get(`${at}?bogus__is=1`)).status).toBe(400)
  })
})
