// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { counted, drawn, tablet, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { violationsOn } from '../support/web-app.ts'

const { caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let desk: Page

const sheet = (page: Page, name: string) => page.getByRole('complementary', { name })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const to = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click()
const one = async (path: string) => (await done(caller.get(path))).results[0]

beforeAll(async () => {
  await givenStaff('Riikka', [
    'Clinical: Consultations',
    'General: Patients and clients',
    'Settings: Integration settings',
    'Settings: Items',
  ])
  desk = await openDesk()
  await signIn(desk, 'Riikka')
})

describe('a text template', () => {
  it('is written with its shortcut, changed, archived and restored', async () => {
    const writes = writesOf(desk)
    await desk.goto(`${address}settings/templates/`)
    await desk.getByText('No template is stored yet.', { exact: false }).waitFor()
    expect(await violationsOn(desk)).toEqual([])
    const uses = await counted(desk)
    await desk.getByRole('button', { name: 'New template' }).click()
    const form = sheet(desk, 'New template')
    await form.locator('input:focus').waitFor()
    await desk.keyboard.type('Ears, both sides clean')
    await form.getByLabel('Shortcut').fill(';ears')
    await form.getByLabel('Language').selectOption({ label: 'English' })
    await form.getByLabel('Text', { exact: true }).fill('Ear canals clean on both sides.')
    await form.getByText('In notes and discharge instructions, ;ears and a space become the text.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'templates-new')
    await form.getByLabel('Shortcut').press('Enter')
    await row(desk, 'Ears, both sides clean').getByText(';ears', { exact: true }).waitFor()
    expect(await uses()).toEqual({ clicks: 1, keys: 1 })
    expect(writes).toEqual(['POST /text_template/'])
    expect(await one('/text_template/')).toMatchObject({
      name: 'Ears, both sides clean',
      shortcut: 'ears',
      kind: 'note',
      language: 'en',
      text: 'Ear canals clean on both sides.',
    })
    await drawn(desk, 'templates')

    await desk.getByRole('link', { name: 'Ears, both sides clean' }).click()
    await sheet(desk, 'Ears, both sides clean').getByLabel('Shortcut').fill('clean ears')
    await sheet(desk, 'Ears, both sides clean').getByLabel('Kind').selectOption({ label: 'Other' })
    await sheet(desk, 'Ears, both sides clean').getByRole('button', { name: 'Save' }).click()
    await row(desk, 'Ears, both sides clean').getByText(';cleanears').waitFor()
    expect(await one('/text_template/')).toMatchObject({ shortcut: 'cleanears', kind: 'other', language: 'en' })
    await desk.getByRole('link', { name: 'Ears, both sides clean' }).click()
    await sheet(desk, 'Ears, both sides clean').getByRole('button', { name: 'Archive', exact: true }).click()
    await desk.getByText('No template is stored yet.', { exact: false }).waitFor()
    expect((await one('/text_template/')).archived).toBe(true)
    await desk.getByLabel('In use or archived').selectOption({ label: 'Archived' })
    await desk.getByRole('link', { name: 'Ears, both sides clean' }).click()
    await sheet(desk, 'Ears, both sides clean').getByRole('button', { name: 'Restore' }).click()
    await desk.getByText('Ears, both sides clean restored').waitFor()
    expect((await one('/text_template/')).archived).toBe(false)
  })
})

describe('a message to clients', () => {
  it('is worded by the clinic and seen as a client would read it, and goes back to the built-in text', async () => {
    await desk.goto(`${address}settings/messages/`)
    const uses = await counted(desk)
    const writes = writesOf(desk)
    await desk.getByRole('link', { name: 'Built-in Reminder, SMS, Finnish' }).click()
    const form = sheet(desk, 'Reminder, SMS')
    const preview = form.getByRole('region', { name: 'As a client reads it' })
    await preview
      .getByText(/^Northgate Veterinary Clinic: Muistutus ajanvarauksestanne: \S+ \d+\. \S+ \d{4} klo/)
      .waitFor()
    expect(await violationsOn(desk)).toEqual([])
    const text = form.getByLabel('Text', { exact: true })
    await text.fill('{{day}}')
    await preview.getByText('There is no placeholder {{day}} here.', { exact: false }).waitFor()
    await text.fill(`Nähdään pian! ${'Tervetuloa. '.repeat(12)}`)
    await form.getByRole('button', { name: 'Insert {{patients}}: the names of the patients' }).click()
    await preview.getByText('Bella ja Max', { exact: false }).waitFor()
    await preview.getByText('170 characters, sent and paid for as 2 SMS').waitFor()
    await text.fill('Nähdään, {{client}} ja {{patients}}!')
    await preview.getByText('Nähdään, Anna Koski ja Bella ja Max!').waitFor()
    await preview.getByText('36 characters, sent and paid for as 1 SMS').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'messages-sms')
    await form.getByRole('button', { name: 'Save' }).click()
    await desk.getByRole('link', { name: 'Own text Reminder, SMS, Finnish' }).waitFor()
    expect(await uses()).toEqual({ clicks: 3, keys: 0 })
    expect(writes).toEqual(['POST /message_template/'])
    const stored = '/message_template/?kind__is=2&channel__is=2&language__is=fi'
    expect(await one(stored)).toMatchObject({ subject: '', text: 'Nähdään, {{client}} ja {{patients}}!' })

    await desk.getByRole('link', { name: 'Own text Reminder, SMS, Finnish' }).click()
    await form.getByRole('button', { name: 'Back to the built-in text' }).click()
    await desk.getByRole('link', { name: 'Built-in Reminder, SMS, Finnish' }).waitFor()
    expect(await one(stored)).toBeUndefined()
    await desk.getByRole('button', { name: 'Undo' }).click()
    await desk.getByRole('link', { name: 'Own text Reminder, SMS, Finnish' }).waitFor()
    expect(await one(stored)).toMatchObject({ text: 'Nähdään, {{client}} ja {{patients}}!' })
  })

  it.each([
    ['English', 'en', /^Dear Anna Koski,/, /Bella and Max/],
    ['Finnish', 'fi', /^Hei Anna Koski,/, /Bella ja Max/],
    ['French', 'fr', /^Bonjour Anna Koski,/, /Bella et Max/],
    ['German', 'de', /^Guten Tag Anna Koski,/, /Bella und Max/],
    ['Spanish', 'es', /^Hola, Anna Koski:/, /Bella y Max/],
    ['Swedish', 'sv', /^Hej Anna Koski,/, /Bella och Max/],
  ])('is previewed in %s', async (_name, language, greeting, names) => {
    await desk.goto(`${address}settings/messages/?kind=1&channel=1&language=${language}`)
    const preview = sheet(desk, 'Confirmation, E-mail').getByRole('region', { name: 'As a client reads it' })
    await preview.getByText(greeting).waitFor()
    expect(await preview.innerText()).toMatch(names)
    expect(await preview.innerText()).not.toContain('{{')
  })

  it('by e-mail has a subject, without which it is not saved', async () => {
    await desk.goto(`${address}settings/messages/?kind=4&channel=1&language=sv`)
    const form = sheet(desk, 'Invoice, E-mail')
    await form.getByLabel('Subject').fill('')
    await form.getByLabel('Subject').press('Enter')
    await form.getByRole('alert').getByText('Subject: type something.').waitFor()
    await form.getByLabel('Subject').fill('Faktura {{number}} från {{clinic}} till {{client}}')
    const preview = form.getByRole('region', { name: 'As a client reads it' })
    await preview.getByText('Faktura 1042 från Northgate Veterinary Clinic till Anna Koski').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'messages-mail')
    await form.getByLabel('Subject').press('Enter')
    await desk.getByRole('link', { name: 'Own text Invoice, E-mail, Swedish' }).waitFor()
    expect(await one('/message_template/?kind__is=4&language__is=sv')).toMatchObject({
      channel: 1,
      subject: 'Faktura {{number}} från {{clinic}} till {{client}}',
    })
  })
})

