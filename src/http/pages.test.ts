import { beforeAll, describe, expect, test } from 'vitest'
import { useClinic, type ApiClient } from '../../test/support/api.ts'
import { givenClient, givenPatient } from '../../test/support/clinic.ts'

const { api, clinic, caller } = await useClinic({ name: 'North & South' })
const asPage = { headers: { accept: 'text/html' } }
const pageOf = async (path: string, by: ApiClient = caller) => (await by.get(path, asPage)).text
let owner: { readonly id: number; readonly url: string }
let patient: { readonly id: number; readonly url: string }

beforeAll(async () => {
  owner = await givenClient(caller, { firstname: 'Aino', lastname: '<Koski>' })
  patient = await givenPatient(caller, { client: owner.url, name: 'Sleipnir' })
})

describe('a page', () => {
  test('calls records by their names, its own and those it links to', async () => {
    const html = await pageOf(patient.url)
    expect(html).toContain('<h1>Sleipnir</h1>')
    expect(html).toContain(`title="client/${owner.id}">Aino &lt;Koski&gt;</a>`)
    expect(await pageOf('/patient/')).toContain(`title="client/${owner.id}">Aino &lt;Koski&gt;</a>`)
    expect(await pageOf(owner.url)).toContain(`title="patient/${patient.id}">Sleipnir</a>`)
  })

  test('shows no name that its caller could not read', async () => {
    await caller.post('/countersale/', { client: owner.url, department: clinic.url('department', clinic.department) })
    const html = await pageOf('/countersale/', await clinic.caller({ read: ['Financial: Invoices'] }))
    expect(html).toContain(`>client/${owner.id}</a>`)
    expect(html).not.toContain('Aino')
    expect(await pageOf('/countersale/')).toContain('Aino')
  })

  test('shows the names of its own organisation only', async () => {
    const other = await api.givenOrganisation({ name: 'Elsewhere' })
    const html = await pageOf('/department/', await other.caller())
    expect(html).toContain('Elsewhere')
    expect(html).not.toContain('North')
    expect(await pageOf('/department/')).toContain('North &amp; South')
  })

  test('links what else can be read of a record, as far as its caller may', async () => {
    expect(await pageOf(owner.url)).toMatch(/href="[^"]*\/balance\/"/)
    const html = await pageOf(owner.url, await clinic.caller({ read: ['General: Patients and clients'] }))
    expect(html).toMatch(/href="[^"]*\/custom_field_values\/"/)
    expect(html).not.toMatch(/href="[^"]*\/balance\/"/)
  })

  test('leaves out of its address what the form of filters sent empty', async () => {
    const { status, headers } = await caller.get(
      '/patient/?name__is=&species__is=&name__icontains=a&expose_client=',
      asPage,
    )
    expect([status, headers.get('location')]).toEqual([
      303,
      `/${clinic.id}/api/0.1/patient/?name__icontains=a&expose_client=`,
    ])
    expect((await caller.get('/patient/?name__is=')).body.count).toBe(0)
  })

  test('of an error shows the id of the request', async () => {
    const { status, headers, text } = await caller.get('/patient/999999/', asPage)
    expect(status).toBe(404)
    expect(text).toContain(headers.get('x-request-id'))
  })

  test('is asked for before the caller is known only to be refused', async () => {
    const { status, headers } = await clinic.as().get('/patient/?name__is=', asPage)
    expect([status, headers.get('location')]).toEqual([401, null])
  })
})
