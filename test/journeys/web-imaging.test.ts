// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { counted, drawn, goByKeys, tablet, useClinicApp, whileHeldBack, writesOf } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { givenClient, givenConsultation, givenPatient, givenReferral, species } from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']

const { caller, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const clinical = ['General: Patients and clients', 'Clinical: Consultations', 'Clinical: Diagnostic imaging'] as const
const viewer = 'https://archive.example.com/dicom-web/studies?PatientID='

let vet: Body
let number = 0

beforeAll(async () => {
  vet = await givenStaff('Berta', clinical)
  await givenStaff('Noora', clinical)
  await givenStaff('Lasse', [], clinical)
})
// What waits from another test is no longer there.
beforeEach(async () => {
  number++
  for (const { url } of (await done(caller.get('/diagnosticimaging_worklist/?status__in=0,1,2&page_size=100'))).results)
    await done(caller.patch(url, { status: 4 }))
  await done(caller.patch('/settings/integration/', { imaging_viewer_url: '' }))
})

const stored = async (url: string): Promise<Body> => done(caller.get(url))

const givenOrder = async (name: string, fields: Body = {}) => {
  const owner = await givenClient(caller, { firstname: 'Anna', lastname: `Koski${number}` })
  const patient = await givenPatient(caller, { client: owner.url, name, species: species('DOG') })
  const visit = await givenConsultation(caller, { patients: [patient], supervising_veterinarian: vet.url })
  const referral = await givenReferral(caller, {
    patient: patient.url,
    consultation: visit.url,
    modality: 'DX',
    target_areas: ['Thorax', 'Hip'],
    remarks: 'Bronchial pattern in October. Better?',
    internal_notes: 'Hisses at gloves.',
    ...fields,
  })
  return { patient, visit, order: referral.worklist as string }
}

const openList = async (page: Page, name: string) => {
  await signIn(page, name)
  await goByKeys(page, ['g', 'w'], '/worklists/imaging/')
  await page.getByRole('heading', { level: 1, name: 'Imaging' }).waitFor()
}
const row = (page: Page, patient: string) => page.getByRole('row', { name: new RegExp(`^${patient} `) })
const part = (page: Page, name: string) => page.locator(`tbody[data-part="${name}"]`)

describe('an imaging order', () => {
  it('goes through its statuses with one click each, and another desk sees it', async () => {
    const { order } = await givenOrder('Rex')
    const [desk, other] = [await openDesk(), await openDesk()]
    await Promise.all([openList(desk, 'Noora'), openList(other, 'Berta')])
    await row(desk, 'Rex').getByText('X-ray Thorax, Hip').waitFor()
    await row(other, 'Rex').getByText('Ordered').waitFor()
    expect(await row(desk, 'Rex').getByText('Berta Lehto').count()).toBe(1)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'imaging-open')
    const writes = writesOf(desk)
    const uses = await counted(desk)
    for (const [step, status, word] of [
      ['Schedule', 1, 'Scheduled'],
      ['Start', 2, 'In progress'],
      ['Done', 3, 'Completed'],
    ] as const) {
      await desk.getByRole('button', { name: `${step} X-ray Thorax, Hip of Rex` }).click()
      await row(other, 'Rex').getByText(word).waitFor()
      await row(desk, 'Rex').and(desk.locator('tr:not(:has([aria-busy="true"]))')).getByText(word).waitFor()
      expect(await stored(order)).toMatchObject({ status })
    }
    expect(await uses()).toEqual({ clicks: 3, keys: 0 })
    const path = `PATCH ${order.split('/api/0.1')[1]}`
    expect(writes).toEqual([path, path, path])
    await part(desk, 'done').getByText('Rex').waitFor()
    expect(await row(desk, 'Rex').getByRole('button').count()).toBe(0)
    expect(consoleErrors).toEqual([])
    await Promise.all([desk.context().close(), other.context().close()])
  })

  it('shows its next status before the service has answered, and the true one where another desk was faster', async () => {
    const { order } = await givenOrder('Nala')
    const desk = await openDesk()
    await openList(desk, 'Noora')
    await row(desk, 'Nala').getByText('Ordered').waitFor()
    await whileHeldBack(
      desk,
      (request) => request.method() === 'PATCH',
      () => desk.getByRole('button', { name: /^Schedule .* of Nala$/ }).click(),
      async () => {
        await row(desk, 'Nala').getByText('Scheduled').waitFor()
        await done(caller.patch(order, { status: 2 }))
      },
    )
    await row(desk, 'Nala').getByText('In progress').waitFor()
    expect(await stored(order)).toMatchObject({ status: 2 })
    await desk.context().close()
  })

  it('opens its referral, and its images only where a viewer is configured', async () => {
    const { patient, visit, order } = await givenOrder('Milo')
    const desk = await openDesk()
    await openList(desk, 'Berta')
    await row(desk, 'Milo').waitFor()
    await desk.keyboard.press('j')
    await part(desk, 'open').locator('[data-row]:focus').waitFor()
    await desk.keyboard.press('Enter')
    const panel = desk.getByRole('complementary', { name: 'Milo' })
    await panel.getByText('Bronchial pattern in October. Better?').waitFor()
    await panel.getByText('Hisses at gloves.').waitFor()
    expect(await panel.getByRole('link', { name: 'Open the visit' }).getAttribute('href')).toContain(
      `/visits/${visit.id}/`,
    )
    expect(await desk.getByRole('link', { name: /^Open images/ }).count()).toBe(0)
    expect(await violationsOn(desk)).toEqual([])
    await done(caller.patch('/settings/integration/', { imaging_viewer_url: viewer }))
    await done(caller.patch(order, { status: 2 }))
    const images = row(desk, 'Milo').getByRole('link', { name: 'Open images of Milo' })
    await images.waitFor()
    expect([await images.getAttribute('href'), await images.getAttribute('target')]).toEqual([
      `${viewer}${patient.id}`,
      '_blank',
    ])
    await panel.getByRole('link', { name: 'Open images of Milo' }).waitFor()
    await drawn(desk, 'imaging-referral')
    expect(await violationsOn(desk)).toEqual([])
    await desk.context().close()
  })

  it('is cancelled once that is confirmed', async () => {
    const { order } = await givenOrder('Sulo')
    const desk = await openDesk(tablet)
    await openList(desk, 'Berta')
    await row(desk, 'Sulo').getByRole('link', { name: 'X-ray Thorax, Hip' }).tap()
    await desk.getByRole('button', { name: 'Cancel order…' }).tap()
    const question = desk.getByRole('dialog', { name: 'Cancel this order?' })
    expect(await violationsOn(desk)).toEqual([])
    await question.getByRole('button', { name: 'Cancel order', exact: true }).tap()
    await part(desk, 'done').getByText('Sulo').waitFor()
    expect(await stored(order)).toMatchObject({ status: 4 })
    await desk.context().close()
  })

  it('is found by its kind and by who is responsible, and is only looked at by whoever may not change it', async () => {
    await givenOrder('Luna', { modality: 'US', target_areas: ['Abdomen'] })
    await givenOrder('Duke')
    const desk = await openDesk()
    await openList(desk, 'Lasse')
    await row(desk, 'Duke').waitFor()
    await desk.getByLabel('Kind of images').selectOption('US')
    await row(desk, 'Duke').waitFor({ state: 'detached' })
    await row(desk, 'Luna').getByText('Ultrasound Abdomen').waitFor()
    expect(await row(desk, 'Luna').getByRole('button').count()).toBe(0)
    await desk.getByRole('button', { name: 'Mine' }).click()
    await row(desk, 'Luna').waitFor({ state: 'detached' })
    await desk.context().close()
  })
})
