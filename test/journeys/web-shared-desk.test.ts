// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../src/kernel/caller.ts'
import { intercept, password, useClinicApp } from '../support/app-journeys.ts'
import { givenClient, givenConsultation, givenPatient } from '../support/clinic.ts'

const { address, clinic, caller, givenStaff, signIn, openDesk } = await useClinicApp()

const lockAll = () =>
  clinic.within((tx) =>
    tx
      .updateTable('session')
      .set({ locked: new Date().toISOString() } as never)
      .execute(),
  )

const enter = async (page: Page, name: string) => {
  await page.getByLabel('E-mail').fill(`${name.toLowerCase()}@northgate.example`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const choose = async (page: Page, menu: string, item: string) => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

type Visit = { readonly id: number }
const notesOf = async ({ id }: Visit) => (await caller.get(`/consultation/${id}/consultationnote/`)).body.results

/** A desk that has locked while a note of its author was not sent. */
const givenLockedNote = async (author: string) => {
  const patient = await givenPatient(caller, { name: 'Duke' })
  const visit = await givenConsultation(caller, { patients: [patient] })
  const desk = await openDesk()
  await signIn(desk, author)
  await desk.goto(`${address}visits/${visit.id}/`)
  const note = desk.getByRole('textbox', { name: /clinical/i }).first()
  await note.waitFor()
  await desk.getByText('Live', { exact: true }).waitFor()
  await intercept(desk, /\/consultationnote\//, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await note.fill('Limps on the right hind leg')
  await desk.getByText('Not saved, kept on this device').first().waitFor()
  await lockAll()
  await givenClient(caller, { firstname: 'Anna' })
  await desk.getByRole('heading', { name: new RegExp(`^${author}`) }).waitFor()
  return { desk, visit }
}
/** The author signs in again, and the note is sent. */
const comesBack = async (desk: Page, author: string, visit: Visit) => {
  await desk.unroute(/\/consultationnote\//)
  await signIn(desk, author)
  await expect.poll(() => notesOf(visit)).toMatchObject([{ text: 'Limps on the right hind leg' }])
  await desk.context().close()
}

beforeAll(async () => {
  const works: Permission[] = ['General: Appointments', 'General: Patients and clients', 'Clinical: Consultations']
  for (const name of ['Helena', 'Maria', 'Paula', 'Sofia', 'Ines', 'Otto', 'Ronja']) await givenStaff(name, works)
})

describe('a desk that two people share', () => {
  it('never shows the page of one to the other, nor files their note under the other', async () => {
    const patient = await givenPatient(caller, { name: 'Duke' })
    const visit = await givenConsultation(caller, { patients: [patient] })
    const first = await openDesk()
    await signIn(first, 'helena')
    await first.goto(`${address}visits/${visit.id}/`)
    const note = first.getByRole('textbox', { name: /clinical/i }).first()
    await note.waitFor()
    await first.getByText('Live', { exact: true }).waitFor()
    // The note does not reach the service before the screen locks, and waits on the device.
    await intercept(first, /\/consultationnote\//, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await note.fill('Limps on the right hind leg')
    await first.getByText('Not saved, kept on this device').first().waitFor()
    await lockAll()
    await givenClient(caller, { firstname: 'Anna' })
    await first.getByRole('heading', { name: /^Helena/ }).waitFor()
    await first.unroute(/\/consultationnote\//)

    await first.evaluate('window.isOfHelena = true')
    const second = await first.context().newPage()
    await second.goto(`${address}sign-in/?again=1`)
    await second.getByLabel('E-mail').fill('maria@northgate.example')
    await second.getByLabel('Password').fill(password)
    await second.getByRole('button', { name: 'Sign in' }).click()
    await second.getByText('Live', { exact: true }).waitFor()
    await lockAll()
    await givenClient(caller, { firstname: 'Anna' })
    await second.getByRole('heading', { name: /^Maria/ }).waitFor()
    await second.getByLabel('Password').fill(password)
    await second.getByRole('button', { name: 'Unlock' }).click()
    // It is loaded anew as soon as it hears of another person.
    await first.waitForFunction('window.isOfHelena === undefined')
    await first.getByText('Live', { exact: true }).waitFor()
    expect((await caller.get(`/consultation/${visit.id}/consultationnote/`)).body.results).toEqual([])
    await first.context().close()
  })

  it.each([
    ['the menu', 'Helena', 'Maria', (page: Page) => choose(page, 'Maria Lehto', 'Sign out')],
    [
      'the page of the service',
      'Paula',
      'Sofia',
      async (page: Page) => {
        await page.goto(`${address}sign-out/`)
        await page.locator('form[action$="/sign-out/"] button').click()
      },
    ],
  ])('keeps what one has typed when the next signs out by %s', async (_, author, next, signOut) => {
    const { desk, visit } = await givenLockedNote(author)
    await desk.getByRole('link', { name: 'Sign in as somebody else' }).click()
    await enter(desk, next)
    await desk.getByRole('heading', { level: 1 }).waitFor()
    expect(await desk.getByText('Limps on the right hind leg').count()).toBe(0)
    await signOut(desk)
    await desk.getByText('You are signed out.').waitFor()
    expect(await notesOf(visit)).toEqual([])
    await comesBack(desk, author, visit)
  })

  it('keeps what one has typed when somebody signs them out at the lock', async () => {
    const { desk, visit } = await givenLockedNote('Ronja')
    await desk.goto(address)
    await desk.waitForURL(/\/unlock\//)
    await desk.getByRole('button', { name: 'Sign out' }).click()
    await desk.getByText('You are signed out.').waitFor()
    await comesBack(desk, 'Ronja', visit)
  })
})

describe('leaving a desk', () => {
  it('locks by hand from the menu and the palette, and a page that is loaded then is shown after unlocking', async () => {
    const desk = await openDesk()
    await signIn(desk, 'Ines')
    await choose(desk, 'Ines Lehto', 'Lock')
    await desk.getByRole('heading', { name: 'Ines Lehto' }).waitFor()
    await desk.getByText('This screen is locked. Your work is kept.').waitFor()
    // The API may know a session for a second as it was.
    await expect.poll(() => desk.evaluate(`fetch('${address}api/0.1/me/').then(({ status }) => status)`)).toBe(401)

    await desk.goto(`${address}clients/`)
    await desk.waitForURL(/\/unlock\//)
    await desk.getByLabel('Password').fill(password)
    await desk.getByRole('button', { name: 'Unlock' }).click()
    await desk.waitForURL(`${address}clients/`)
    await desk.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()

    await desk.keyboard.press('Control+k')
    await desk.getByRole('combobox').fill('lock')
    await desk.getByRole('option', { name: 'Lock' }).click()
    await desk.getByRole('heading', { name: 'Ines Lehto' }).waitFor()
    await desk.getByLabel('Password').fill(password)
    await desk.getByRole('button', { name: 'Unlock' }).click()
    await desk.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
    await desk.context().close()
  })

  it('signs out with one click, in every tab, and leaves nothing of this person on the device', async () => {
    const desk = await openDesk()
    await signIn(desk, 'Otto')
    const behind = await desk.context().newPage()
    await behind.goto(address)
    await behind.getByRole('heading', { level: 1 }).waitFor()
    await behind.evaluate(`fetch('${address}api/0.1/me/').then((answer) => answer.json()).then(({ user }) => {
      sessionStorage.setItem('fetlock.kept ' + user.url + ' addendum 7', 'Owner called.')
      sessionStorage.setItem('fetlock.kept ' + user.url.replace(/\\d+\\/$/, '0/') + ' addendum 7', 'Of somebody else.')
      localStorage.setItem('fetlock-recent/${clinic.id}', JSON.stringify({ user: user.url, records: [] }))
    })`)
    await choose(desk, 'Otto Lehto', 'Sign out')
    for (const page of [desk, behind]) await page.getByText('You are signed out.').waitFor()
    await expect.poll(() => behind.evaluate('Object.values(sessionStorage)')).toEqual(['Of somebody else.'])
    await expect.poll(() => desk.evaluate('Object.keys(localStorage)')).not.toContain(`fetlock-recent/${clinic.id}`)
    await desk.goto(address)
    await desk.waitForURL(/\/sign-in\//)
    await desk.context().close()
  })
})
