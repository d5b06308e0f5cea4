// @module-tag browser
// @module-tag waits
// @module-tag timed
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { timeToRead, useClinicApp } from '../support/app-journeys.ts'
import { budgetOf, expectWithin, median } from '../support/durations.ts'
import { givenAppointment, givenClient, givenConsultation, givenPatient, species } from '../support/clinic.ts'

const { address, clinic, caller, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const department = clinic.url('department', clinic.department)
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const rounds = 5

/** A processor four times slower, and a line of 10 Mbit/s. */
const slowDown = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const throughput = 10_000_000 / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

/** Opens the board, and says when its largest part was drawn (LCP), in milliseconds since the address was opened. */
const load = async (page: Page): Promise<number> => {
  await page.goto(address)
  await page.getByText('Animal 20').first().waitFor()
  return page.evaluate(`new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true }))`)
}

it('the board is drawn soon, on a slow computer too, and sooner once it was opened before', async () => {
  const vet = await givenStaff('Helena', [
    'General: Appointments',
    'General: Patients and clients',
    'Clinical: Consultations',
  ])
  for (let place = 1; place <= 20; place++) {
    const owner = await givenClient(caller, { firstname: 'Anna', lastname: `Owner ${place}` })
    const patient = await givenPatient(caller, { client: owner.url, name: `Animal ${place}`, species: species('CAT') })
    if (place % 2 === 1) await givenConsultation(caller, { patients: [patient], department })
    else
      await givenAppointment(caller, {
        start: minutesFromNow(5 * place),
        end: minutesFromNow(5 * place + 5),
        department,
        user: vet.url,
        client: owner.url,
        patients: [patient.url],
      })
  }
  const first = await openDesk()
  await signIn(first, 'helena')
  const reading = await timeToRead(first)
  const storageState = await first.context().storageState()
  await first.context().close()

  const [cold, warm]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const page = await openDesk({ storageState })
    await slowDown(page)
    cold.push(await load(page))
    await page.getByText('Live', { exact: true }).waitFor()
    warm.push(await load(page))
    await page.context().close()
  }
  process.stdout.write(
    `the board on a slow computer: LCP ${median(cold).toFixed(0)} ms cold (${cold.map(Math.round).join(', ')}), ` +
      `${median(warm).toFixed(0)} ms warm (${warm.map(Math.round).join(', ')})\n`,
  )
  expectWithin(median(cold), budgetOf(2_500, reading))
  expectWithin(median(warm), budgetOf(1_500, reading))
  expect(consoleErrors).toEqual([])
})
