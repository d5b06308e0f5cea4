import { beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../src/kernel/caller.ts'
import { password, useClinicApp } from '../support/app-journeys.ts'
import { givenClient, givenConsultation, givenPatient } from '../support/clinic.ts'

const { address, clinic, caller, givenStaff, signIn, openDesk } = await useClinicApp()

const lockAll = () =>
  clinic.within((tx) =>
    tx
      .updateTable('session')
      .set({ locked: new Date().toISOString() } as never)
      .execute(),
  )

beforeAll(async () => {
  const works: Permission[] = ['General: Appointments', 'General: Patients and clients', 'Clinical: Consultations']
  for (const name of ['Helena', 'Maria']) await givenStaff(name, works)
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
    await first.route(/\/consultationnote\//, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await note.fill('Limps on the right hind leg')
    await first.getByText('Not saved, kept on this device').first().waitFor()
    await lockAll()
    await givenClient(caller, { firstname: 'Anna' })
    await first.getByRole('heading', { name: /^Helena/ }).waitFor()
    await first.unroute(/\/consultationnote\//)

    const second = await first.context().newPage()
    await second.goto(`${address}sign-in/?again=1`)
    await second.getByLabel('E-mail').fill('maria@northgate.example')
    await second.getByLabel('Password').fill(password)
    await second.getByRole('button', { name: 'Sign in' }).click()
    await second.getByText('Live', { exact: true }).waitFor()
    await lockAll()
    await givenClient(caller, { firstname: 'Anna' })
    await second.getByRole('heading', { name: /^Maria/ }).waitFor()
    const loaded = first.waitForEvent('load')
    await second.getByLabel('Password').fill(password)
    await second.getByRole('button', { name: 'Unlock' }).click()
    await loaded
    await first.getByText('Live', { exact: true }).waitFor()
    expect((await caller.get(`/consultation/${visit.id}/consultationnote/`)).body.results).toEqual([])
    await first.context().close()
  })
})
