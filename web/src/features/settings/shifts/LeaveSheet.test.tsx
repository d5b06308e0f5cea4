// @module-tag waits
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { givenApi, lost, oncePerKey, refused } from '../../../testing/api.ts'
import { givenMe } from '../../../testing/records.ts'
import { show } from '../../../testing/render.tsx'
import { givenBooked, givenShift, hospital, listOf, otto, seesBooked, veera } from '../../../testing/shifts.ts'
import { LeaveSheet } from './LeaveSheet.tsx'

const day = '2099-11-16'
const weekly = [veera, otto].map(({ id, url }) =>
  givenShift(id, { user: url, weekday: 1, start: '08:00', end: '16:00' }),
)

/** The sheet of leave for Veera on a Monday. */
const open = (answers: Parameters<typeof givenApi>[0] = {}) => {
  let isClosed = false
  const api = givenApi({
    'GET /department/': listOf([hospital]),
    'GET /shift/': listOf([]),
    'GET /appointment/': listOf([]),
    'POST /shift/': ({ body }) => givenShift(9, body as object),
    ...answers,
  })
  const { user } = show(
    <LeaveSheet
      people={[veera, otto]}
      department={hospital}
      weekly={weekly}
      person={veera.id}
      day={day}
      today={day}
      onClose={() => (isClosed = true)}
    />,
    { me: givenMe(seesBooked) },
  )
  return {
    user,
    save: () => user.click(screen.getByRole('button', { name: /^Record/ })),
    isClosed: () => isClosed,
    sent: () => api.writes().map(({ body }) => body),
  }
}

const leaveOf = (user: string) => ({ user, department: hospital.url, date: day, start: null, end: null })

/** Leave is confirmed while what is booked is still being read. */
const saveEarly = async () => {
  const answer = Promise.withResolvers<object>()
  const opened = open({ 'GET /appointment/': () => answer.promise })
  await opened.save()
  expect(screen.getByRole('button', { name: /^Record/ }).getAttribute('aria-busy')).toBe('false')
  return { ...opened, answer: (...booked: readonly object[]) => answer.resolve(listOf(booked)) }
}

it('records what was confirmed before it was known that nothing is booked', async () => {
  const { answer, isClosed, sent } = await saveEarly()
  answer()
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(sent()).toEqual([leaveOf(veera.url)])
})

it('shows what is booked before it records what was confirmed without it', async () => {
  const { save, answer, isClosed, sent } = await saveEarly()
  answer(givenBooked(`${day}T09:00:00Z`))
  await screen.findByText('1 appointment is booked in this time')
  expect([sent(), isClosed()]).toEqual([[], false])
  await save()
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(sent()).toEqual([leaveOf(veera.url)])
})

it('tells whose leave was written when its answer was lost, and keeps what was chosen since', async () => {
  const written: unknown[] = []
  const carryOut = oncePerKey(({ body }) => {
    written.push(body)
    return givenShift(9, body as object)
  })
  let isLost = true
  const { user, save, isClosed } = open({
    'POST /shift/': (asked) => {
      const answer = carryOut(asked)
      return isLost ? lost() : answer
    },
  })
  await screen.findByRole('button', { name: /^Record 1 day/ })
  await save()
  await screen.findByRole('alert')
  isLost = false
  await user.selectOptions(screen.getByLabelText('Who'), 'Otto Ranta')
  await screen.findByRole('button', { name: /^Record 1 day/ })
  await save()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/this was written: Leave of Veera Lehto/))
  expect([written, isClosed()]).toEqual([[leaveOf(veera.url)], false])
  await save()
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(written).toEqual([leaveOf(veera.url), leaveOf(otto.url)])
})

it.each([/^Record/, /^Take back/])('does not go on with a date that cannot be read: %s', async (button) => {
  const { user, isClosed, sent } = open({ 'GET /shift/': listOf([givenShift(7, { date: day })]) })
  await screen.findByRole('button', { name: /^Take back 1 day/ })
  const last = screen.getByLabelText('To and including')
  await user.clear(last)
  await user.type(last, 'next week')
  await user.click(screen.getByRole('button', { name: button }))
  expect(document.activeElement).toBe(last)
  expect([sent(), isClosed()]).toEqual([[], false])
})

it('says that the departments cannot be read, and reads them again', async () => {
  let isBroken = true
  const { user } = open({ 'GET /department/': () => (isBroken ? refused(400, 'invalid') : listOf([hospital])) })
  const again = await screen.findByRole('button', { name: 'Retry' })
  isBroken = false
  await user.click(again)
  await screen.findByRole('button', { name: /^Record 1 day/ })
})

it('says at the last day that it is before the first', async () => {
  const { user, save, sent } = open()
  const last = screen.getByLabelText('To and including')
  await user.clear(last)
  await user.type(last, '2099-11-15')
  await save()
  const [invalid, described] = ['aria-invalid', 'aria-describedby'].map((name) => last.getAttribute(name))
  expect([invalid, document.getElementById(described ?? '')?.textContent]).toEqual([
    'true',
    'The last day is before the first.',
  ])
  expect(sent()).toEqual([])
})
