import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { endProcess, privateDatabase, servicesUrls, startApi } from '../proofs/harness.ts'
// oxlint-disable-next-line import/no-unassigned-import -- it registers the rules that invoices ask visits for
import '../src/app/resources.ts'
import { config } from '../src/app/config.ts'
import { readSettings } from '../src/app/read-settings.ts'
import { connect } from '../src/db/pool.ts'
import { objectStoreAt } from '../src/gateways/object-store.ts'
import { chromiumAt } from '../test/support/chromium.ts'
import { clinicOnItsDay, recordsOf } from './screens/clinic.ts'
import type { Records } from './screens/records.ts'
import { dialogs, type Mode, modes, pages, show, watchPage } from './screens/screens.ts'
import { freePort } from './services/listening.ts'
import { checkout } from './services/settings.ts'
import { builtWebApp } from './web-build.ts'

/** Draws every screen of the clinic app, with the demo clinic on a busy morning, into .screens/, or those that the README shows. */
const readme = {
  names: ['today', 'calendar', 'visit', 'invoice-pay'],
  modes: ['light', 'dark'],
  folder: join(checkout, 'docs/screens'),
} as const
const allModes = Object.keys(modes) as Mode[]
const screens = [...pages, ...dialogs]
const signInPage = 'sign-in'
const prefix = `fetlock_screens_${process.pid}`

type Clinic = Awaited<ReturnType<typeof clinicOnItsDay>>

/** What is drawn, of which clinic, and how it is kept. */
type Drawing = {
  readonly publicUrl: string
  readonly clinic: Clinic
  readonly records: Records
  readonly modes: readonly Mode[]
  /** The names of some screens, or none for all. */
  readonly names: readonly string[]
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

/** Signs in, and shows the whole clinic: the day of one department is not always busy. */
const signIn = async (tab: Page, { email, password }: Clinic) => {
  await tab.getByLabel('E-mail').fill(email)
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await tab.waitForURL((url) => !url.pathname.includes('sign-in'))
  const isKept = tab.waitForResponse((response) => response.url().includes('/me/preferences/'))
  await tab.getByRole('button', { name: /^Department:/ }).click()
  await tab.getByRole('menuitem', { name: 'All departments' }).click()
  await isKept
}

/** Draws the screens in a mode and answers which could not be shown, so that one that is broken hides no other. */
const drawMode = async (browser: Browser, drawing: Drawing, mode: Mode) => {
  const { publicUrl, clinic, records, names } = drawing
  const isChosen = (name: string) => names.length === 0 || names.includes(name)
  const broken: string[] = []
  const sizes: number[] = []
  const address = `${publicUrl}/${clinic.organisation}/`
  const context = await browser.newContext({ ...modes[mode], locale: 'en-GB', timezoneId: clinic.timeZone })
  context.setDefaultTimeout(60_000)
  const tab = await context.newPage()
  watchPage(tab)
  await tab.goto(address)
  await tab.getByLabel('E-mail').waitFor()
  if (isChosen(signInPage)) sizes.push(await draw(tab, drawing, `${signInPage}-${mode}`))
  await signIn(tab, clinic)
  for (const screen of screens.filter(({ name }) => isChosen(name)))
    try {
      await show(tab, address, screen, records)
      sizes.push(await draw(tab, drawing, `${screen.name}-${mode}`))
    } catch (error) {
      console.error(`${screen.name}-${mode}: ${String(error)}`)
      broken.push(`${screen.name}-${mode}`)
    }
  await context.close()
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`${mode}: ${sizes.length} pictures, ${Math.round(bytes / 1024)} kB`)
  return broken
}

const drawAll = async (drawing: Drawing) => {
  const browser = await chromium.launch(chromiumAt)
  try {
    const broken: string[] = []
    for (const mode of drawing.modes) broken.push(...(await drawMode(browser, drawing, mode)))
    if (broken.length > 0) throw new Error(`Not drawn: ${broken.join(', ')}`)
  } finally {
    await browser.close()
  }
}

/** What the command line asks for. */
const readAsked = () => {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      folder: { type: 'string', default: join(checkout, '.screens') },
      png: { type: 'boolean' },
      readme: { type: 'boolean' },
    },
  })
  const unknown = names.find((name) => name !== signInPage && screens.every((screen) => screen.name !== name))
  if (unknown !== undefined) throw new Error(`There is no screen ${unknown} in scripts/screens/screens.ts`)
  const format: Drawing['format'] = values.png ? 'png' : 'webp'
  return values.readme ? { ...readme, format } : { names, modes: allModes, folder: values.folder, format }
}

const main = async () => {
  const asked = readAsked()
  mkdirSync(asked.folder, { recursive: true })
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
      await drawAll({ ...asked, publicUrl, clinic, records })
    } finally {
      await endProcess(api)
    }
  } finally {
    await drop()
  }
}

await main()
