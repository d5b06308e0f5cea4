// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { counted, drawn, password, tablet, useClinicApp } from '../support/app-journeys.ts'
import { codeOf } from '../support/second-factors.ts'
import { violationsOn } from '../support/web-app.ts'

const { address, clinic, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()

const next = 'another quiet horse in the sun'
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Your account' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const part = (page: Page, name: string) => page.getByRole('region', { name })

/** A desk of somebody who may do next to nothing, at the page of their account. */
const givenPerson = async (name: string) => {
  const { id } = await givenStaff(name, ['General: Appointments'])
  const desk = await openDesk()
  await signIn(desk, name)
  const going = await counted(desk)
  await desk.getByRole('button', { name: `${name} Lehto` }).click()
  await desk.getByRole('menuitem', { name: 'Your account' }).click()
  await part(desk, 'Where you are signed in').getByText('this one', { exact: true }).waitFor()
  expect(await going()).toEqual({ clicks: 2, keys: 0 })
  return {
    desk,
    user: id as number,
    sessions: () =>
      clinic.within(
        async (tx) => (await tx.selectFrom('session').select('id').where('user', '=', id).execute()).length,
      ),
    eventsOf: () =>
      clinic.within(async (tx) => {
        const events = await tx
          .selectFrom('security_event')
          .select('kind')
          .where('user', '=', id)
          .orderBy('id')
          .execute()
        const kinds = events.map(({ kind }) => kind)
        // What came before they signed in.
        return kinds.slice(kinds.indexOf('password.set') + 1)
      }),
    factors: () =>
      clinic.within(async (tx) =>
        (await tx.selectFrom('second_factor').select('kind').where('user', '=', id).execute()).map(({ kind }) => kind),
      ),
  }
}

describe('one’s own account', () => {
  it('shows where one is signed in, and ends it there with the password', async () => {
    const { desk, sessions, eventsOf } = await givenPerson('Helena')
    const other = await openDesk()
    await signIn(other, 'Helena')
    await desk.reload()
    const signedIn = part(desk, 'Where you are signed in')
    await expect.poll(() => signedIn.getByRole('listitem').count()).toBe(2)
    expect(await sessions()).toBe(2)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'account')

    const ending = await counted(desk)
    await signedIn.getByRole('button', { name: /^Sign out in / }).click()
    const asked = desk.getByRole('dialog', { name: /^Sign out in / })
    await asked.getByLabel('Current password').fill('a guess')
    await asked.getByLabel('Current password').press('Enter')
    await asked.getByRole('alert').getByText('The current password is wrong. Try again.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'account-wrong-password')
    expect(await sessions()).toBe(2)
    await asked.getByLabel('Current password').fill(password)
    await asked.getByLabel('Current password').press('Enter')
    await desk.getByText('You are signed out there.').waitFor()
    expect(await ending()).toEqual({ clicks: 1, keys: 2 })
    await expect.poll(() => signedIn.getByRole('listitem').count()).toBe(1)
    expect(await sessions()).toBe(1)
    expect(await eventsOf()).toEqual(['sign_in.succeeded', 'sign_in.succeeded', 'sign_in.failed', 'session.ended'])
    const happened = part(desk, 'What happened to your account')
    await happened.getByText('You were signed out somewhere').waitFor()
    await happened.getByText('Somebody tried to sign in as you and failed').waitFor()
    // The page there notices by itself.
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(consoleErrors).toEqual([])
  })

  it('leads to the pages that add an authenticator app, and back; then changes the password and takes it away', async () => {
    const { desk, factors, eventsOf } = await givenPerson('Maria')
    const adding = await counted(desk)
    await desk.getByRole('button', { name: 'Add an authenticator app' }).click()
    await desk.getByLabel('Password', { exact: true }).fill(password)
    await desk.getByLabel('Password', { exact: true }).press('Enter')
    const key = await desk.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()
    await desk.getByLabel(/code that the app shows/).fill(codeOf(key))
    await desk.getByLabel(/code that the app shows/).press('Enter')
    await desk.getByRole('link', { name: 'I have kept them' }).waitFor()
    const [first, second] = await desk.locator('ul.codes li').allInnerTexts()
    await desk.getByRole('link', { name: 'I have kept them' }).click()
    await title(desk).waitFor()
    await desk.getByText('The second factor is added.', { exact: false }).waitFor()
    await part(desk, 'Second factors').getByText('10 are left').waitFor()
    expect(await adding()).toEqual({ clicks: 2, keys: 2 })
    expect(await factors()).toEqual(['totp'])
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'account-factors')

    const changing = await counted(desk)
    await desk.getByRole('button', { name: 'Change the password' }).click()
    const change = dialog(desk, 'Change the password')
    await change.getByLabel('Current password').fill(password)
    await change.getByLabel('New password').fill(next)
    await change.getByLabel('Code of your authenticator app').fill('123')
    await change.getByLabel('Code of your authenticator app').press('Enter')
    await change
      .getByRole('alert')
      .getByText(/code or the passkey is wrong/)
      .waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'account-password')
    await change.getByLabel('Code of your authenticator app').fill(first!)
    await change.getByLabel('Code of your authenticator app').press('Enter')
    await desk.getByText('Your password is changed.', { exact: false }).waitFor()
    expect(await changing()).toEqual({ clicks: 1, keys: 2 })
    await part(desk, 'Second factors').getByText('9 are left').waitFor()

    const removing = await counted(desk)
    await part(desk, 'Second factors')
      .getByRole('button', { name: /^Remove / })
      .click()
    const remove = desk.getByRole('dialog', { name: /^Remove / })
    await remove.getByLabel('Current password').fill(next)
    await remove.getByLabel('Code of your authenticator app').fill(second!)
    await remove.getByLabel('Code of your authenticator app').press('Enter')
    await desk.getByText('The second factor is removed.', { exact: false }).waitFor()
    expect(await removing()).toEqual({ clicks: 1, keys: 1 })
    await part(desk, 'Second factors')
      .getByText('whoever learns your password has your account', { exact: false })
      .waitFor()
    expect(await factors()).toEqual([])
    expect(await eventsOf()).toEqual([
      'sign_in.succeeded',
      'factor.added',
      'recovery_codes.made',
      'sign_in.second_factor_failed',
      'recovery_code.used',
      'password.changed',
      'recovery_code.used',
      'factor.removed',
    ])
    expect(consoleErrors).toEqual([])
  })

  it('asks for links to another address, and goes on in the session that a new password made', async () => {
    const { desk } = await givenPerson('Paula')
    await desk.getByRole('button', { name: 'Change the address' }).click()
    const change = dialog(desk, 'Change the address')
    await change.getByLabel('Current password').fill(password)
    await change.getByLabel('New e-mail address').fill('paula@satama')
    await change.getByLabel('New e-mail address').press('Enter')
    await change.getByRole('alert').getByText('Enter a valid e-mail address.').waitFor()
    await change.getByLabel('New e-mail address').fill('paula@satama.example')
    await change.getByLabel('New e-mail address').press('Enter')
    await desk.getByText('It changes to paula@satama.example', { exact: false }).waitFor()
    const waiting = await clinic.within((tx) => tx.selectFrom('email_change').select('new_email').execute())
    expect(waiting).toEqual([{ new_email: 'paula@satama.example' }])
    expect(consoleErrors).toEqual([])
  })

  it('is where links to it lead, for whoever comes from an e-mail too, with fingers, light and dark', async () => {
    const { desk } = await givenPerson('Sofia')
    const page = await openDesk({ ...tablet, storageState: await desk.context().storageState() })
    await page.goto(`${address}account/`)
    await title(page).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/${clinic.id}/settings/account/`)
    await part(page, 'Where you are signed in').getByText('this one', { exact: true }).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'account-tablet')
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await drawn(page, 'account-tablet-dark')
    expect(consoleErrors).toEqual([])
  })
})
