import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'

const { api, clinic, caller } = await useClinic()
const path = '/settings/security/'

describe('the security settings', () => {
  it('come with the organisation and require nothing at first', async () => {
    const fresh = await api.givenOrganisation()
    const reader = await fresh.caller({ read: ['Settings: Users and permissions'] })
    const { status, body } = await reader.get(path)
    expect([status, body]).toEqual([
      200,
      {
        id: fresh.id,
        url: fresh.url('security_settings', fresh.id),
        organisation: fresh.url('organisation', fresh.id),
        second_factor_required: false,
        modified: expect.any(String),
      },
    ])
    expect((await reader.get(body.url)).body).toEqual(body)
  })

  it.each([path, `${path}${clinic.id}/`])('are changed at %s, and the change is in the audit trail', async (at) => {
    const before = (await caller.get(path)).body.second_factor_required
    const { status, body } = await caller.patch(at, { second_factor_required: !before })
    expect([status, body.second_factor_required]).toEqual([200, !before])
    const { results } = (await caller.get('/auditevent/?resource__is=security_settings&ordering=-id&page_size=1')).body
    expect(results).toMatchObject([
      { record: clinic.id, action: 'change', changes: { second_factor_required: { from: before, to: !before } } },
    ])
  })

  it('need the permission to manage users', async () => {
    const reader = await clinic.caller({ read: ['Settings: Users and permissions'] })
    const other = await clinic.caller({ write: ['Settings: Integration settings'] })
    expect((await reader.patch(path, { second_factor_required: true })).status).toBe(403)
    expect((await other.get(path)).status).toBe(403)
    expect((await other.patch(path, { second_factor_required: false })).status).toBe(403)
  })
})
