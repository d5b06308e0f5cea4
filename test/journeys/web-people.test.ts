// @module-tag browser
// @module-tag waits
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { permissions } from '../../src/domain/identity/permissions.ts'
import { addTotp, confirmTotp } from '../../src/domain/identity/second-factors.ts'
import { sealer } from '../../src/secrets/seal.ts'
import type { TestResponse } from '../support/api.ts'
import { counted, drawn, password, tablet, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { givenPermissionGroup } from '../support/clinic.ts'
import { codeOf } from '../support/second-factors.ts'
import { sessionOf } from '../support/sessions.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']

const { api, clinic, caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let number = 0

/** What a browser in this session sends with a change. */
const headersOf = async (cookie: string) => {
  const me = await clinic.as().get('/me/', { headers: { cookie } })
  return {
    cookie,
    origin: api.publicUrl,
    'x-csrf-token': String(me.body.csrf_token),
    accept: 'application/problem+json',
  }
}

/** Somebody who manages people and signed in more than five minutes ago; the service may know a session for a second as it was. */
const givenManagerAt = async (page: Page, name: string, user: Body) => {
  await signIn(page, name)
  await clinic.within((tx) => sql`update session set confirmed = '-infinity' where "user" = ${user.id}`.execute(tx))
  const cookies = await page.context().cookies(address)
  const headers = await headersOf(cookies.map((one) => `${one.name}=${one.value}`).join('; '))
  const code = async () => (await clinic.as().patch(`/user/${user.id}/`, {}, { headers })).body.code
  await expect.poll(code).toBe('step_up_required')
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const invite = (page: Page) => page.getByRole('complementary', { name: 'Invite somebody' })

let manager: { readonly name: string; readonly user: Body }
beforeEach(async () => {
  const name = `Riikka${++number}`
  manager = { name, user: await givenStaff(name, permissions) }
})

describe('a manager', () => {
  it('invites somebody, opens a group to money and lets a colleague leave, and confirms once that it is them', async () => {
    const reception = await givenPermissionGroup(caller, { name: 'Reception', write: ['General: Appointments'] })
    const leaver = await givenStaff('Ilkka', ['Settings: Integration settings'])
    const cookie = `fetlock_session=${await clinic.within((tx) => sessionOf(tx, leaver.id))}`
    const ofLeaver = { headers: await headersOf(cookie) }
    const bridge = await done(clinic.as().post('/application/', { name: 'Accounting Bridge' }, ofLeaver))
    const page = await openDesk()
    await givenManagerAt(page, manager.name, manager.user)
    const writes = writesOf(page)

    const inviting = await counted(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'People' }).click()
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    await rowOf(page, 'Ilkka').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'people')
    await page.getByRole('button', { name: 'Invite' }).click()
    await invite(page).locator('input:focus').waitFor()
    await page.keyboard.type('Kaisa')
    await invite(page).getByLabel('Last name').fill('Tuominen')
    await invite(page).getByLabel('E-mail').fill('kaisa@northgate.example')
    await invite(page).getByLabel('Reception').click()
    expect(await violationsOn(page)).toEqual([])
    await invite(page).getByLabel('E-mail').press('Enter')
    await question(page).getByLabel('Password').fill(password)
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'people-step-up')
    await page.keyboard.press('Enter')
    await rowOf(page, 'Kaisa Tuominen')
      .getByText(/^○ Invited/)
      .waitFor()
    expect(await inviting()).toEqual({ clicks: 4, keys: 2 })
    const found = await done(caller.get('/user/?email__is=kaisa@northgate.example'))
    expect(found.results).toMatchObject([{ first_name: 'Kaisa', permission_groups: [reception.url], is_active: true }])

    const grouping = await counted(page)
    await page.getByRole('link', { name: 'Groups' }).click()
    await page.getByLabel('Invoices, Reception').selectOption('Change')
    await page.getByText('Reception will see and change Invoices. It concerns Kaisa Tuominen.').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'groups-changed')
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByText('The groups were saved').waitFor()
    expect(await grouping()).toEqual({ clicks: 2, keys: 0 })
    expect((await done(caller.get(reception.url))).write).toEqual(['General: Appointments', 'Financial: Invoices'])

    const leaving = await counted(page)
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'People' }).click()
    await page.getByRole('link', { name: 'Ilkka Lehto' }).click()
    await page.getByRole('button', { name: 'Deactivate…' }).click()
    await page.getByRole('dialog').getByLabel('Accounting Bridge').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'people-leaving')
    await page.getByRole('button', { name: 'Deactivate and end 1 application' }).click()
    await page.getByText('Ilkka Lehto may no longer sign in').waitFor()
    expect(await leaving()).toEqual({ clicks: 4, keys: 0 })
    expect((await done(caller.get(leaver.url))).is_active).toBe(false)
    expect((await done(caller.get(bridge.url))).archived).toBe(true)
    await expect.poll(async () => (await clinic.as().get('/me/', ofLeaver)).status).toBe(401)
    await rowOf(page, 'Ilkka').waitFor({ state: 'detached' })
    // Each act is one request; the first was sent again once it was confirmed.
    expect(writes).toEqual(['POST /user/', 'POST /user/', 'POST /composite/', 'POST /composite/'])
    expect(consoleErrors).toEqual([])
    await page.context().close()
  })

  it('who has an authenticator app confirms with its code', async () => {
    const sealing = sealer(process.env['FETLOCK_SECRET_KEY']!)
    const secret = await clinic.within(async (tx) => {
      const begun = await addTotp(
        tx,
        sealing,
        { user: manager.user.id, browser: '' },
        { issuer: 'Clinic', label: manager.name },
      )
      const now = new Date(Date.now() - 600_000)
      await confirmTotp(
        tx,
        sealing,
        { user: manager.user.id, browser: '' },
        {
          id: begun.id,
          code: codeOf(begun.secret, 0, now.getTime()),
          now,
        },
      )
      return begun.secret
    })
    const cookie = await clinic.within((tx) => sessionOf(tx, manager.user.id))
    await clinic.within((tx) =>
      sql`update session set confirmed = '-infinity' where "user" = ${manager.user.id}`.execute(tx),
    )
    const page = await openDesk()
    await page.context().addCookies([{ name: 'fetlock_session', value: String(cookie), url: address }])
    await page.goto(`${address}settings/groups/`)
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.type(`Night duty ${number}`)
    await page.keyboard.press('Enter')
    const field = question(page).getByLabel('Code from your authenticator')
    await field.waitFor()
    expect(await question(page).getByLabel('Password').count()).toBe(0)
    await field.fill('000000')
    await question(page).getByText('The code is wrong').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'people-step-up-code')
    // Six digits are enough: nothing else is pressed.
    await field.fill(codeOf(secret))
    await page.getByRole('columnheader', { name: `Night duty ${number}` }).waitFor()
    await page.context().close()
  })

  it('who does not confirm finds the form as it was, and nothing changed', async () => {
    const page = await openDesk()
    await givenManagerAt(page, manager.name, manager.user)
    await page.goto(`${address}settings/people/?invite=true`)
    await invite(page).getByLabel('Last name').fill('Virta')
    await invite(page).getByLabel('E-mail').fill('virta@northgate.example')
    await page.keyboard.press('Enter')
    await question(page).getByLabel('Password').fill('not the password')
    await page.keyboard.press('Enter')
    await question(page).getByText('The password is wrong.').waitFor()
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })
    await invite(page).getByText('Nothing was changed').first().waitFor()
    expect(await invite(page).getByLabel('Last name').inputValue()).toBe('Virta')
    expect((await done(caller.get('/user/?email__is=virta@northgate.example'))).count).toBe(0)
    await page.context().close()
  })

  it('signs somebody out everywhere without being asked, and is told who the last manager is', async () => {
    const own = await api.givenOrganisation({ name: 'Southgate' })
    const here = await own.caller()
    const only = await givenStaff('Otso', permissions, [], { clinic: own, caller: here })
    const vet = await givenStaff('Veera', ['Clinical: Consultations'], [], { clinic: own, caller: here })
    const session = { headers: { cookie: `fetlock_session=${await own.within((tx) => sessionOf(tx, vet.id))}` } }
    expect((await own.as().get('/me/', session)).status).toBe(200)
    const page = await openDesk(tablet)
    await page.goto(`${api.publicUrl}/${own.id}/`)
    await page.getByLabel('E-mail').fill('otso@northgate.example')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await own.within((tx) => sql`update session set confirmed = '-infinity' where "user" = ${only.id}`.execute(tx))
    await page.goto(`${api.publicUrl}/${own.id}/settings/people/?person=${vet.id}`)
    await page.getByRole('button', { name: 'Sign out everywhere' }).tap()
    await page.getByText('Veera Lehto was signed out everywhere').waitFor()
    await expect.poll(async () => (await own.as().get('/me/', session)).status).toBe(401)
    await page.goto(`${api.publicUrl}/${own.id}/settings/people/?person=${only.id}`)
    await page.getByText('Otso Lehto is the only one who may manage people.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Deactivate…' }).isDisabled()).toBe(true)
    await page.goto(`${api.publicUrl}/${own.id}/settings/groups/`)
    await page.getByLabel('Users and permissions, Otso').selectOption('See')
    await page.getByText('Nobody could manage people any more.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Save 1 change' }).isDisabled()).toBe(true)
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'groups-tablet')
    await page.context().close()
  })
})
