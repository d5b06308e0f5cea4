import { beforeAll, describe, expect, it } from 'vitest'
import { testApi, useApi, type ApiClient } from '../../../test/support/api.ts'
import { breed, givenPatient, idsIn, species } from '../../../test/support/clinic.ts'
import { readDiagnoses } from '../items/codelists/read.ts'
import { readBreeds, readSpecies } from './codelists/read.ts'

const api = await useApi()
let caller: ApiClient
beforeAll(async () => {
  // Codelists may be read with any valid token.
  caller = await (await api.givenOrganisation()).caller({})
})

const lists: [string, () => { id: number; name: string; code: string }[]][] = [
  ['species', readSpecies],
  ['breeds', readBreeds],
  ['diagnoses', readDiagnoses],
]

describe.each(lists)('the codelist of %s', (name, entries) => {
  const path = `/codelist/${name}/`

  it('[S366] gives every entry with its id on one page of up to a thousand', async () => {
    const { status, body, headers } = await caller.get(path)
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: entries().length, num_pages: 1, next: null, previous: null })
    expect(body.results.map(({ id, code }: { id: number; code: string }) => [id, code])).toEqual(
      entries().map(({ id, code }) => [id, code]),
    )
    expect(headers.get('x-ratelimit-weight')).toBe('1')
  })

  it('can be paged', async () => {
    const { body } = await caller.get(`${path}?page_size=10`)
    expect(body.results).toHaveLength(10)
    expect(body.num_pages).toBe(Math.ceil(entries().length / 10))
  })

  it('has a detail for every entry', async () => {
    const [first] = (await caller.get(`${path}?page_size=1`)).body.results
    expect((await caller.get(first.url)).body).toEqual(first)
    expect((await caller.get(`${path}999999/`)).status).toBe(404)
  })

  it('can be searched by name and code', async () => {
    const { id, name: title, code } = entries()[2]!
    const search = title.toUpperCase().slice(0, 5)
    expect(idsIn(await caller.get(`${path}?name__icontains=${encodeURIComponent(search)}`))).toContain(id)
    expect(idsIn(await caller.get(`${path}?code__is=${code}`))).toEqual([id])
  })

  it('cannot be written', async () => {
    for (const [method, at] of [
      ['POST', path],
      ['PUT', path],
      ['PATCH', `${path}1/`],
      ['PUT', `${path}1/`],
      ['DELETE', `${path}1/`],
    ] as const)
      expect((await caller.send(method, at, { body: { name: 'Dragon' } })).status).toBe(405)
  })

  it('has ids that fit where they are written', () => {
    for (const { id } of entries()) expect(id).toBeLessThanOrEqual(999_999_999)
  })
})

describe('breeds', () => {
  it('can be filtered by species', async () => {
    const cats = await caller.get(`/codelist/breeds/?species__is=${species('CAT')}`)
    expect(idsIn(cats)).toEqual(
      readBreeds()
        .filter((entry) => entry.species === species('CAT'))
        .map(({ id }) => id),
    )
    expect(idsIn(cats)).toContain(breed('CAT-ABYS'))
    expect((await caller.get('/codelist/breeds/?species__is=Cat')).status).toBe(400)
  })
})

describe('an installation', () => {
  it('[S80] has its own codes, which another deployment does not have', async () => {
    await api.owner.db.insertInto('species').values({ id: 9001, code: 'DRG', name: 'Dragon', equine: false }).execute()
    await api.owner.db
      .insertInto('breed')
      .values({ id: 9_001_001, species: 9001, code: 'DRG-RED', name: 'Red' })
      .execute()
    const staff = await (await api.givenOrganisation()).caller()
    expect((await caller.get('/codelist/species/9001/')).body).toMatchObject({ id: 9001, name: 'Dragon' })
    expect(await givenPatient(staff, { species: 9001, breed: 9_001_001 })).toMatchObject({
      species: 'Dragon',
      species_code: 9001,
      breed: 'Red',
      breed_code: 9_001_001,
    })
    const elsewhere = await testApi()
    try {
      const others = await (await elsewhere.givenOrganisation()).caller()
      expect((await others.get('/codelist/species/9001/')).status).toBe(404)
      await expect(givenPatient(others, { species: 9001 })).rejects.toThrow(/species/)
    } finally {
      await elsewhere.close()
    }
  })
})
