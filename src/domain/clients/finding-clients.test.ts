import { beforeAll, describe, expect, it } from 'vitest'
import { useClinic, type ApiClient } from '../../../test/support/api.ts'
import { givenClient, givenPatient, givenPhoneNumber, idsIn } from '../../../test/support/clinic.ts'

const { api, caller } = await useClinic()
const aino: Client = await givenClient(caller, { firstname: 'Aino', lastname: 'Virtanen', email: 'aino@example.com' })
const berg: Client = await givenClient(caller, { firstname: 'Carl', lastname: 'Berg', no_sms: true, archived: true })
const stall: Client = await givenClient(caller, {
  lastname: '',
  organization_name: 'Bergs stall 100%',
  email: 'Info@Stall.example',
})
type Client = { id: number; url: string; modified: string; sort_name: string }

const found = async (query: string) => idsIn(await caller.get(`/client/?${query}`))

describe('finding clients', () => {
  it.each([
    ['firstname__icontains=AIN', () => [aino]],
    ['lastname__icontains=berg', () => [berg]],
    ['organization_name__icontains=BERG', () => [stall]],
    ['organization_name__icontains=100%25', () => [stall]],
    ['organization_name__icontains=1_0', () => []],
    ['lastname__icontains=berg&firstname__icontains=aino', () => []],
    ['archived__is=true', () => [berg]],
    ['archived__is=False', () => [aino, stall]],
    ['archived__is=1', () => [berg]],
    ['', () => [aino, berg, stall]],
  ])('[S355] %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected().map(({ id }) => id))
  })

  it.each([
    ['email__is=aino@example.com', () => [aino]],
    ['email__is=Info@Stall.example', () => [stall]],
    ['email__is=aino@example.co', () => []],
  ])('[S48] [S355] %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected().map(({ id }) => id))
  })

  it('[S355] combines the name filters with OR when asked to, and the others still with AND', async () => {
    const names = 'firstname__icontains=aino&lastname__icontains=berg&organization_name__icontains=stall'
    expect(await found(names)).toEqual([])
    expect(await found(`${names}&filter_type=or`)).toEqual([aino.id, berg.id, stall.id])
    expect(await found(`${names}&filter_type=or&archived__is=false`)).toEqual([aino.id, stall.id])
    expect(await found(`${names}&filter_type=or&email__is=aino@example.com`)).toEqual([aino.id])
  })

  it('[S355] answers a page', async () => {
    const { body } = await caller.get('/client/?page_size=2')
    expect(body).toMatchObject({ count: 3, num_pages: 2, previous: null })
    expect(body.results).toHaveLength(2)
    expect(idsIn(await caller.get(body.next))).toEqual([stall.id])
  })

  it('[S355] gives what changed since a moment, that moment included', async () => {
    const here = await (await api.givenOrganisation()).caller()
    const [first, second] = [await givenClient(here), await givenClient(here)]
    const since = async (moment: string) =>
      idsIn(await here.get(`/client/?modified__gte=${encodeURIComponent(moment)}`))
    expect(await since(first.modified)).toEqual([first.id, second.id])
    expect(await since(second.modified)).toEqual([second.id])
    const { body } = await here.patch(first.url, { city: 'Espoo' })
    expect(await since(body.modified)).toEqual([first.id])
  })

  it('orders them by the name that lists show, whatever its case', async () => {
    const here = await (await api.givenOrganisation()).caller()
    const names = [
      { firstname: 'Sanna', lastname: 'Ahola' },
      { firstname: 'Aino', lastname: 'Ahola' },
      { lastname: 'Alanko', firstname: '', organization_name: 'Kettukallion tila' },
      { lastname: 'de Vries', firstname: 'Jan' },
      { lastname: '', firstname: 'Cher' },
      { lastname: 'Berg', firstname: '' },
    ]
    for (const name of names) await givenClient(here, name)
    const shown = async (ordering: string) =>
      (await here.get(`/client/?ordering=${ordering}`)).body.results.map(({ sort_name }: Client) => sort_name)
    const inOrder = ['ahola, aino', 'ahola, sanna', 'berg', 'cher', 'de vries, jan', 'kettukallion tila']
    expect(await shown('sort_name')).toEqual(inOrder)
    expect(await shown('-sort_name')).toEqual(inOrder.toReversed())
    const { body } = await here.get('/client/?ordering=sort_name&page_size=1')
    await here.patch(body.results[0].url, { lastname: 'Östman' })
    expect((await shown('sort_name')).at(-1)).toBe('östman, aino')
  })

  it.each([
    ['a filter that does not exist', 'name__icontains=a', 'name__icontains'],
    ['an operator the field does not take', 'firstname__gte=a', 'firstname__gte'],
    ['a boolean of another word', 'archived__is=maybe', 'archived__is'],
    ['an unreadable boolean for living patients', 'has_alive_patients__is=some', 'has_alive_patients__is'],
    ['an unreadable moment', 'modified__gte=yesterday', 'modified__gte'],
    ['another way to combine', 'filter_type=xor', 'filter_type'],
    ['an empty phone number', 'phonenumbers__icontains=', 'phonenumbers__icontains'],
  ])('refuses %s', async (_what, query, field) => {
    const { status, body } = await caller.get(`/client/?${query}`)
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })

  it('shows no client of another organisation', async () => {
    expect(idsIn(await (await (await api.givenOrganisation()).caller()).get('/client/'))).toEqual([])
  })
})

