// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { drawn, tablet, useClinicApp, whileHeldBack } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { givenClient, givenConsultation, givenNote, givenPatient, species } from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']

const { caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let desk: Page
let room: Page
let vet: Body
let owner: Body

const patiently = { interval: 250 }
const givenVisit = async (name: string, text: string): Promise<Body> => {
  const patient = await givenPatient(caller, { client: owner.url, name, species: species('CAT') })
  const visit = await givenConsultation(caller, { patients: [patient], supervising_veterinarian: vet.url })
  await givenNote(caller, visit, { text })
  return visit
}
const noteOf = async (visit: Body): Promise<string> =>
  (await done(caller.get(`/consultation/${visit.id}/consultationnote/`))).results[0].text
const noteField = (page: Page, name: string) => page.getByRole('textbox', { name: `Clinical note about ${name}` })
const open = async (page: Page, visit: Body, name: string) => {
  await page.goto(`${address}visits/${visit.id}/`)
  await expect.poll(() => noteField(page, name).inputValue(), patiently).not.toBe('')
}
const isPatch = (request: { method: () => string }) => request.method() === 'PATCH'

beforeAll(async () => {
  const may = ['General: Patients and clients', 'Clinical: Consultations'] as const
  vet = await givenStaff('Helena', may)
  await givenStaff('Maria', may)
  owner = await givenClient(caller, { firstname: 'Anna', lastname: 'Koski' })
  desk = await openDesk()
  await signIn(desk, 'Helena')
  room = await openDesk(tablet)
  await signIn(room, 'Maria')
})

describe('a note that two people write', () => {
  it('is written on where it stands while the other version is shown beside it', async () => {
    const visit = await givenVisit('Limp', 'Seen at the door\nLame on the left')
    await open(desk, visit, 'Limp')
    await open(room, visit, 'Limp')
    const mine = noteField(desk, 'Limp')
    await mine.click()
    await desk.keyboard.press('Control+End')
    await whileHeldBack(
      desk,
      isPatch,
      () => desk.keyboard.type(', since Friday'),
      async () => {
        await noteField(room, 'Limp').fill('Seen at the door\nLame on the right')
        await expect.poll(() => noteOf(visit), patiently).toContain('right')
      },
    )
    const other = desk.getByRole('region', { name: /changed the same lines$/ })
    await other.waitFor()
    // Each letter of this is a key somewhere: c registers a client, f finalizes, w weighs.
    await desk.keyboard.type(', cannot find why; will check')
    expect(await mine.inputValue()).toBe(
      'Seen at the door\nLame on the left, since Friday, cannot find why; will check',
    )
    expect(await mine.and(desk.locator(':focus')).count()).toBe(1)
    expect(desk.url()).toBe(`${address}visits/${visit.id}/`)
    expect(await other.innerText()).toContain('Lame on the right')
    await drawn(desk, 'note-conflict')
    expect(await violationsOn(desk)).toEqual([])
    await desk.setViewportSize({ width: 1024, height: 768 })
    await drawn(desk, 'note-conflict-1024')
    await desk.setViewportSize({ width: 1440, height: 900 })
    await other.getByRole('button', { name: 'Keep both' }).click()
    await expect
      .poll(() => noteOf(visit), patiently)
      .toBe('Seen at the door\nLame on the right\nLame on the left, since Friday, cannot find why; will check')
    await other.waitFor({ state: 'detached' })
  })

  it('is open when the visit is handed over, until somebody has gone to it', async () => {
    const visit = await givenVisit('Otso', 'Lame on the left')
    await open(desk, visit, 'Otso')
    await open(room, visit, 'Otso')
    const mine = noteField(desk, 'Otso')
    const statusOf = async (): Promise<number> => (await done(caller.get(visit.url))).status
    await mine.click()
    await desk.keyboard.press('Control+End')
    await whileHeldBack(
      desk,
      isPatch,
      () => desk.keyboard.type(', since Friday'),
      async () => {
        await noteField(room, 'Otso').fill('Lame on the right')
        await expect.poll(() => noteOf(visit), patiently).toContain('right')
      },
    )
    const other = desk.getByRole('region', { name: /changed the same lines$/ })
    await other.waitFor()
    await desk.keyboard.press('Control+Enter')
    const dialog = desk.getByRole('dialog', { name: 'Hand over Otso' })
    await dialog.getByText('Clinical note about Otso: not saved, somebody else changed the same lines.').waitFor()
    expect(await dialog.getByText('Nothing is open.').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Hand over anyway' }).waitFor()
    await drawn(desk, 'note-conflict-hand-over')
    expect(await violationsOn(desk)).toEqual([])
    await dialog.getByRole('button', { name: 'Go to it first' }).and(desk.locator(':focus')).waitFor()
    await desk.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await mine.and(desk.locator(':focus')).waitFor()
    expect(await statusOf()).toBe(8)
    await other.getByRole('button', { name: 'Keep both' }).click()
    await other.waitFor({ state: 'detached' })
    // Whoever has chosen goes on writing.
    await mine.and(desk.locator(':focus')).waitFor()
    await desk.keyboard.press('Control+Enter')
    await desk.getByText('Otso is ready').waitFor()
    expect(await noteOf(visit)).toBe('Lame on the right\nLame on the left, since Friday')
  })

  it('leaves the cursor at its word when the other has written above it', async () => {
    const visit = await givenVisit('Caret', 'First\nSecond\nThird')
    await open(desk, visit, 'Caret')
    await open(room, visit, 'Caret')
    const mine = noteField(desk, 'Caret')
    await mine.click()
    await desk.keyboard.press('Control+Home')
    await desk.keyboard.press('ArrowDown')
    await desk.keyboard.press('ArrowDown')
    await desk.keyboard.press('End')
    await whileHeldBack(
      desk,
      isPatch,
      () => desk.keyboard.type(' line'),
      async () => {
        await noteField(room, 'Caret').fill('Written above\nFirst\nSecond\nThird\nWritten below')
        await expect.poll(() => noteOf(visit), patiently).toContain('below')
      },
    )
    await expect.poll(() => mine.inputValue(), patiently).toContain('below')
    await desk.keyboard.type(' of three')
    await expect
      .poll(() => noteOf(visit), patiently)
      .toBe('Written above\nFirst\nSecond\nThird line of three\nWritten below')
  })

  it('turns no letter into a key if the field goes while somebody types', async () => {
    const visit = await givenVisit('Gone', 'Before')
    await open(desk, visit, 'Gone')
    await noteField(desk, 'Gone').click()
    await desk.keyboard.type('x')
    // Somebody else finalizes the visit: from then on the note can only be read.
    await done(caller.post(`/consultation/${visit.id}/update_status/`, { status: 10 }))
    await noteField(desk, 'Gone').waitFor({ state: 'detached' })
    await desk.keyboard.type('cannot find limp')
    expect(desk.url()).toBe(`${address}visits/${visit.id}/`)
    expect(await desk.getByRole('dialog').count()).toBe(0)
    // Whoever leaves what they did is heard again.
    await desk.keyboard.press('Escape')
    await desk.keyboard.press('c')
    await desk.waitForURL(/\/clients\/new\//)
    expect(consoleErrors).toEqual([])
  })
})
