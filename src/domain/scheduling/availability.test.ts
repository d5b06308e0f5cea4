import { describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import { asProblem, codesOf, givenAppointment, givenDepartment, givenUser } from '../../../test/support/clinic.ts'

type Body = TestResponse['body']
const { clinic, caller } = await useClinic()

/** A department in a time zone, and somebody who works there. */
const givenPlace = async (time_zone = 'Europe/Helsinki') => {
  const [department, user] = [await givenDepartment(caller), await givenUser(caller)]
  await caller.patch(`/settings/department/${department.id}/`, { time_zone })
  const shift = async (fields: Body): Promise<Body> =>
    (await caller.post('/shift/', { user: user.url, department: department.url, ...fields })).body
  const free = async (date: string, query = ''): Promise<string[]> => {
    const { body } = await caller.get(`/appointment/availability/?department__is=${department.id}&date=${date}${query}`)
    return body.results.map(({ start, end }: Body) => `${start.slice(0, 16)}–${end.slice(11, 16)}`)
  }
  return { department, user, shift, free }
}
/** A Monday in winter, and the Sundays on which the clocks change. */
const monday = '2027-03-01'
const [spring, autumn] = ['2027-03-28', '2027-10-31']

describe('free times', () => {
  it('are the quarters of an hour within a shift, in local time, and none without one', async () => {
    const { shift, free, user, department } = await givenPlace()
    expect(await free(monday)).toEqual([])
    await shift({ weekday: 1, start: '08:00', end: '08:40' })
    expect(await free(monday)).toEqual(['2027-03-01T06:00–06:15', '2027-03-01T06:15–06:30'])
    expect(await free('2027-03-02')).toEqual([])
    const { body } = await caller.get(`/appointment/availability/?department__is=${department.url}&date=${monday}`)
    expect(body.results[0]).toEqual({
      user: user.url,
      start: '2027-03-01T06:00:00.000000Z',
      end: '2027-03-01T06:15:00.000000Z',
    })
  })

  it('are as long as the reason takes', async () => {
    const { shift, free } = await givenPlace()
    await shift({ weekday: 1, start: '08:00', end: '09:00' })
    const { id } = (await caller.post('/reason/', { name: 'Dental', duration: 40 })).body
    expect(await free(monday, `&reason__is=${id}`)).toEqual(['2027-03-01T06:00–06:40', '2027-03-01T06:15–06:55'])
  })

  it('are as long as is asked for, whatever the reason takes', async () => {
    const { shift, free } = await givenPlace()
    await shift({ weekday: 1, start: '08:00', end: '09:00' })
    const { id } = (await caller.post('/reason/', { name: 'Nails', duration: 15 })).body
    expect(await free(monday, `&duration=50&reason__is=${id}`)).toEqual(['2027-03-01T06:00–06:50'])
    const refused = await caller.get('/appointment/availability/?duration=4', asProblem)
    expect(codesOf(refused)).toEqual({ duration: 'min_value' })
  })

  it('are also those of the appointment that is to be moved', async () => {
    const { shift, free, user, department } = await givenPlace()
    await shift({ weekday: 1, start: '08:00', end: '08:45' })
    const booked = await givenAppointment(caller, {
      user: user.url,
      department: department.url,
      start: '2027-03-01T06:15:00Z',
      end: '2027-03-01T06:45:00Z',
    })
    expect(await free(monday, '&duration=30')).toEqual([])
    expect(await free(monday, `&duration=30&moving__is=${booked.id}`)).toEqual([
      '2027-03-01T06:00–06:30',
      '2027-03-01T06:15–06:45',
    ])
  })

  it('leave out what is booked, but not what was cancelled', async () => {
    const { shift, free, user, department } = await givenPlace()
    await shift({ weekday: 1, start: '08:00', end: '09:00' })
    const booked = await givenAppointment(caller, {
      user: user.url,
      department: department.url,
      start: '2027-03-01T06:15:00Z',
      end: '2027-03-01T06:35:00Z',
    })
    expect(await free(monday)).toEqual(['2027-03-01T06:00–06:15', '2027-03-01T06:45–07:00'])
    await caller.patch(booked.url, { active: false })
    expect(await free(monday)).toHaveLength(4)
  })

  it('follow the date’s own shifts instead of the weekday’s, and a day off has none', async () => {
    const { shift, free } = await givenPlace()
    await shift({ weekday: 1, start: '08:00', end: '16:00' })
    await shift({ date: monday, start: '10:00', end: '10:15' })
    expect(await free(monday)).toEqual(['2027-03-01T08:00–08:15'])
    expect(await free('2027-03-08')).toHaveLength(32)
    await shift({ date: '2027-03-08' })
    expect(await free('2027-03-08')).toEqual([])
  })

  it('follow the weekday’s shift here, whatever the date’s own is in another department', async () => {
    const { user, shift, free } = await givenPlace()
    await shift({ weekday: 1, start: '08:00', end: '16:00' })
    const elsewhere = await givenDepartment(caller)
    await shift({ user: user.url, department: elsewhere.url, date: monday, start: '10:00', end: '10:15' })
    expect(await free(monday)).toHaveLength(32)
  })

  it('are of several shifts and users, or of one', async () => {
    const { shift, free, department, user } = await givenPlace()
    const other = await givenUser(caller)
    await shift({ weekday: 1, start: '08:00', end: '08:15' })
    await shift({ weekday: 1, start: '12:00', end: '12:15' })
    await shift({ user: other.url, department: department.url, weekday: 1, start: '08:00', end: '08:15' })
    expect(await free(monday)).toHaveLength(3)
    expect(await free(monday, `&user__is=${user.id}`)).toHaveLength(2)
    await caller.patch(user.url, { is_active: false })
    expect(await free(monday)).toHaveLength(1)
  })

  it.each([
    ['spring', spring, 6],
    ['autumn', autumn, 8],
  ])('have an hour less or more on the night the clocks change in %s', async (_when, day, hours) => {
    const { shift, free } = await givenPlace()
    await shift({ weekday: 7, start: '00:00', end: '07:00' })
    expect(await free(day)).toHaveLength(hours * 4)
    expect(await free('2027-06-06')).toHaveLength(28)
  })

  it('are never in the past', async () => {
    const { shift, free } = await givenPlace('UTC')
    for (const weekday of [1, 2, 3, 4, 5, 6, 7]) await shift({ weekday, start: '00:00', end: '23:45' })
    const now = new Date()
    expect(await free(new Date(now.valueOf() - 86_400_000).toISOString().slice(0, 10))).toEqual([])
    const today = await free(now.toISOString().slice(0, 10))
    expect(today.filter((slot) => slot < now.toISOString().slice(0, 16))).toEqual([])
  })

  it('are those of today at the default department, unless another day or place is named', async () => {
    const { shift, department } = await givenPlace('UTC')
    await caller.patch(`/organisation/${clinic.id}/`, { default_department: department.url })
    for (const weekday of [1, 2, 3, 4, 5, 6, 7]) await shift({ weekday, start: '00:00', end: '23:59' })
    const today = new Date().toISOString().slice(0, 10)
    const [usual, named] = [
      await caller.get('/appointment/availability/'),
      await caller.get(`/appointment/availability/?department__is=${department.id}&date=${today}`),
    ]
    expect([usual.status, usual.body]).toEqual([200, named.body])
  })

  it('are refused for a department, day or reason that does not exist', async () => {
    const ask = async (query: string) => codesOf(await caller.get(`/appointment/availability/?${query}`, asProblem))
    expect(await ask(`department__is=999999999&date=${monday}`)).toEqual({ department__is: 'does_not_exist' })
    const { department } = await givenPlace()
    expect(await ask(`department__is=${department.id}&date=2027-02-30`)).toEqual({ date: 'invalid' })
    expect(await ask(`department__is=${department.id}&date=${monday}&reason__is=999999999`)).toEqual({
      reason__is: 'does_not_exist',
    })
    expect(await ask(`department__is=${department.id}&user__is=999999999`)).toEqual({ user__is: 'does_not_exist' })
    expect(await ask('moving__is=999999999')).toEqual({ moving__is: 'does_not_exist' })
    await caller.patch(department.url, { archived: true })
    expect(await ask(`department__is=${department.id}`)).toEqual({ department__is: 'does_not_exist' })
  })
})

describe('a shift', () => {
  it('is on a weekday or on a date, with both times or, on a date, with neither', async () => {
    const [user, department] = [(await givenUser(caller)).url, (await givenDepartment(caller)).url]
    const refused = async (fields: Body) =>
      codesOf(await caller.post('/shift/', { user, department, ...fields }, asProblem))
    expect(await refused({ start: '08:00', end: '09:00' })).toEqual({ weekday: 'weekday_or_date' })
    expect(await refused({ weekday: 1, date: monday, start: '08:00', end: '09:00' })).toEqual({
      weekday: 'weekday_or_date',
    })
    expect(await refused({ weekday: 1 })).toEqual({ start: 'day_off' })
    expect(await refused({ date: monday, start: '08:00' })).toEqual({ start: 'day_off' })
    expect(await refused({ weekday: 1, start: '09:00', end: '09:00' })).toEqual({ end: 'before_start' })
    expect(await refused({ weekday: 1, start: '9:00', end: '10:00' })).toEqual({ start: 'invalid' })
    expect(await refused({ weekday: 8, start: '09:00', end: '10:00' })).toEqual({ weekday: 'invalid_choice' })
  })

  it('is read as it was sent, changed, and removed', async () => {
    const { shift } = await givenPlace()
    const made = await shift({ weekday: 5, start: '08:30', end: '16:15' })
    expect(made).toMatchObject({ weekday: 5, date: null, start: '08:30', end: '16:15' })
    expect((await caller.patch(made.url, { end: '12:00' })).body).toMatchObject({ start: '08:30', end: '12:00' })
    expect(codesOf(await caller.patch(made.url, { end: '08:00' }, asProblem))).toEqual({ end: 'before_start' })
    expect(codesOf(await caller.patch(made.url, { weekday: null }, asProblem))).toEqual({ weekday: 'weekday_or_date' })
    expect((await caller.delete(made.url)).status).toBe(204)
    expect((await caller.get(made.url)).status).toBe(404)
  })
})
