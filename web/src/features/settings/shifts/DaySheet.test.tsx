// @module-tag waits
import { etagOf } from '@fetlock/sdk'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Shift } from '../../../api/records.ts'
import { isSame } from '../../../api/versions.ts'
import { givenApi, lost, refused } from '../../../testing/api.ts'
import { givenMe } from '../../../testing/records.ts'
import { show } from '../../../testing/render.tsx'
import { givenBooked, givenShift, hospital, listOf, seesBooked, veera } from '../../../testing/shifts.ts'
import { text } from '../../../text/en.ts'
import { DaySheet } from './DaySheet.tsx'

const date = '2099-11-16'
const monday = givenShift(1, { weekday: 1, start: '08:00', end: '16:00' })
const own = givenShift(2, { date, start: '08:00', end: '16:00' })
const leave = givenShift(3, { date })

/** The sheet of a day, and what arrives of others while it is open. */
const open = (shifts: readonly Shift[], booked: object = listOf([])) => {
  let stored = shifts
  let isClosed = false
  let isLost = false
  const done = new Map<string | null, unknown>()
  const api = givenApi({
    'GET /appointment/': () => booked,
    'POST /shift/': ({ body }) => givenShift(9, body as Partial<Shift>),
    'PATCH /shift/2/': ({ headers, body }) => {
      const found = stored.find(({ id }) => id === 2)!
      const before = done.get(headers.get('idempotency-key'))
      if (before !== undefined && !isSame(before, body)) return refused(422, 'idempotency_key_reused')
      if (before === undefined && headers.get('if-match') !== etagOf(found)) return refused(412, 'precondition_failed')
      done.set(headers.get('idempotency-key'), body)
      return isLost ? lost() : { ...found, ...(body as Partial<Shift>) }
    },
  })
  const sheet = (known: readonly Shift[]) => (
    <DaySheet
      person={veera}
      department={hospital}
      open={{ shifts: known, place: { user: veera.url, department: hospital.url }, date }}
      today={date}
      onLeave={() => {}}
      onClose={() => (isClosed = true)}
    />
  )
  const { user, rerender } = show(sheet(shifts), { me: givenMe(seesBooked) })
  const change = (...now: readonly Shift[]) => (stored = now)
  return {
    user,
    /** Somebody else changes the shifts, and this sheet does not know it yet, or does. */
    change,
    lose: (isNow: boolean) => (isLost = isNow),
    arrive: (...now: readonly Shift[]) => rerender(sheet(change(...now))),
    save: () => user.click(screen.getByRole('button', { name: /^Save/ })),
    type: async (label: string, time: string) => {
      await user.clear(screen.getByLabelText(label))
      await user.type(screen.getByLabelText(label), time)
    },
    times: () => ['Shift 1 from', 'Shift 1 to'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value),
    isClosed: () => isClosed,
    sent: () => api.writes().map(({ method, body }) => [method, body]),
  }
}

it('leaves what somebody else has recorded for a day about which nothing was said', async () => {
  const { arrive, save, isClosed, sent } = open([monday])
  arrive(monday, leave)
  await save()
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(sent()).toEqual([])
})

it('tells of leave that somebody else has recorded before it is replaced', async () => {
  const { user, arrive, save, type, isClosed, sent } = open([monday])
  await user.click(screen.getByLabelText('Other shifts on this day only'))
  await type('Shift 1 to', '17:00')
  arrive(monday, leave)
  await save()
  await screen.findByText(text.changedElsewhere)
  expect([sent(), isClosed()]).toEqual([[], false])
})

it.each([
  ['has arrived', true],
  ['has not arrived yet', false],
])(
  'tells what somebody else has changed, and keeps their times where none were typed, if it %s',
  async (_, isKnown) => {
    const { arrive, change, save, type, times, isClosed, sent } = open([monday, own])
    const theirs = { ...own, start: '09:00', modified: '2026-11-01T09:00:00Z' }
    await type('Shift 1 to', '17:00')
    if (isKnown) arrive(monday, theirs)
    else change(monday, theirs)
    await save()
    await screen.findByText(text.changedElsewhere)
    if (!isKnown) arrive(monday, theirs)
    await waitFor(() => expect(times()).toEqual(['09:00', '17:00']))
    expect(isClosed()).toBe(false)
    await save()
    await waitFor(() => expect(isClosed()).toBe(true))
    expect(sent().at(-1)).toEqual(['PATCH', { start: '09:00', end: '17:00' }])
  },
)

const saving = () => screen.getByRole('button', { name: /^Save/ }).getAttribute('aria-busy')

/** The end of a shift is changed and saved while what is booked is still being read. */
const saveEarly = async () => {
  const answer = Promise.withResolvers<object>()
  const opened = open([monday, own], answer.promise)
  await opened.type('Shift 1 to', '15:00')
  await opened.save()
  expect([opened.sent(), saving()]).toEqual([[], 'false'])
  return { ...opened, answer: (...booked: readonly object[]) => answer.resolve(listOf(booked)) }
}

it('saves what was confirmed before it was known that nothing is booked', async () => {
  const { answer, isClosed, sent } = await saveEarly()
  answer()
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(sent()).toEqual([['PATCH', { start: '08:00', end: '15:00' }]])
})

it('shows what is booked before it saves what was confirmed without it', async () => {
  const { save, answer, isClosed, sent } = await saveEarly()
  answer(givenBooked(`${date}T14:30:00Z`))
  await screen.findByText('1 appointment is booked and would be outside the shifts')
  expect([sent(), isClosed()]).toEqual([[], false])
  await save()
  await waitFor(() => expect(isClosed()).toBe(true))
})

it('saves nothing else than what was confirmed', async () => {
  const { save, answer, type, isClosed, sent } = await saveEarly()
  await type('Shift 1 to', '14:00')
  answer()
  await screen.findByText('Nothing that is booked is concerned.')
  expect([sent(), isClosed()]).toEqual([[], false])
  await save()
  await waitFor(() => expect(sent()).toEqual([['PATCH', { start: '08:00', end: '14:00' }]]))
})

it('tells that what had no answer was written, and saves what was typed since when asked again', async () => {
  const { arrive, lose, save, type, times, isClosed, sent } = open([monday, own])
  await type('Shift 1 to', '17:00')
  lose(true)
  await save()
  await screen.findByRole('alert')
  lose(false)
  await type('Shift 1 to', '16:00')
  await type('Shift 1 from', '09:00')
  await save()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/this was written: Shifts of Veera Lehto/))
  expect(isClosed()).toBe(false)
  arrive(monday, { ...own, end: '17:00', modified: '2026-11-01T09:00:00Z' })
  expect(times()).toEqual(['09:00', '16:00'])
  await save()
  await waitFor(() => expect(isClosed()).toBe(true))
  expect(sent().at(-1)).toEqual(['PATCH', { start: '09:00', end: '16:00' }])
})
