import { expect, onTestFinished, test } from 'vitest'
import { assembleApi } from '../../src/app/api.ts'
import { operations } from '../../src/app/resources.ts'
import { openapi } from '../../src/contract/openapi.ts'
import { useClinic } from '../support/api.ts'
import { asProblem, codesOf } from '../support/clinic.ts'

const { api, clinic, caller } = await useClinic()

const addresses = [...Map.groupBy(operations, ({ path }) => path)]

test.each(addresses)('OPTIONS %s describes it', async (path, here) => {
  const { status, headers, body } = await caller.send('OPTIONS', path.replaceAll(/\{\w+\}/g, '1'))
  expect(status).toBe(200)
  expect(headers.get('allow')).toBe([...here.map(({ method }) => method), 'OPTIONS'].join(', '))
  expect(Object.keys(body.actions)).toEqual(here.map(({ method }) => method))
  for (const { method, name, rate } of here)
    expect(body.actions[method]).toMatchObject({
      action: name,
      permission: expect.any(String),
      rate: { requests: rate, seconds: 60 },
    })
  const list = here.find(({ method }) => method === 'GET')
  expect(body.parameters).toEqual(Object.keys(list?.parameters ?? {}))
  for (const field of Object.values(body.fields ?? {}))
    expect(field).toMatchObject({
      type: expect.any(String),
      required: expect.any(Boolean),
      read_only: expect.any(Boolean),
    })
  expect('fields' in body).toBe(here.some(({ resource, body: sent }) => resource !== undefined || sent !== undefined))
})

test('a field has type, required, read_only, max_length and choices', async () => {
  const { body } = await caller.send('OPTIONS', '/patient/')
  expect(body.fields).toMatchObject({
    id: { type: 'integer', required: false, read_only: true },
    client: { type: 'link', required: true, read_only: false, links_to: 'client' },
    name: { type: 'string', required: false, read_only: false, max_length: 127 },
    weight: { type: 'decimal', required: false, nullable: true },
    date_of_birth: { type: 'date', required: false, nullable: true },
    species_code: { read_only: true, required: false },
    gender: { type: 'choice', choices: expect.arrayContaining(['Male, neutered', 'Mare']) },
    modified: { type: 'datetime', read_only: true },
  })
  expect(body.actions).toMatchObject({
    GET: { permission: 'General: Patients and clients (read)' },
    POST: { permission: 'General: Patients and clients (write)' },
  })
  expect(body.parameters).toEqual(
    expect.arrayContaining(['page', 'page_size', 'ordering', 'expose_client', 'name__icontains', 'id__gt']),
  )
  const client = await caller.send('OPTIONS', '/client/')
  expect(client.body.fields.customer_type.choices).toMatchObject({ 0: 'Private person', 4: 'UK charity' })
  const wholesaler = await caller.send('OPTIONS', '/available_wholesaler/')
  expect(wholesaler.body.fields.verification_salt).toMatchObject({ write_only: true, max_length: 128 })
  expect(wholesaler.body.actions.POST).toMatchObject({ open_to_scope: 'wholesaler', oauth_only: true })
})

test('an action has the fields of its body, not those of the record', async () => {
  for (const path of ['/application/1/rotate_secret/', '/user/1/invite/'])
    expect((await caller.send('OPTIONS', path)).body).toMatchObject({ actions: { POST: {} }, fields: {} })
  expect(Object.keys((await caller.send('OPTIONS', '/user/1/invite/')).body.fields)).toEqual([])
})

test('fields described as required are required, and read-only fields are ignored', async () => {
  const { body } = await caller.send('OPTIONS', '/user/')
  const required = Object.entries(body.fields as Record<string, { required: boolean }>).flatMap(([name, field]) =>
    field.required ? [name] : [],
  )
  const refused = await caller.post('/user/', { is_virtual: true }, asProblem)
  expect(codesOf(refused)).toEqual(Object.fromEntries(required.map((name) => [name, 'required'])))
  expect(required).toEqual(['last_name', 'email'])
  const made = await caller.post('/user/', {
    last_name: 'A',
    email: 'a@x.example',
    is_virtual: true,
    id: 999,
    url: 'x',
  })
  expect(made.body.is_virtual).toBe(false)
  expect(made.body.id).not.toBe(999)
})

test('OPTIONS needs a credential like everything else', async () => {
  expect((await clinic.as().send('OPTIONS', '/client/')).status).toBe(401)
})

test('[S598] the version is 0.1, in every path and in the reference', async () => {
  expect((await caller.get('/client/')).body.results).toEqual([])
  for (const version of ['0.2', '0', '1', 'v0.1', '0.1.0'])
    expect((await caller.get(`${api.publicUrl}/${clinic.id}/api/${version}/client/`)).status).toBe(404)
  expect((await caller.get('/')).body.client).toBe(`${api.publicUrl}/${clinic.id}/api/0.1/client/`)
  expect(openapi(operations, { title: 'Reference', description: '' })).toMatchObject({
    info: { version: '0.1' },
    servers: [{ url: '/{organisation}/api/0.1' }],
  })
})

test('[S599] the links of a deployment have its host, with a prefix or without', async () => {
  for (const publicUrl of ['https://nordic.vet.example', 'https://vet.example']) {
    const app = await assembleApi({ ...api.options, publicUrl })
    onTestFinished(() => app.close())
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const { body } = await caller.get(`${origin}/${clinic.id}/api/0.1/`)
    expect(body.client).toBe(`${publicUrl}/${clinic.id}/api/0.1/client/`)
    const made = await caller.post(`${origin}/${clinic.id}/api/0.1/client/`, { lastname: 'Owner' })
    expect(made.body.url).toBe(`${publicUrl}/${clinic.id}/api/0.1/client/${made.body.id}/`)
  }
})
