import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { endProcess, privateDatabase, servicesUrls, startApi } from '../proofs/harness.ts'
// oxlint-disable-next-line import/no-unassigned-import -- it registers the rules that invoices ask visits for
import '../src/app/resources.ts'
import { config, readSettings } from '../src/app/config.ts'
import { connect } from '../src/db/pool.ts'
import { objectStoreAt } from '../src/gateways/object-store.ts'
import { chromiumAt } from '../test/support/chromium.ts'
import { clinicOnItsDay, recordsOf } from './screens/clinic.ts'
import type { Records } from './screens/records.ts'
import { dialogs, type Mode, modes, pages, type Screen, show, watchPage } from './screens/screens.ts'
import { freePort } from './services/listening.ts'
import { checkout } from './services/settings.ts'
import { builtWebApp } from './web-build.ts'

/** Draws every screen of the clinic app, with the demo clinic on a busy morning, into docs/screens/. */
const prefix = `fetlock_screens_${process.pid}`

type Clinic = Awaited<ReturnType<typeof clinicOnItsDay>>

/** What is drawn, of which clinic, and how it is kept. */
type Drawing = {
  readonly publicUrl: string
  readonly clinic: Clinic
  readonly records: Records
  readonly chosen: readonly Screen[]
  readonly folder: string
  readonly format: 'webp' | 'png'
}

const seedClinic = async (urls: { readonly owner: string; readonly app: string }) => {
  const owner = connect(urls.owner, { max: 1 })
  const app = connect(urls.app, { max: 1 })
  const store = objectStoreAt(readSettings({ store: config.objectStore }).store)
  try {
    return await clinicOnItsDay({ owner: owner.db, app: app.db, store })
  } finally {
    store.close()
    await Promise.all([owner.close(), app.close()])
  }
}

/** Chromium writes WebP by itself, which is a third of PNG. */
const draw = async (tab: Page, { format, folder }: Drawing, name: string) => {
  const session = await tab.context().newCDPSession(tab)
  const { data } = await session.send('Page.captureScreenshot', { format, ...(format === 'webp' && { quality: 82 }) })
  await session.detach()
  const picture = Buffer.from(data, 'base64')
  writeFileSync(join(folder, `${name}.${format}`), picture)
  return picture.length
}

const signIn = async (tab: Page, { email, password }: Clinic) => {
  await tab.getByLabel('E-mail').fill(email)
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await tab.waitForURL((url) => !url.pathname.includes('sign-in'))
}

const drawMode = async (browser: Browser, drawing: Drawing, mode: Mode) => {
  const { publicUrl, clinic, records, chosen } = drawing
  const address = `${publicUrl}/${clinic.organisation}/`
  const context = await browser.newContext({ ...modes[mode], locale: 'en-GB', timezoneId: clinic.timeZone })
  context.setDefaultTimeout(120_000)
  const tab = await context.newPage()
  watchPage(tab)
  await tab.goto(address)
  await tab.getByLabel('E-mail').waitFor()
  let bytes = await draw(tab, drawing, `sign-in-${mode}`)
  await signIn(tab, clinic)
  for (const screen of chosen) {
    await show(tab, address, screen, records)
    bytes += await draw(tab, drawing, `${screen.name}-${mode}`)
  }
  await context.close()
  console.log(`${mode}: ${chosen.length + 1} pictures, ${Math.round(bytes / 1024)} kB`)
}

const drawAll = async (drawing: Drawing) => {
  const browser = await chromium.launch(chromiumAt)
  try {
    for (const mode of Object.keys(modes) as Mode[]) await drawMode(browser, drawing, mode)
  } finally {
    await browser.close()
  }
}

const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { folder: { type: 'string', default: join(checkout, 'docs/screens') }, png: { type: 'boolean' } },
  })
  const { folder } = values
  const screens = [...pages, ...dialogs]
  const chosen = positionals.length === 0 ? screens : screens.filter(({ name }) => positionals.includes(name))
  mkdirSync(folder, { recursive: true })
  builtWebApp()
  const { urls, drop } = await privateDatabase(servicesUrls(), prefix)
  try {
    const clinic = await seedClinic(urls)
    const port = await freePort()
    const publicUrl = `http://127.0.0.1:${port}`
    const env = { FETLOCK_PUBLIC_URL: publicUrl, FETLOCK_PROCESSES: '1' }
    const api = await startApi({ databaseUrl: urls.app, port, prefix, env })
    try {
      const records = await recordsOf(publicUrl, clinic)
      await drawAll({ publicUrl, clinic, records, chosen, folder, format: values.png ? 'png' : 'webp' })
    } finally {
      await endProcess(api)
    }
  } finally {
    await drop()
  }
}

await main()
