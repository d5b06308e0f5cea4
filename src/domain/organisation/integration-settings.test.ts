import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { asProblem, codesOf } from '../../../test/support/clinic.ts'

const { api, clinic, caller } = await useClinic()

const path = '/settings/integration/'
const own = `${path}${clinic.id}/`

describe('the integration settings', () => {
  it('come with the organisation, one record at two addresses', async () => {
    const fresh = await api.givenOrganisation()
    const reader = await fresh.caller({ read: ['Settings: Integration settings'] })
    const { status, body, headers } = await reader.get(path)
    expect([status, body]).toEqual([
      200,
      {
        id: fresh.id,
        url: fresh.url('integration_settings', fresh.id),
        organisation: fresh.url('organisation', fresh.id),
        imaging_viewer_url: '',
        modified: expect.any(String),
      },
    ])
    const other = await reader.get(body.url)
    expect([other.status, other.body]).toEqual([200, body])
    expect(other.headers.get('etag')).toBe(headers.get('etag'))
    expect((await reader.get(`${path}${clinic.id}/`)).status).toBe(404)
  })

  it.each([path, own])('are changed at %s, and the change is in the audit trail', async (at) => {
    const imaging_viewer_url = `https://archive.example.com${at}?PatientID=`
    const { status, body } = await caller.patch(at, { imaging_viewer_url })
    expect([status, body.imaging_viewer_url]).toEqual([200, imaging_viewer_url])
    expect((await caller.get(path)).body).toEqual(body)
    const { results } = (await caller.get('/auditevent/?resource__is=integration_settings&ordering=-id&page_size=1'))
      .body
    expect(results).toMatchObject([
      { record: clinic.id, action: 'change', changes: { imaging_viewer_url: { to: imaging_viewer_url } } },
    ])
  })

  it.each([path, own])('are changed at %s only if nobody else was faster', async (at) => {
    const { headers } = await caller.get(at)
    const known = { headers: { 'if-match': headers.get('etag')! } }
    expect((await caller.patch(at, { imaging_viewer_url: 'http://first/?' }, known)).status).toBe(200)
    expect((await caller.patch(at, { imaging_viewer_url: 'http://second/?' }, known)).status).toBe(412)
    expect((await caller.get(at)).body.imaging_viewer_url).toBe('http://first/?')
  })

  it('need a permission of their own', async () => {
    const reader = await clinic.caller({ read: ['Settings: Integration settings'] })
    const other = await clinic.caller({ write: ['Settings: Departments', 'Clinical: Diagnostic imaging'] })
    expect((await reader.patch(path, { imaging_viewer_url: '' })).status).toBe(403)
    expect((await other.get(path)).status).toBe(403)
  })

  it.each([
    'https://archive.example.com/studies?PatientID=',
    'http://192.168.1.20:8042/ui/#/filtered-studies?PatientID=',
    'http://archive/viewer/',
    'HTTPS://ARCHIVE.EXAMPLE.COM/',
    '',
  ])('take the viewer %j as it is sent', async (imaging_viewer_url) => {
    expect((await caller.patch(path, { imaging_viewer_url })).body.imaging_viewer_url).toBe(imaging_viewer_url)
  })

  it.each([
    'archive.example.com/',
    '/viewer/',
    'javascript:alert(1)//',
    'data:text/html,',
    'ftp://archive.example.com/',
    'https://',
    'https://staff:secret@archive.example.com/',
    'https://archive.example.com/a b',
    'https://archive.example.com\\@evil.example/',
    ' https://archive.example.com/',
    'java\tscript:alert(1)',
  ])('refuse the viewer %j', async (imaging_viewer_url) => {
    const before = (await caller.get(path)).body
    const answer = await caller.patch(path, { imaging_viewer_url }, asProblem)
    expect(codesOf(answer)).toEqual({ imaging_viewer_url: 'invalid' })
    expect((await caller.get(path)).body).toEqual(before)
  })

  it('can be neither created nor deleted', async () => {
    expect((await caller.post(path, {})).status).toBe(405)
    expect((await caller.delete(own)).status).toBe(405)
  })
})
