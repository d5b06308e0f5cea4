// @module-tag browser
// @module-tag waits
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { counted, drawn, useClinicApp } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { givenClient } from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']

const { caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let desk: Page
let sofia: Body
let anna: Body

/** Of the list, every row as its cells are read, without the headings of days. */
const rows = (page: Page): Promise<string[][]> =>
  page.evaluate(`[...document.querySelectorAll('tbody tr')].filter((row) => row.cells.length > 1)
    .map((row) => [...row.cells].map((cell) => cell.innerText.replaceAll(/\\s+/g, ' ').trim()))`)
const openAudit = async (query = '') => {
  await desk.goto(`${address}settings/audit/${query}`)
  await desk.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
  await desk.getByRole('table').waitFor()
}
const patiently = { interval: 250 }

beforeAll(async () => {
  await givenStaff('Riikka', [
    'General: Patients and clients',
    'Settings: Users and permissions',
    'Settings: Integration settings',
  ])
  sofia = await givenStaff('Sofia', ['General: Patients and clients'])
  anna = await givenClient(caller, { firstname: 'Anna', lastname: 'Koski', street_address: 'Rantatie 1' })
  desk = await openDesk()
  await signIn(desk, 'Riikka')
})

describe('the audit page', () => {
  it('says who changed which field of which record, from what to what, and leads to the record', async () => {
    await done(caller.patch(anna.url, { street_address: 'Rantatie 4 B 12' }))
    await openAudit()
    await expect
      .poll(async () => (await rows(desk))[0]?.[2], patiently)
      .toBe('changed client Koski, Anna Street address: Rantatie 1 → Rantatie 4 B 12')
    const [first] = await rows(desk)
    expect(first![0]).toMatch(/^\d\d:\d\d$/)
    // The caller of the tests is an application with a virtual user of its own.
    expect(first![1]).not.toBe('')
    expect(first![3]).toMatch(/^application .+, (127\.0\.0\.1|::1)/)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'audit')
    const uses = await counted(desk)
    await desk.getByRole('table').getByRole('link', { name: 'Koski, Anna' }).first().click()
    await desk.getByRole('heading', { level: 1, name: 'Koski, Anna' }).waitFor()
    expect(await uses()).toEqual({ clicks: 1, keys: 0 })
  })

  it('shows what one person did, on a day, to one record, and the address keeps it', async () => {
    await openAudit()
    await desk.getByLabel('Who', { exact: true }).selectOption({ label: 'Sofia Lehto' })
    await desk.getByText('Nothing happened that fits.').waitFor()
    await expect.poll(() => new URL(desk.url()).searchParams.get('person')).toMatch(/^\d+$/)
    const other = await openDesk()
    await signIn(other, 'Sofia')
    await other.goto(`${address}clients/${anna.id}/`)
    await other.getByRole('button', { name: 'Edit Notes' }).click()
    await other.getByLabel('Remarks, for staff only').fill('Prefers mornings.')
    await other.getByRole('button', { name: 'Save' }).click()
    await other.getByRole('button', { name: 'Edit Notes' }).waitFor()
    await desk.reload()
    await expect
      .poll(async () => (await rows(desk)).map(([, who, what]) => [who, what]), patiently)
      .toEqual([['Sofia Lehto', 'changed client Koski, Anna Remarks, for staff only: – → Prefers mornings.']])
    await desk.getByRole('button', { name: `Only changes of client ${anna.id}` }).click()
    await desk.getByLabel('Who', { exact: true }).selectOption({ label: 'Anybody' })
    await expect
      .poll(async () => (await rows(desk)).map(([, , what]) => what!.split(' ', 4).join(' ')), patiently)
      .toEqual(['changed client Koski, Anna', 'changed client Koski, Anna', 'created client Koski, Anna'])
    const { searchParams } = new URL(desk.url())
    expect([searchParams.get('resource'), searchParams.get('record')]).toEqual(['client', String(anna.id)])
    await desk.getByLabel('Day', { exact: true }).fill('2020-02-03')
    await desk.getByLabel('Day', { exact: true }).press('Enter')
    await desk.getByText('Nothing happened that fits.').waitFor()
    await expect.poll(() => new URL(desk.url()).searchParams.get('day')).toBe('2020-02-03')
    await desk.getByRole('button', { name: 'Show all records again' }).click()
    await expect.poll(() => new URL(desk.url()).searchParams.get('record')).toBeNull()
  })

  it('goes back to the first change, page by page', async () => {
    const many: Body[] = []
    for (let at = 0; at < 120; at++) many.push(await givenClient(caller, { lastname: `Page ${at}` }))
    await openAudit('?resource=client')
    const more = desk.getByRole('button', { name: 'Show more' })
    await more.waitFor()
    expect((await rows(desk)).length).toBe(50)
    // What happens meanwhile moves nothing from one page to the next.
    await givenClient(caller, { lastname: 'Meanwhile' })
    await more.click()
    await expect.poll(async () => (await rows(desk)).length, patiently).toBe(100)
    await more.click()
    await more.waitFor({ state: 'detached' })
    // The names of the records follow the list.
    await expect.poll(async () => (await rows(desk)).at(-1)?.[2], patiently).toBe('created client Koski, Anna')
    const said = (await rows(desk)).map(([, , what]) => what!)
    expect(said.filter((what) => what.startsWith('created')).length).toBe(121)
    expect(said.some((what) => what.includes('Meanwhile'))).toBe(false)
  })

  it('saves everything that is asked for as CSV, a row for each field', async () => {
    await openAudit(`?resource=client&record=${anna.id}`)
    const [file] = await Promise.all([desk.waitForEvent('download'), desk.getByRole('button', { name: 'CSV' }).click()])
    const lines = readFileSync(await file.path(), 'utf8')
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
    expect(lines[0]).toBe('Time,Who,What,Record,Number,Field,Before,After,From')
    expect(lines.slice(1).map((line) => line.split(',').slice(2, 8).join(','))).toEqual([
      `created,client,${anna.id},,,`,
      `changed,client,${anna.id},Street address,Rantatie 1,Rantatie 4 B 12`,
      `changed,client,${anna.id},"Remarks, for staff only",–`,
    ])
    expect(lines[3]).toContain('Sofia Lehto,changed,client')
  })

  it('says what happened to accounts, and from which address', async () => {
    const stranger = await openDesk()
    await stranger.goto(address)
    await stranger.getByLabel('E-mail').fill('sofia@northgate.example')
    await stranger.getByLabel('Password').fill('not the password')
    await stranger.getByRole('button', { name: 'Sign in' }).click()
    await stranger.getByRole('alert').first().waitFor()
    await done(caller.post(`/user/${sofia.id}/sign_out/`, {}))
    await openAudit('?view=security')
    const failed = ['Sofia Lehto', 'could not sign in reason: wrong password']
    await expect
      .poll(async () => (await rows(desk)).map(([, who, what]) => [who, what]), patiently)
      .toContainEqual(failed)
    const listed = await rows(desk)
    expect(listed.find(([, , what]) => what!.startsWith('could not sign in'))![3]).toMatch(/^(127\.0\.0\.1|::1)/)
    expect(listed.some(([, who, what]) => who === 'Riikka Lehto' && what!.startsWith('signed in'))).toBe(true)
    expect(listed.map(([, , what]) => what)).toContain('signed Sofia Lehto out everywhere')
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'audit-security')
  })

  it('is not there for whoever may not manage users', async () => {
    const other = await openDesk()
    await signIn(other, 'Sofia')
    await other.goto(`${address}settings/audit/`)
    await other.getByText('This page needs the permission Settings: Users and permissions.').waitFor()
    expect(await other.getByRole('link', { name: 'Audit' }).count()).toBe(0)
  })

  it('leaves nothing in the console', () => {
    expect(consoleErrors).toEqual([])
  })
})
