// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { useClinicApp } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import {
  givenAppointment,
  givenClient,
  givenConsultation,
  givenItem,
  givenPatient,
  givenRow,
  givenUser,
} from '../support/clinic.ts'

type Body = TestResponse['body']

/** `FETLOCK_DESKS=10 FETLOCK_CHARGES=100 npm test -- web-desks` is the measure at full size. */
const [desks, charges] = [Number(process.env['FETLOCK_DESKS'] ?? 3), Number(process.env['FETLOCK_CHARGES'] ?? 10)]

const { address, clinic, caller, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const department = clinic.url('department', clinic.department)

/** What a page has asked of the API: reads, without the stream of events. */
const countReads = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const path = /\/api\/0\.1(\/.*)$/.exec(request.url())?.[1]
    if (path !== undefined && request.method() === 'GET' && !path.startsWith('/events/')) asked.push(path)
  })
  return asked
}

const givenVisit = async (place: number, fields: Body = {}) => {
  const owner = await givenClient(caller, { firstname: 'Anna', lastname: `Desk ${place}` })
  const patient = await givenPatient(caller, { client: owner.url, name: `Animal ${place}` })
  const visit = await givenConsultation(caller, { patients: [patient], department, ...fields })
  const item = await givenItem(caller, { type_code: 2, name: `Medicine ${place}` })
  await givenRow(caller, visit, { item: item.url })
  return { visit, item }
}

/** Somebody with their own visit in one tab, and the board in another. */
const openDeskAt = async (place: number, { id }: Body) => {
  const name = `Desk${place}`
  await givenStaff(name, [
    'General: Appointments',
    'General: Patients and clients',
    'Clinical: Consultations',
    'Financial: Invoices',
  ])
  const board = await openDesk()
  await signIn(board, name)
  await board.getByText(`Animal ${place}`).first().waitFor()
  const visit = await board.context().newPage()
  await visit.goto(`${address}visits/${id}/`)
  await visit.getByText(`Medicine ${place}`).first().waitFor()
  for (const page of [board, visit]) await page.getByText('Live', { exact: true }).waitFor()
  return { board, visit }
}

/** What a page still asks after its first look, such as for the pages that may be opened next. */
const untilQuiet = async (asked: readonly string[]) => {
  let before = -1
  await expect
    .poll(
      () => {
        const isQuiet = asked.length === before
        before = asked.length
        return isQuiet
      },
      { interval: 2_000 },
    )
    .toBe(true)
}

const median = (counts: readonly number[]) => counts.toSorted((one, other) => one - other)[counts.length >> 1]!

it('a charge is read again by the desk whose visit it is, and by no other but for its board', async () => {
  const visits = []
  for (let place = 1; place <= desks; place++) visits.push(await givenVisit(place))
  const last = await givenPatient(caller, { name: 'Last of all' })
  const vet = await givenUser(caller)
  // One waits for its invoice, so that the board also counts what may be missing.
  const waiting = await givenVisit(desks + 1)
  await done(caller.post(`/consultation/${waiting.visit.id}/update_status/`, { status: 6 }))
  const opened = []
  for (const [at, { visit }] of visits.entries()) opened.push(await openDeskAt(at + 1, visit))
  const [charged, ...others] = opened
  const asked = others.map(({ board, visit }) => ({ board: countReads(board), visit: countReads(visit) }))
  for (const one of asked) await untilQuiet([one.board, one.visit].flat())
  for (const one of asked) one.board.length = one.visit.length = 0

  const rows = charged!.visit.getByText('Medicine 1', { exact: true })
  const before = await rows.count()
  for (let count = 1; count <= charges; count++) {
    await givenRow(caller, visits[0]!.visit, { item: visits[0]!.item.url })
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(before + count)
  }
  // Events come in their order: who shows this has heard of all charges before.
  await givenAppointment(caller, {
    start: minutesFromNow(20),
    end: minutesFromNow(35),
    department,
    user: vet.url,
    client: last.client,
    patients: [last.url],
  })
  for (const { board } of others) await board.getByText('Last of all').first().waitFor()

  const counts = asked.map(({ board, visit }) => ({ board: board.length, visit: visit.length }))
  const boards = counts.map(({ board }) => board)
  const ofVisits = counts.map(({ visit }) => visit)
  process.stdout.write(
    `${desks} desks, ${charges} charges at one: each of the others asked ${median(boards)} times for its board (at most ` +
      `${Math.max(...boards)}) and ${median(ofVisits)} times for its own visit (at most ${Math.max(...ofVisits)}).\n`,
  )
  expect(Math.max(...ofVisits)).toBe(0)
  expect(Math.max(...boards)).toBeLessThanOrEqual(2 * (charges + 1))
  expect(consoleErrors).toEqual([])
})
