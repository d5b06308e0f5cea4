// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { counted, drawn, tablet, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { givenClient, givenClinicField, givenCustomField, givenPatient } from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

const { clinic, caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const staff = await clinic.userCaller()
const everyFieldRight = ['Custom field settings', 'General: Patients and clients'] as const
let desk: Page

const sheet = (page: Page, name: string) => page.getByRole('complementary', { name })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const open = (page: Page, search = '') => page.goto(`${address}settings/fields/${search}`)
const setting = async (name: string) =>
  (await done(staff.get(`/custom_field_setting/?name__is=${encodeURIComponent(name)}`))).results[0]

beforeAll(async () => {
  await givenStaff('Riikka', [...everyFieldRight, 'Settings: Departments'])
  desk = await openDesk()
  await signIn(desk, 'Riikka')
})

describe('a custom field', () => {
  it('is added in three clicks and a key, and stands on every patient', async () => {
    const owner = await givenClient(caller)
    const patient = await givenPatient(caller, { client: owner.url, name: 'Rex' })
    const writes = writesOf(desk)
    const uses = await counted(desk)
    await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
    await desk.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Custom fields' }).click()
    await desk.getByRole('heading', { level: 1, name: 'Custom fields' }).waitFor()
    await desk.getByText('No field has been added to patients yet.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await desk.getByRole('button', { name: 'New field' }).click()
    await sheet(desk, 'New field').locator('input:focus').waitFor()
    await desk.keyboard.type('Passport number')
    await sheet(desk, 'New field')
      .getByRole('region', { name: 'How it will look' })
      .getByText('Passport number')
      .waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'fields-new')
    await desk.keyboard.press('Enter')
    await row(desk, 'Passport number').waitFor()
    expect(await uses()).toEqual({ clicks: 3, keys: 1 })
    expect(writes).toEqual(['POST /custom_field_setting/'])
    expect(await setting('Passport number')).toMatchObject({
      content_type: 'patient',
      field_type: 1,
      default_value: '',
      is_required: false,
      application: null,
      application_name: '',
      archived: false,
    })
    await desk.goto(`${address}patients/${patient.id}/?tab=fields`)
    await desk.getByRole('button', { name: /Custom fields/ }).click()
    await desk.getByLabel('Passport number').fill('FI-2231')
    await desk.keyboard.press('Enter')
    await desk.getByText('FI-2231').waitFor()
    const { fields_rel } = await done(caller.get(patient.url))
    expect(fields_rel).toMatchObject([{ label: 'Passport number', value: 'FI-2231' }])
  })

  it('of a few options shows how it will look, and keeps an option that records have when it is no longer offered', async () => {
    await open(desk, '?of=client&new=true')
    const form = sheet(desk, 'New field')
    await form.locator('input:focus').waitFor()
    await desk.keyboard.type('Comes by')
    await form.getByLabel('Type').selectOption({ label: 'One of a few' })
    expect(await form.getByLabel('Stands on').inputValue()).toBe('client')
    await form.getByLabel('Another option').fill('Car')
    await form.getByLabel('Another option').fill('Bus')
    await form.getByLabel('Another option').fill('On foot')
    await form.getByLabel('A new record cannot be saved without it').check()
    const preview = form.getByRole('region', { name: 'How it will look' }).getByRole('combobox', { name: 'Comes by' })
    expect(await preview.locator('option').allInnerTexts()).toEqual(['Nothing chosen', 'Car', 'Bus', 'On foot'])
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'fields-options')
    await form.getByLabel('Name', { exact: true }).press('Enter')
    await row(desk, 'Comes by').getByText('Car, Bus, On foot').waitFor()
    const made = await setting('Comes by')
    expect(made).toMatchObject({ content_type: 'client', field_type: 6, is_required: true })
    const option = (id: number, name: string, archived = false) => ({ id, name, archived })
    expect(made.options).toEqual([option(1, 'Car'), option(2, 'Bus'), option(3, 'On foot')])

    await desk.getByRole('link', { name: 'Comes by' }).click()
    const opened = sheet(desk, 'Comes by')
    await opened.getByLabel('Option 2').fill('Bus or tram')
    await opened.getByRole('button', { name: 'No longer offer On foot' }).click()
    await opened.getByText('no longer offered', { exact: true }).waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await opened.getByRole('button', { name: 'Save' }).click()
    await desk.getByText('Comes by saved').waitFor()
    expect((await setting('Comes by')).options).toEqual([
      option(1, 'Car'),
      option(2, 'Bus or tram'),
      option(3, 'On foot', true),
    ])
    // Whatever this clinic does from here on does not need it.
    await done(staff.patch(made.url, { is_required: false }))
  })

  it('is refused beside its name where there is one already, and keeps what was typed', async () => {
    const { name } = await givenClinicField(staff, { content_type: 'patient' })
    await open(desk, '?new=true')
    const form = sheet(desk, 'New field')
    await form.locator('input:focus').waitFor()
    await desk.keyboard.press('Enter')
    await form.getByRole('alert').getByText('Name: type something.').waitFor()
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByLabel('Default').fill('none')
    await desk.keyboard.press('Enter')
    await form.getByRole('alert').getByText('There is a patient field of this name already', { exact: false }).waitFor()
    expect(await form.getByLabel('Default').inputValue()).toBe('none')
    expect(await violationsOn(desk)).toEqual([])
  })

  it('of an application shows whose it is; only what is the clinic’s to decide can be changed', async () => {
    const field = await givenCustomField(caller, { name: 'Insurance', content_type: 'patient', default_value: 'none' })
    const { application_name: whose } = await setting('Insurance')
    expect(whose).toMatch(/^Application \d+$/)
    await open(desk)
    await row(desk, 'Insurance').getByText(whose, { exact: true }).waitFor()
    await desk.getByRole('link', { name: 'Insurance' }).click()
    const opened = sheet(desk, 'Insurance')
    await opened.getByText(`${whose} added this field`, { exact: false }).waitFor()
    expect(await opened.getByLabel('Name', { exact: true }).count()).toBe(0)
    expect(await opened.getByLabel('Default').count()).toBe(0)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'fields-of-an-application')
    await opened.getByLabel('A new record cannot be saved without it').check()
    await opened.getByRole('button', { name: 'Save' }).click()
    await row(desk, 'Insurance').getByText('Required').waitFor()
    expect((await done(caller.get(field.url))).is_required).toBe(true)
    await done(staff.patch(`/custom_field_setting/${field.id}/`, { is_required: false }))
  })

  it('is archived, listed there, and restored; either is taken back by Undo', async () => {
    const { name, id } = await givenClinicField(staff, { content_type: 'patient', name: 'Club' })
    const archived = async () => (await done(staff.get(`/custom_field_setting/${id}/`))).archived
    await open(desk)
    const uses = await counted(desk)
    await desk.getByRole('link', { name }).click()
    await sheet(desk, name).getByRole('button', { name: 'Archive', exact: true }).click()
    await row(desk, name).waitFor({ state: 'detached' })
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    expect(await archived()).toBe(true)
    await desk.getByRole('button', { name: 'Undo' }).click()
    await row(desk, name).waitFor()
    expect(await archived()).toBe(false)
    await done(staff.patch(`/custom_field_setting/${id}/`, { archived: true }))
    await open(desk, '?archived=true')
    await desk.getByRole('link', { name }).click()
    await sheet(desk, name).getByText('Archived: it is not shown on records', { exact: false }).waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await sheet(desk, name).getByRole('button', { name: 'Restore' }).click()
    await row(desk, name).waitFor({ state: 'detached' })
    expect(await archived()).toBe(false)
  })

  it('that somebody else renames meanwhile is not overwritten unasked', async () => {
    const { name, id } = await givenClinicField(staff, { content_type: 'patient', name: 'Sleeps' })
    await open(desk, `?field=${id}`)
    const form = sheet(desk, name)
    await form.getByLabel('Name', { exact: true }).fill('Sleeps where')
    await done(staff.patch(`/custom_field_setting/${id}/`, { name: 'Sleeps in' }))
    await desk.getByLabel('Name', { exact: true }).press('Enter')
    await desk.getByRole('alert').getByText('it is now “Sleeps in”', { exact: false }).waitFor()
    expect(await desk.getByLabel('Name', { exact: true }).inputValue()).toBe('Sleeps where')
    await desk.getByLabel('Name', { exact: true }).press('Enter')
    await row(desk, 'Sleeps where').waitFor()
    expect((await done(staff.get(`/custom_field_setting/${id}/`))).name).toBe('Sleeps where')
  })
})

describe('who may', () => {
  it('only see fields has no button that changes one; who may not has no such page', async () => {
    await givenClinicField(staff, { content_type: 'patient', name: 'Diet' })
    await givenStaff('Venla', [], ['Custom field settings'])
    await givenStaff('Otto', ['Settings: Items'])
    const reader = await openDesk(tablet)
    await signIn(reader, 'Venla')
    await open(reader)
    await row(reader, 'Diet').waitFor()
    expect(await reader.getByRole('button', { name: 'New field' }).count()).toBe(0)
    expect(await reader.getByRole('link', { name: 'Diet' }).count()).toBe(0)
    expect(await violationsOn(reader)).toEqual([])
    await drawn(reader, 'fields-tablet')
    await reader.context().close()
    const other = await openDesk()
    await signIn(other, 'Otto')
    await other.goto(`${address}settings/items/`)
    await other.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Items and prices' }).waitFor()
    expect(await other.getByRole('link', { name: 'Custom fields' }).count()).toBe(0)
    await open(other)
    await other.getByText('needs the permission Custom field settings', { exact: false }).waitFor()
    await other.context().close()
    expect(consoleErrors).toEqual([])
  })
})