describe('finding a client by phone number', () => {
  let here: ApiClient
  let owner: Client
  const byNumber = async (typed: string) =>
    idsIn(await here.get(`/client/?phonenumbers__icontains=${encodeURIComponent(typed)}`))
  beforeAll(async () => {
    here = await (await api.givenOrganisation({ country: 'FI' })).caller()
    owner = await givenClient(here)
    await givenPhoneNumber(here, owner, { phone_number: '(040) 765-4321' })
    await givenPhoneNumber(here, await givenClient(here), { phone_number: '09 310 1691', type_code: 0 })
    await givenClient(here)
  })

  it('finds a number that was entered with its country code as it is dialled', async () => {
    const abroad = await givenClient(here)
    await givenPhoneNumber(here, abroad, { phone_number: '00358 48 700 8690' })
    await givenPhoneNumber(here, abroad, { phone_number: '+46 70 123 45 67' })
    for (const typed of ['0487008690', '048 700', '070 123', '0046 70', '0046701234567'])
      expect([typed, await byNumber(typed)]).toEqual([typed, [abroad.id]])
    expect(await byNumber('08700')).toEqual([])
  })

  it.each([
    ['as it was written', '(040) 765-4321'],
    ['a part of what was written', '765-43'],
    ['the international form', '+358407654321'],
    ['the international form in groups', '+358 40 765 4321'],
    ['a part of the international form', '5840765'],
    ['the digits alone', '0407654321'],
    ['the digits in other groups', '04 07 65 43 21'],
    ['the digits with slashes and dots', '040/765.4321'],
  ])('[S48] [S355] finds %s: %s', async (_what, typed) => {
    expect(await byNumber(typed)).toEqual([owner.id])
  })

  it('[S355] finds a number whose plus was not escaped', async () => {
    expect(idsIn(await here.get('/client/?phonenumbers__icontains=+358407654321'))).toEqual([owner.id])
  })

  it.each(['0407654322', '%', '_', 'no number'])('does not find %s', async (typed) => {
    expect(await byNumber(typed)).toEqual([])
  })

  it('finds only numbers written with a dash when filtered by a dash', async () => {
    expect(await byNumber('-')).toEqual([owner.id])
    expect(await byNumber('/')).toEqual([])
  })

  it('finds a client once, however many of its numbers match', async () => {
    const client = await givenClient(here)
    for (const phone_number of ['050 555 0001', '050 555 0002']) await givenPhoneNumber(here, client, { phone_number })
    expect(await byNumber('0505550')).toEqual([client.id])
  })
})

describe('finding clients that have living patients', () => {
  it('[S48] [S355] counts neither the deceased nor the archived', async () => {
    const here = await (await api.givenOrganisation()).caller()
    const [alive, deceased, archived, none, mixed] = [
      await givenClient(here),
      await givenClient(here),
      await givenClient(here),
      await givenClient(here),
      await givenClient(here),
    ]
    await givenPatient(here, { client: alive.url })
    const late = await givenPatient(here, { client: deceased.url, deceased: '2026-02-01' })
    await givenPatient(here, { client: archived.url, archived: true })
    await givenPatient(here, { client: mixed.url, deceased: '2026-02-01' })
    await givenPatient(here, { client: mixed.url })
    const having = async (wanted: boolean) => idsIn(await here.get(`/client/?has_alive_patients__is=${wanted}`))
    expect(await having(true)).toEqual([alive.id, mixed.id])
    expect(await having(false)).toEqual([deceased.id, archived.id, none.id])
    await here.patch(late.url, { deceased: null })
    expect(await having(true)).toEqual([alive.id, deceased.id, mixed.id])
  })
})
