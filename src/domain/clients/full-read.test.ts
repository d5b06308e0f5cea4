import { beforeAll, describe, expect, it } from 'vitest'
import { actorOf, useClinic, type TestResponse } from '../../../test/support/api.ts'
import { givenClient, givenCustomField, givenPatient, givenPhoneNumber } from '../../../test/support/clinic.ts'
import { resourceRegistry } from '../../app/resources.ts'
import { linksOf } from '../../kernel/links.ts'
import { readRecord } from '../../kernel/reading.ts'

type Body = TestResponse['body']
const { api, clinic, caller } = await useClinic()
let client: Body
let animals: Body[]
let phones: Body[]
const read = async (path: string): Promise<Body> => (await caller.get(path)).body
beforeAll(async () => {
  const [card, diet] = [await givenCustomField(caller), await givenCustomField(caller, { content_type: 'patient' })]
  client = await givenClient(caller, { fields_rel: [{ field_id: card.id, value: '4711' }] })
  const rex = await givenPatient(caller, { client: client.url, fields_rel: [{ field_id: diet.id, value: 'Fish' }] })
  animals = [rex, await givenPatient(caller, { client: client.url })]
  phones = [
    await givenPhoneNumber(caller, client),
    await givenPhoneNumber(caller, client, { phone_number: '09 612 1234', type_code: 0 }),
  ]
  await givenPatient(caller)
  client = await read(client.url)
})

describe('a client read in full', () => {
  it('has its patients, phone numbers and custom fields in one answer, alone and in the list', async () => {
    const full = { ...client, patients_data: animals, phone_numbers_data: phones }
    const flags = 'expose_patients&expose_phone_numbers'
    expect(await read(`${client.url}?${flags}`)).toEqual(full)
    expect((await read(`/client/?id__is=${client.id}&${flags}`)).results).toEqual([full])
    expect(client.fields_rel).toMatchObject([{ value: '4711' }])
    expect(full.patients_data[0].fields_rel).toMatchObject([{ value: 'Fish' }])
  })

  it.each([
    ['expose_patients', () => ({ patients_data: animals })],
    ['expose_phone_numbers', () => ({ phone_numbers_data: phones })],
  ])('adds only what %s exposes', async (flag, added) => {
    expect(await read(`${client.url}?${flag}`)).toEqual({ ...client, ...added() })
  })

  it('has empty lists where there is nothing', async () => {
    const lonely = await givenClient(caller)
    expect(await read(`${lonely.url}?expose_patients&expose_phone_numbers`)).toMatchObject({
      patients_data: [],
      phone_numbers_data: [],
      fields_rel: [],
    })
  })
})

describe('a patient', () => {
  it('has its client, in the record and in the list', async () => {
    const [rex] = animals
    expect(await read(`${rex.url}?expose_client`)).toEqual({ ...rex, client_data: client })
    const { results } = await read(`/patient/?client__is=${client.id}&expose_client`)
    expect(results).toEqual(animals.map((animal) => ({ ...animal, client_data: client })))
  })
})

describe('what is exposed', () => {
  it.each([
    ['client', 'expose_patients'],
    ['client', 'expose_phone_numbers'],
    ['patient', 'expose_client'],
  ])('needs the permission of the exposed resource: %s with %s', async (name, flag) => {
    const show = (query: string) =>
      readRecord(
        {
          read: api.rows.read,
          resources: resourceRegistry,
          actor: actorOf(clinic.id, { permissions: new Map() }),
          links: linksOf(api.publicUrl, clinic.id),
        },
        resourceRegistry.get(name)!,
        name === 'client' ? client.id : animals[0].id,
        new URLSearchParams(query),
      )
    expect(await show('')).toBeDefined()
    await expect(show(flag)).rejects.toMatchObject({
      status: 403,
      message: `${flag} also needs the permission General: Patients and clients (read).`,
    })
  })

  it.each([`/client/?expose_client`, '/patient/?expose_patients', '/client/?expose_patients=no'])(
    'is refused where there is no such flag: %s',
    async (path) => {
      expect((await caller.get(path)).status).toBe(400)
    },
  )
})
