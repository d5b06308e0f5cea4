import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { asProblem, codesOf, givenDepartment, idsIn } from '../../../test/support/clinic.ts'

const { api, clinic, caller } = await useClinic({ name: 'Northgate', country: 'FI', currency: 'EUR' })

const own = () => `/organisation/${clinic.id}/`

describe('an organisation', () => {
  it('sees itself and no other, with any token', async () => {
    const other = await api.givenOrganisation({ name: 'Harbour' })
    const anybody = await clinic.caller({})
    expect(idsIn(await anybody.get('/organisation/'))).toEqual([clinic.id])
    expect((await anybody.get(own())).body).toMatchObject({
      id: clinic.id,
      url: clinic.url('organisation', clinic.id),
      name: 'Northgate',
      country: 'FI',
      currency: 'EUR',
      time_zone: 'Europe/Helsinki',
      default_department: clinic.url('department', clinic.department),
    })
    expect((await anybody.get(`/organisation/${other.id}/`)).status).toBe(404)
    expect((await caller.patch(`/organisation/${other.id}/`, { name: 'Mine' })).status).toBe(404)
  })

  it('is changed with the permission for departments, as write', async () => {
    const changes = {
      name: 'Northgate Vets',
      city: 'Oulu',
      time_zone: 'Europe/Tallinn',
      email: 'info@northgate.example',
    }
    const reader = await clinic.caller({ read: ['Settings: Departments'], write: ['Settings: Items'] })
    expect((await reader.patch(own(), changes)).status).toBe(403)
    const { status, body } = await caller.patch(own(), changes)
    expect(status).toBe(200)
    expect(body).toMatchObject(changes)
    expect((await caller.get(own())).body).toEqual(body)
  })

  it('cannot change its currency', async () => {
    const { status, body } = await caller.patch(own(), { currency: 'SEK', city: 'Vaasa' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ currency: 'EUR', city: 'Vaasa' })
  })

  it('can name another of its departments as the default', async () => {
    const department = await givenDepartment(caller)
    expect((await caller.patch(own(), { default_department: department.url })).body.default_department).toBe(
      department.url,
    )
  })

  it.each([
    ['an empty name', { name: ' ' }, { name: 'blank' }],
    ['a country that does not exist', { country: 'XX' }, { country: 'invalid' }],
    ['an empty country', { country: '' }, { country: 'blank' }],
    ['a time zone that does not exist', { time_zone: 'Europe/Nowhere' }, { time_zone: 'invalid' }],
    ['an empty time zone', { time_zone: '' }, { time_zone: 'blank' }],
    ['an e-mail address that is none', { email: 'northgate' }, { email: 'invalid' }],
    [
      'a department that does not exist',
      { default_department: '/department/999999999/' },
      { default_department: 'does_not_exist' },
    ],
  ])('refuses %s', async (_what, changes, codes) => {
    const linked =
      'default_department' in changes ? { default_department: `${clinic.base}${changes.default_department}` } : changes
    expect(codesOf(await caller.patch(own(), linked, asProblem))).toEqual(codes)
  })

  it('refuses a default department of another organisation', async () => {
    const other = await api.givenOrganisation()
    const changes = { default_department: other.url('department', other.department) }
    expect(codesOf(await caller.patch(own(), changes, asProblem))).toEqual({ default_department: 'does_not_exist' })
  })

  it('can be neither created nor deleted through the API', async () => {
    expect((await caller.post('/organisation/', { name: 'Mine' })).status).toBe(405)
    expect((await caller.delete(own())).status).toBe(405)
  })
})