describe('an entry of a list', () => {
  it('is added with a code, renamed, refused twice, archived and restored', async () => {
    await desk.goto(`${address}settings/lists/`)
    await desk.getByText('Nothing has been added to this list yet.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    const uses = await counted(desk)
    const add = async (name: string) => {
      await desk.getByRole('button', { name: 'New entry' }).click()
      await sheet(desk, 'New entry').locator('input:focus').waitFor()
      await desk.keyboard.type(name)
    }
    await add('Dental')
    await sheet(desk, 'New entry').getByLabel('Code').fill('DEN')
    expect(await violationsOn(desk)).toEqual([])
    await desk.keyboard.press('Enter')
    await row(desk, 'Dental').getByText('DEN', { exact: true }).waitFor()
    expect(await uses()).toEqual({ clicks: 1, keys: 1 })
    expect(await one('/listitem/')).toMatchObject({ list: 'items', name: 'Dental', code: 'DEN', archived: false })
    await drawn(desk, 'lists')
    await add('dental')
    await desk.keyboard.press('Enter')
    await sheet(desk, 'New entry').getByRole('alert').getByText('already has an entry', { exact: false }).waitFor()
    await desk.keyboard.press('Escape')
    await desk.getByRole('link', { name: 'Dental' }).click()
    await sheet(desk, 'Dental').getByLabel('Name', { exact: true }).fill('Dentistry')
    await sheet(desk, 'Dental').getByRole('button', { name: 'Save' }).click()
    await row(desk, 'Dentistry').waitFor()
    expect(await one('/listitem/')).toMatchObject({ name: 'Dentistry', code: 'DEN' })
    await desk.getByRole('link', { name: 'Dentistry' }).click()
    await sheet(desk, 'Dentistry').getByRole('button', { name: 'Archive', exact: true }).click()
    await row(desk, 'Dentistry').waitFor({ state: 'detached' })
    expect((await one('/listitem/')).archived).toBe(true)
    await desk.getByRole('button', { name: 'Undo' }).click()
    await row(desk, 'Dentistry').waitFor()
    expect((await one('/listitem/')).archived).toBe(false)
    await desk.getByLabel('List', { exact: true }).selectOption({ label: 'Diagnoses' })
    await add('Kennel cough')
    await desk.keyboard.press('Enter')
    await row(desk, 'Kennel cough').waitFor()
    expect(await one('/listitem/?list__is=diagnoses')).toMatchObject({ name: 'Kennel cough' })
  })
})

describe('who may', () => {
  it('only see these pages has nothing to change on a tablet; who may not has no such pages', async () => {
    await givenStaff('Venla', [], ['Clinical: Consultations', 'Settings: Integration settings', 'Settings: Items'])
    await givenStaff('Otto', ['Settings: Departments'])
    await done(caller.post('/text_template/', { name: 'Heart', kind: 'note', text: 'Heart normal.' }))
    const reader = await openDesk(tablet)
    await signIn(reader, 'Venla')
    await reader.goto(`${address}settings/templates/`)
    await row(reader, 'Heart').waitFor()
    expect(await violationsOn(reader)).toEqual([])
    await to(reader, 'Messages')
    await row(reader, 'Reminder').first().waitFor()
    expect(await reader.getByRole('link', { name: /Reminder/ }).count()).toBe(0)
    expect(await violationsOn(reader)).toEqual([])
    await drawn(reader, 'messages-tablet')
    await to(reader, 'Lists')
    await row(reader, 'Dentistry').waitFor()
    expect(await reader.getByRole('button', { name: /^New / }).count()).toBe(0)
    expect(await violationsOn(reader)).toEqual([])
    await reader.context().close()
    const other = await openDesk()
    await signIn(other, 'Otto')
    for (const [path, needs] of [
      ['templates', 'Clinical: Consultations'],
      ['messages', 'Settings: Integration settings'],
      ['lists', 'Settings: Items'],
    ] as const) {
      await other.goto(`${address}settings/${path}/`)
      await other.getByText(`needs the permission ${needs}`, { exact: false }).waitFor()
    }
    expect(await other.getByRole('link', { name: /^(Templates|Messages|Lists)$/ }).count()).toBe(0)
    await other.context().close()
    expect(consoleErrors).toEqual([])
  })
})
