import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { asProblem, codesOf, givenDepartment, idsIn, statusesOf, twentyAtOnce } from '../../../test/support/clinic.ts'

const { api, clinic, caller } = await useClinic({ country: 'SE', time_zone: 'Europe/Stockholm' })

const defaultDepartment = async () => (await caller.get(`/organisation/${clinic.id}/`)).body.default_department

describe('creating a department', () => {
  it('keeps every field as it was sent', async () => {
    const sent = {
      name: 'Södra kliniken',
      number: '02',
      street_address: 'Götgatan 1',
      zip_code: '118 46',
      city: 'Stockholm',
      country: 'NO',
      phone: '08-123 456',
      email: 'sodra@example.com',
      archived: false,
    }
    const { status, body } = await caller.post('/department/', sent)
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...sent, url: clinic.url('department', body.id) })
    expect((await caller.get(body.url)).body).toEqual(body)
  })

  it('takes the country of the organisation unless another is given', async () => {
    expect((await givenDepartment(caller)).country).toBe('SE')
  })

  it('gives it settings at once, in the time zone of the organisation', async () => {
    const department = await givenDepartment(caller)
    expect((await caller.get(`/department/${department.id}/settings/`)).body).toMatchObject({
      id: department.id,
      department: department.url,
      time_zone: 'Europe/Stockholm',
    })
  })

  it('makes the first one the default of the organisation, and only the first', async () => {
    const first = clinic.url('department', clinic.department)
    expect(await defaultDepartment()).toBe(first)
    await givenDepartment(caller)
    expect(await defaultDepartment()).toBe(first)
  })

  it('succeeds twenty times concurrently, each with its settings', async () => {
    const answers = await twentyAtOnce((at) => caller.post('/department/', { name: `Ward ${at}` }))
    expect(statusesOf(answers)).toEqual(Array(20).fill(201))
    for (const { body } of answers) expect((await caller.get(`/settings/department/${body.id}/`)).status).toBe(200)
  })

  it('does not block concurrent changes of other records', async () => {
    const clients = await twentyAtOnce((at) => caller.post('/client/', { lastname: `Owner ${at}` }))
    const answers = await Promise.all([
      twentyAtOnce((at) => caller.post('/department/', { name: `Wing ${at}` })),
      twentyAtOnce((at) => caller.patch(clients[at]!.body.url, { city: 'Visby', no_sms: true })),
      twentyAtOnce(() => caller.patch(`/organisation/${clinic.id}/`, { city: 'Visby' })),
    ])
    expect(answers.flatMap(statusesOf)).toEqual([...Array(20).fill(201), ...Array(40).fill(200)])
  })

  it.each([
    ['no name', { name: undefined }, { name: 'required' }],
    ['an empty name', { name: '' }, { name: 'blank' }],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, { name: 'max_length' }],
    ['a country that does not exist', { country: 'XX' }, { country: 'invalid' }],
    ['an e-mail address that is none', { email: 'ward' }, { email: 'invalid' }],
    ['archived that is no boolean', { archived: 'no' }, { archived: 'invalid' }],
  ])('refuses %s', async (_what, fields, codes) => {
    expect(codesOf(await caller.post('/department/', { name: 'Ward', ...fields }, asProblem))).toEqual(codes)
  })

  it('needs the permission for departments as write; reading needs none', async () => {
    const reader = await clinic.caller({ read: ['Settings: Departments'] })
    expect((await reader.post('/department/', { name: 'Ward' })).status).toBe(403)
    const anybody = await clinic.caller({})
    expect((await anybody.get('/department/')).status).toBe(200)
    expect((await anybody.get(`/department/${clinic.department}/`)).status).toBe(200)
  })
})

describe('archiving a department', () => {
  it('archives it, and restores it', async () => {
    const here = await api.givenOrganisation()
    const staff = await here.caller()
    const department = await givenDepartment(staff)
    expect((await staff.patch(department.url, { archived: true })).body.archived).toBe(true)
    expect(idsIn(await staff.get('/department/?archived__is=true'))).toEqual([department.id])
    expect(idsIn(await staff.get('/department/?archived__is_not=true'))).toEqual([here.department])
    expect(idsIn(await staff.get('/department/'))).toEqual([here.department, department.id])
    expect((await staff.patch(department.url, { archived: false })).body.archived).toBe(false)
    expect((await staff.delete(department.url)).status).toBe(405)
  })

  it('is refused to other organisations', async () => {
    const other = await api.givenOrganisation()
    expect((await caller.patch(`/department/${other.department}/`, { archived: true })).status).toBe(404)
    expect((await caller.get(`/department/${other.department}/`)).status).toBe(404)
  })
})
