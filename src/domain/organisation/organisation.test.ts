import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { givenDepartment, idsIn } from '../../../test/support/clinic.ts'

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
    ['an empty name', { name: ' ' }, 'name'],
    ['a country that does not exist', { country: 'XX' }, 'country'],
    ['an empty country', { country: '' }, 'country'],
    ['a time zone that does not exist', { time_zone: 'Europe/Nowhere' }, 'time_zone'],
    ['an empty time zone', { time_zone: '' }, 'time_zone'],
    ['an e-mail address that is none', { email: 'northgate' }, 'email'],
    ['a department that does not exist', { default_department: '/department/999999999/' }, 'default_department'],
  ])('refuses %s', async (_what, changes, field) => {
    const linked =
      'default_department' in changes ? { default_department: `${clinic.base}${changes.default_department}` } : changes
    const { status, body } = await caller.patch(own(), linked)
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })

  it('refuses a default department of another organisation', async () => {
    const other = await api.givenOrganisation()
    const { status } = await caller.patch(own(), { default_department: other.url('department', other.department) })
    expect(status).toBe(400)
  })

  it('can be neither created nor deleted through the API', async () => {
    expect((await caller.post('/organisation/', { name: 'Mine' })).status).toBe(405)
    expect((await caller.delete(own())).status).toBe(405)
  })
})
