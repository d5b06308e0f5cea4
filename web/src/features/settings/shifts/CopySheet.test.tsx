// @module-tag waits
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { givenApi, lost, oncePerKey } from '../../../testing/api.ts'
import { givenMe } from '../../../testing/records.ts'
import { show } from '../../../testing/render.tsx'
import { givenShift, hospital, listOf, otto, seesBooked, veera } from '../../../testing/shifts.ts'
import { CopySheet } from './CopySheet.tsx'
import { weekOf } from './week.ts'

const monday = '2099-11-16'
const next = '2099-11-23'
const shifts = [veera, otto].map(({ id, url }) =>
  givenShift(id, { user: url, date: monday, start: '10:00', end: '18:00' }),
)

/** The sheet that copies a shift of Veera's and one of Otto's. */
const open = (answers: Parameters<typeof givenApi>[0] = {}) => {
  let isDone = false
  const api = givenApi({
    'GET /appointment/': listOf([]),
    'POST /shift/': ({ body }) => givenShift(9, body as object),
    ...answers,
  })
  const { user } = show(
    <CopySheet
      people={[veera, otto]}
      department={hospital}
      shifts={shifts}
      dates={weekOf(monday)}
      onClose={() => {}}
      onDone={() => (isDone = true)}
    />,
    { me: givenMe(seesBooked) },
  )
  return {
    user,
    leaveOut: async (name: string) => user.click(await screen.findByLabelText(new RegExp(name))),
    save: () => user.click(screen.getByRole('button', { name: /^Copy/ })),
    isDone: () => isDone,
    sent: () => api.writes().map(({ body }) => body),
  }
}

const copyOf = (user: string) => ({ user, department: hospital.url, date: next, start: '10:00', end: '18:00' })

it('goes on once what is booked is known, if it was confirmed before', async () => {
  const answer = Promise.withResolvers<object>()
  const { leaveOut, save, isDone, sent } = open({ 'GET /appointment/': () => answer.promise })
  await leaveOut('Otto')
  await save()
  expect(screen.getByRole('button', { name: /^Copy/ }).getAttribute('aria-busy')).toBe('false')
  answer.resolve(listOf([]))
  await waitFor(() => expect(isDone()).toBe(true))
  expect(sent()).toEqual([copyOf(veera.url)])
})

it('stays open when what was written is what had no answer before', async () => {
  const written: unknown[] = []
  const carryOut = oncePerKey(({ body }) => {
    written.push(body)
    return givenShift(9, body as object)
  })
  let isLost = true
  const { leaveOut, save, isDone } = open({
    'POST /shift/': (asked) => {
      const answer = carryOut(asked)
      return isLost ? lost() : answer
    },
  })
  await leaveOut('Otto')
  await screen.findByText('Nothing that is booked is concerned.')
  await save()
  await screen.findByRole('alert')
  isLost = false
  await leaveOut('Veera')
  await leaveOut('Otto')
  await save()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/this was written: 1 shift copied/))
  expect([written, isDone()]).toEqual([[copyOf(veera.url)], false])
})
