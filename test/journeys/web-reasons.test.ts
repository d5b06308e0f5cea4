// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { counted, drawn, tablet, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { givenItem } from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

const { caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let desk: Page

const sheet = (page: Page, name: string) => page.getByRole('complementary', { name })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const open = (page: Page, search = '') => page.goto(`${address}settings/reasons/${search}`)
const read = async ({ id }: { readonly id: number }) => done(caller.get(`/reason/${id}/`))
const found = async (name: string) => (await done(caller.get(`/reason/?name__icontains=${name}`))).results[0]
const usual = async (id: number) => (await done(caller.get(`/reason_item/?reason__is=${id}`))).results

beforeAll(async () => {
  await givenStaff('Riikka', ['Settings: Departments'])
  desk = await openDesk()
  await signIn(desk, 'Riikka')
})

describe('a reason', () => {
  it('is added with its length, and then with what is usually charged', async () => {
    const scaling = await givenItem(caller, { name: 'Scaling with polish', type_code: 1 })
    const sedation = await givenItem(caller, { name: 'Sedation, per 10 kg', type_code: 1 })
    const writes = writesOf(desk)
    const uses = await counted(desk)
    await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
    await desk.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Reasons' }).click()
    await desk.getByText('No reason is set up yet.', { exact: false }).waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await desk.getByRole('button', { name: 'New reason' }).click()
    const form = sheet(desk, 'New reason')
    await form.locator('input:focus').waitFor()
    await desk.keyboard.type('Dental cleaning')
    await form.getByLabel('Length, minutes').fill('60')
    await form.getByLabel('Colour').selectOption({ label: 'Blue' })
    await form.getByLabel('What the client should know before').fill('Nothing to eat from the evening before.')
    expect(await violationsOn(desk)).toEqual([])
    await form.getByLabel('Name', { exact: true }).press('Enter')
    const opened = sheet(desk, 'Dental cleaning')
    await opened.getByRole('combobox', { name: 'Add an item' }).fill('scaling')
    await opened.getByRole('option', { name: 'Scaling with polish' }).waitFor()
    await desk.keyboard.press('Enter')
    await opened.getByLabel('Quantity of Scaling with polish').waitFor()
    await opened.getByRole('combobox', { name: 'Add an item' }).fill('sedation')
    await opened.getByRole('option', { name: 'Sedation, per 10 kg' }).waitFor()
    await desk.keyboard.press('Enter')
    const quantity = opened.getByLabel('Quantity of Sedation, per 10 kg')
    await quantity.fill('2,5')
    await desk.keyboard.press('Enter')
    await desk.getByText('Sedation, per 10 kg saved').waitFor()
    expect(await uses()).toEqual({ clicks: 3, keys: 4 })
    await row(desk, 'Dental cleaning').getByText('2 items').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'reasons')
    const made = await found('Dental')
    expect(made).toMatchObject({
      name: 'Dental cleaning',
      duration: 60,
      color: '#3b82c4',
      available_online: false,
      instructions: 'Nothing to eat from the evening before.',
      archived: false,
    })
    expect(await usual(made.id)).toMatchObject([
      { item: scaling.url, quantity: '1.000' },
      { item: sedation.url, quantity: '2.500' },
    ])
    expect(writes).toEqual([
      'POST /reason/',
      'POST /reason_item/',
      'POST /reason_item/',
      expect.stringMatching(/^PATCH \/reason_item\/\d+\/$/),
    ])

    await opened.getByRole('button', { name: 'Remove Scaling with polish' }).click()
    await opened.getByLabel('Quantity of Scaling with polish').waitFor({ state: 'detached' })
    await expect.poll(() => usual(made.id)).toMatchObject([{ item: sedation.url }])
    await desk.getByRole('button', { name: 'Undo' }).click()
    await opened.getByLabel('Quantity of Scaling with polish').waitFor()
    expect(new Set((await usual(made.id)).map(({ item }: { item: string }) => item))).toEqual(
      new Set([scaling.url, sedation.url]),
    )
  })

  it('is changed by one request, which a wrong length refuses at its field', async () => {
    const reason = await done(caller.post('/reason/', { name: 'Lameness', duration: 30, color: '#123456' }))
    await open(desk, `?reason=${reason.id}`)
    const form = sheet(desk, 'Lameness')
    // A colour that some other program has set is kept.
    expect(await form.getByLabel('Colour').inputValue()).toBe('#123456')
    await form.getByLabel('Length, minutes').fill('2')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').waitFor()
    expect(await form.getByLabel('Length, minutes').getAttribute('aria-invalid')).toBe('true')
    expect((await read(reason)).duration).toBe(30)
    await form.getByLabel('Length, minutes').fill('45')
    await form.getByLabel('Clients may choose it when they book online').check()
    await form.getByRole('button', { name: 'Save' }).click()
    await row(desk, 'Lameness').getByText('45 min').waitFor()
    await row(desk, 'Lameness').getByText('Offered').waitFor()
    expect(await read(reason)).toMatchObject({ duration: 45, available_online: true, color: '#123456' })
  })

  it('is archived, listed there, and restored', async () => {
    const reason = await done(caller.post('/reason/', { name: 'House call', duration: 60 }))
    await open(desk)
    const uses = await counted(desk)
    await desk.getByRole('link', { name: 'House call' }).click()
    await sheet(desk, 'House call').getByRole('button', { name: 'Archive', exact: true }).click()
    await row(desk, 'House call').waitFor({ state: 'detached' })
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    expect((await read(reason)).archived).toBe(true)
    await desk.getByLabel('In use or archived').selectOption({ label: 'Archived' })
    await desk.getByRole('link', { name: 'House call' }).click()
    await sheet(desk, 'House call').getByRole('button', { name: 'Restore' }).click()
    await desk.getByText('House call restored').waitFor()
    expect((await read(reason)).archived).toBe(false)
  })
})

describe('who may', () => {
  it('only see them has nothing to change on a tablet; who may not has no such page', async () => {
    await done(caller.post('/reason/', { name: 'Vaccination', duration: 15 }))
    await givenStaff('Venla', [], ['Settings: Departments'])
    await givenStaff('Otto', ['Settings: Items'])
    const reader = await openDesk(tablet)
    await signIn(reader, 'Venla')
    await open(reader)
    await row(reader, 'Vaccination').waitFor()
    expect(await reader.getByRole('button', { name: 'New reason' }).count()).toBe(0)
    expect(await reader.getByRole('link', { name: 'Vaccination' }).count()).toBe(0)
    expect(await violationsOn(reader)).toEqual([])
    await drawn(reader, 'reasons-tablet')
    await reader.context().close()
    const other = await openDesk()
    await signIn(other, 'Otto')
    await open(other)
    await other.getByText('needs the permission Settings: Departments', { exact: false }).waitFor()
    expect(await other.getByRole('link', { name: 'Reasons' }).count()).toBe(0)
    await other.context().close()
    expect(consoleErrors).toEqual([])
  })
})
