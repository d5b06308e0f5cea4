// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useClinic } from '../support/api.ts'
import { openChromium } from '../support/chromium.ts'
import { givenClient, givenPatient } from '../support/clinic.ts'

const { api, clinic, caller } = await useClinic()
let browser: Awaited<ReturnType<typeof openChromium>>
let page: Page
const problems: string[] = []
const hosts = new Set<string>()

beforeAll(async () => {
  const owner = await givenClient(caller, { lastname: 'Koski' })
  await givenPatient(caller, { client: owner.url, name: 'Sleipnir' })
  browser = await openChromium({ viewport: { width: 1280, height: 900 } })
  page = await browser.context.newPage()
  page.on('pageerror', ({ message }) => problems.push(message))
  // A violation of the content security policy is an error in the console.
  page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())))
  page.on('request', (request) => void hosts.add(new URL(request.url()).host))
})
afterAll(() => browser.close())

test('a person reads the reference and tries a request with a token', async () => {
  await page.goto(`${api.publicUrl}/reference/?organisation=${clinic.id}#tag/patient/GET/patient/`)
  await page
    .getByPlaceholder('Token')
    .first()
    .fill(await clinic.tokenOf(await clinic.givenApplication()))
  const [response] = await Promise.all([
    page.waitForResponse((answer) => new URL(answer.url()).pathname === `/${clinic.id}/api/0.1/patient/`),
    (async () => {
      await page.getByRole('button', { name: 'Test Request (get /patient/)' }).click()
      await page.getByRole('button', { name: /^Send get request to / }).click()
    })(),
  ])
  expect(response.status()).toBe(200)
  await page.getByText('Sleipnir').first().waitFor()
})

test('the reference calls no other host and stays within its content security policy', () => {
  expect([...hosts].filter((host) => host !== '')).toEqual([new URL(api.publicUrl).host])
  expect(problems).toEqual([])
})
