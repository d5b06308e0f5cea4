// @module-tag browser
// @module-tag waits
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { resourceRegistry } from '../../src/app/resources.ts'
import { foundOrganisation } from '../../src/commands/organisation.ts'
import { profileOfCountry } from '../../src/commands/profiles/profile.ts'
import { makePasswordLink } from '../../src/domain/identity/password-links.ts'
import { createUser } from '../../src/domain/identity/users.ts'
import { advanceImport } from '../../src/worker/imports.ts'
import type { TestResponse } from '../support/api.ts'
import {
  counted,
  drawn,
  goToField,
  intercept,
  password,
  tablet,
  useClinicApp,
  writesOf,
} from '../support/app-journeys.ts'
import { codeOf } from '../support/second-factors.ts'
import { violationsOn, zoneOfNoon } from '../support/web-app.ts'

type Body = TestResponse['body']

const { api, consoleErrors, openDesk } = await useClinicApp()

/** A clinic as `fetlock setup` makes it, whose manager was invited. */
const givenNewClinic = async () => {
  let link = ''
  const { organisation } = await foundOrganisation(
    api.database.ownerUrl,
    { name: 'Satama Animal Clinic', country: 'FI', currency: 'EUR', time_zone: zoneOfNoon() },
    { department: 'Small animals', profile: profileOfCountry('FI') },
    async (tx, { group }) => {
      const person = { first_name: 'Riikka', last_name: 'Manner', email: 'riikka.manner@satama.example' }
      const user = await createUser(tx, undefined, { ...person, permission_groups: [group], is_active: true })
      link = await makePasswordLink(tx, user, 'invitation')
    },
  )
  return { id: organisation, link: `${api.publicUrl}/${organisation}/set-password/?link=${link}` }
}

/** The files of the clinic's old system: clients, of whom some rows cannot be imported, and items. */
const mistakes: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  17: { phone: '04O 555 0187' },
  58: { email: 'jaana.ruusu@' },
  93: { language: 'svenska' },
  120: { number: '1004' },
  151: { number: '' },
}
const rightCells = (row: number) => ({
  number: String(1000 + row),
  phone: `040 55${String(row).padStart(5, '0')}`,
  email: `client${row}@satama.example`,
  language: 'fi',
})
const clientsFile = [
  'Asiakasnumero;Sukunimi;Etunimi;Puhelin;Sähköposti;Kieli;Fax',
  ...Array.from({ length: 200 }, (_, at) => {
    const row = at + 2
    const { number, phone, email, language } = { ...rightCells(row), ...mistakes[row] }
    return `${number};Virtanen${row};Äijä;${phone};${email};${language};`
  }),
].join('\r\n')
const itemsFile =
  'Code,Name,Type,VAT %,Price with VAT\n10,Examination,Procedure,"25,5","45,00"\n11,Collar,Supply,25.5,9.90\n'

/** Their animals, one of each client but the last; some owners and species are written as nobody knows them. */
const petMistakes: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  40: { owner: '9999' },
  77: { species: 'Feline' },
  130: { born: '31.2.2021' },
}
const rightPet = (row: number) => ({
  owner: String(1000 + row),
  species: row % 2 === 0 ? 'Dog' : 'Cat',
  born: '2021-04-03',
})
const patientsFile = [
  'Potilasnumero;Asiakasnumero;Nimi;Laji;Syntymäaika;Paino;Häkki',
  ...Array.from({ length: 199 }, (_, at) => {
    const row = at + 2
    const { owner, species, born } = { ...rightPet(row), ...petMistakes[row] }
    return `P${row};${owner};Bella${row};${species};${born};"4,2";`
  }),
].join('\r\n')
const correctedPets = (downloaded: string) => {
  const [header = '', ...rows] = downloaded.trimEnd().split('\r\n')
  expect(header).toBe('\uFEFFline,reason,reference,client_reference,name,species,date_of_birth,weight')
  const right = rows.map((row) => {
    const line = Number(/^\d+/.exec(row)?.[0])
    const { owner, species, born } = rightPet(line)
    return `${line},,P${line},${owner},Bella${line},${species},${born},4.2`
  })
  return [header, ...right].join('\r\n')
}

/** The refused rows as they were downloaded, with what is wrong put right. */
const corrected = (downloaded: string) => {
  const [header = '', ...rows] = downloaded.trimEnd().split('\r\n')
  expect(header).toBe('\uFEFFline,reason,reference,lastname,firstname,email,phone_number,language')
  const right = rows.map((row) => {
    const line = Number(/^\d+/.exec(row)?.[0])
    const { number, phone, email, language } = rightCells(line)
    return `${line},,${number},Virtanen${line},Äijä,${email},${phone},${language}`
  })
  return [header, ...right].join('\r\n')
}

/** A desk of the manager, who has come by the invitation; and what the API answers there. */
const givenManager = async () => {
  const { id: clinic, link } = await givenNewClinic()
  const address = `${api.publicUrl}/${clinic}/`
  const desk = await openDesk({ acceptDownloads: true })
  await desk.goto(link)
  await desk.getByLabel('New password').fill(password)
  await desk.keyboard.press('Enter')
  await desk.getByLabel('E-mail').fill('riikka.manner@satama.example')
  await desk.getByLabel('Password').fill(password)
  await desk.keyboard.press('Enter')
  await desk.getByRole('button', { name: 'Use an authenticator app' }).click()
  const key = await desk.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()
  await desk.getByLabel(/code that the app shows/).fill(codeOf(key))
  await desk.keyboard.press('Enter')
  await desk.getByRole('link', { name: 'I have kept them' }).click()
  await desk.getByRole('heading', { level: 1, name: 'What is still missing' }).waitFor()
  return {
    desk,
    clinic,
    address,
    read: async (path: string): Promise<Body> => {
      const answer = await desk.request.get(`${address}api/0.1${path}`)
      expect([path, answer.status()]).toEqual([path, 200])
      return answer.json()
    },
    /** Does the work of the worker on the import that is shown, a hundred rows at a time. */
    work: async (most = Infinity) => {
      await desk.waitForURL(/import=\d+/)
      const id = Number(new URL(desk.url()).searchParams.get('import'))
      for (let times = 0; times < most; times++)
        if ((await advanceImport(api.rows.db, { organisation: clinic, id }, resourceRegistry)) === 0) return
    },
    isDone: (done: number) => desk.getByText(`${done} of 10 done for Satama Animal Clinic`).waitFor(),
    choose: (name: string, content: string | Buffer) =>
      desk.getByLabel('File of the import').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) }),
    press: (name: string | RegExp) => desk.getByRole('button', { name }).click(),
    /** Saves the settings that are open, and waits until they are saved. */
    save: async (name: string) => {
      const written = desk.waitForResponse((answer) => answer.request().method() !== 'GET')
      await desk.getByRole('button', { name }).click()
      expect((await written).ok()).toBe(true)
    },
    go: (name: string) => desk.getByRole('link', { name, exact: true }).click(),
  }
}
const isRunning = (desk: Page) => desk.getByText('It goes on when you leave this page.').waitFor()
const isTried = (desk: Page) => desk.getByText('Nothing is written while it is tried.').waitFor()

describe('the first hours of a clinic', () => {
  it('lead from the invitation over the list of what is missing, with an import of 200 clients, to the first paid visit', async () => {
    const { desk, read, work, isDone, choose, press, save, go } = await givenManager()
    await isDone(0)
    expect(await read('/setup/')).toMatchObject({ open: true, people: 1, vat_rates: 3, vat_rates_confirmed: false })
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'first-hours')

    const rates = await counted(desk)
    await press('VAT rates: Confirm')
    await press('Confirm 3 rates')
    await isDone(1)
    expect(await rates()).toEqual({ clicks: 2, keys: 0 })
    expect((await read('/setup/')).vat_rates_confirmed).toBe(true)

    const address = await counted(desk)
    await go('Address: Add address')
    await desk.getByLabel('Street').fill('Satamakuja 4')
    await desk.getByLabel('Postal code').fill('00160')
    await desk.getByLabel('Town').fill('Helsinki')
    await save('Save 3 changes')
    await go('What is still missing')
    await isDone(2)
    expect(await address()).toEqual({ clicks: 3, keys: 0 })

    await go('Bank account: Add account')
    await desk.getByLabel('IBAN').fill('FI21 1234 5600 0007 85')
    await save('Save 1 change')
    await go('What is still missing')
    await isDone(3)

    await go('People: Invite')
    const invite = desk.getByRole('complementary', { name: 'Invite somebody' })
    await invite.getByLabel('First name').fill('Kaisa')
    await invite.getByLabel('Last name').fill('Tuominen')
    await invite.getByLabel('E-mail').fill('kaisa@satama.example')
    await invite.getByLabel('E-mail').press('Enter')
    await desk.getByRole('row').filter({ hasText: 'Kaisa Tuominen' }).waitFor()
    await go('What is still missing')
    await isDone(4)

    const shifts = await counted(desk)
    await go('Shifts: Set shifts')
    await desk.getByRole('button', { name: /^Riikka Manner, Mon / }).click()
    const week = desk.getByRole('complementary', { name: 'Riikka Manner' })
    await week.getByLabel('Change every Monday').click()
    await week.getByLabel('Shift 1 to').fill('16')
    await week.getByLabel('Shift 1 to').blur()
    await week.getByText('Nothing that is booked is concerned.').waitFor()
    await week.getByLabel('Shift 1 to').press('Enter')
    await desk.getByText('Shifts of every week of Riikka Manner saved').waitFor()
    await go('What is still missing')
    await isDone(5)
    expect(await shifts()).toEqual({ clicks: 4, keys: 1 })
    await desk.getByText('1 of 2 people').waitFor()

    const items = await counted(desk)
    await press('Items and prices: Import')
    await choose('items.csv', itemsFile)
    await desk.getByText('5 of 5 recognised').waitFor()
    await press('Try 2 rows')
    await isTried(desk)
    await work()
    await press('Import 2 rows')
    await isRunning(desk)
    await work()
    await desk.getByText('2 rows are imported.').waitFor()
    await isDone(6)
    expect(await items()).toEqual({ clicks: 3, keys: 0 })
    expect((await read('/item/?ordering=name')).results).toMatchObject([
      { code: '11', price_with_vat: '9.90' },
      { code: '10', price_with_vat: '45.00' },
    ])

    const clients = await counted(desk)
    await press('Clients: Import')
    expect(await violationsOn(desk)).toEqual([])
    await choose('clients.csv', Buffer.from(clientsFile, 'latin1'))
    await desk.getByText('6 of 7 recognised').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'first-hours-columns')
    const writes = writesOf(desk)
    await press('Try 200 rows')
    await isTried(desk)
    await work(1)
    await desk.getByText('Row 100 of 200').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await work()
    await desk.getByRole('cell', { name: 'svenska' }).waitFor()
    expect((await read('/client/')).count).toBe(0)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'first-hours-tried')
    await press('Import 195 rows')
    await isRunning(desk)
    await work(1)
    await desk.getByText('Row 100 of 200').waitFor()
    await drawn(desk, 'first-hours-running')
    await work()
    await desk.getByText('195 rows are imported.').waitFor()
    await isDone(7)
    expect(writes.map((one) => one.replace(/\d+/, '<id>'))).toEqual([
      'POST /import/',
      'PUT /import/<id>/clients/',
      'POST /import/<id>/check/',
      'POST /import/<id>/run/',
    ])
    expect((await read('/client/')).count).toBe(195)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'first-hours-imported')

    const [download] = await Promise.all([desk.waitForEvent('download'), press('Download 5 rows')])
    expect(download.suggestedFilename()).toBe('clients-refused.csv')
    await press('Import the corrected file')
    await choose('corrected.csv', corrected(await readFile(await download.path(), 'utf8')))
    await desk.getByText('6 of 8 recognised').waitFor()
    await press('Try 5 rows')
    await isTried(desk)
    await work()
    await press('Import 5 rows')
    await isRunning(desk)
    await work()
    await desk.getByText('5 rows are imported.').waitFor()
    // Clients 3 and refused rows 4; a file is chosen without a click.
    expect(await clients()).toEqual({ clicks: 7, keys: 0 })
    expect((await read('/client/')).count).toBe(200)
    expect((await read('/client/?lastname__is=Virtanen17&expose_phone_numbers')).results).toMatchObject([
      {
        firstname: 'Äijä',
        email: 'client17@satama.example',
        phone_numbers_data: [{ e164: '+358405500017', type_code: 1 }],
      },
    ])

    const patients = await counted(desk)
    await press('Import their patients')
    await choose('patients.csv', Buffer.from(patientsFile, 'latin1'))
    await desk.getByText('6 of 7 recognised').waitFor()
    await press('Try 199 rows')
    await isTried(desk)
    await work()
    await desk.getByRole('cell', { name: 'Feline', exact: true }).waitFor()
    expect((await read('/patient/')).count).toBe(0)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'first-hours-patients-tried')
    await press('Import 196 rows')
    await isRunning(desk)
    await work()
    await desk.getByText('196 rows are imported.').waitFor()
    await isDone(8)
    const [refused] = await Promise.all([desk.waitForEvent('download'), press('Download 3 rows')])
    expect(refused.suggestedFilename()).toBe('patients-refused.csv')
    await press('Import the corrected file')
    await choose('corrected.csv', correctedPets(await readFile(await refused.path(), 'utf8')))
    await desk.getByText('6 of 8 recognised').waitFor()
    await press('Try 3 rows')
    await isTried(desk)
    await work()
    await press('Import 3 rows')
    await isRunning(desk)
    await work()
    await desk.getByText('3 rows are imported.').waitFor()
    expect(await patients()).toEqual({ clicks: 7, keys: 0 })
    expect((await read('/patient/')).count).toBe(199)
    const [bella] = (await read('/patient/?name__is=Bella77&expose_client')).results
    expect(bella).toMatchObject({
      species: 'Cat',
      date_of_birth: '2021-04-03',
      client_data: { lastname: 'Virtanen77' },
    })
    expect((await read(`/patient/${bella.id}/weight/`)).results).toMatchObject([{ weight: '4.200' }])
    await drawn(desk, 'first-hours-patients')

    const visit = await counted(desk)
    await go('Open Today')
    await go('Walk-in')
    await desk.getByLabel('Mobile phone').fill('040 55 00017')
    await press('Use this client')
    await press('Bella17')
    await desk.getByLabel('Veterinarian').selectOption({ label: 'Riikka Manner' })
    await press('Admit Bella17')
    await press('Start Bella17')
    await desk
      .getByRole('region', { name: 'In progress' })
      .getByRole('listitem')
      .getByRole('link', { name: 'Bella17' })
      .click()
    await desk.getByRole('combobox', { name: 'Add item, medicine or scan' }).click()
    await desk.keyboard.type('exa')
    await desk
      .getByRole('option', { name: /^Examination/ })
      .first()
      .click()
    // Until the row is there, handing over would ask about it.
    await desk.getByRole('textbox', { name: 'Quantity of Examination' }).waitFor()
    await desk.getByText('€45.00').first().waitFor()
    await press(/^Ready/)
    await press(/^Finalize…/)
    await desk.getByRole('button', { name: 'Finalize €45.00' }).waitFor()
    await press('Finalize and pay')
    await press('Take €45.00 by card')
    await desk.getByText('€45.00 taken by card').first().waitFor()
    // To the board and the form 2, the client 1, the animal 1, admit 1, start and open 2, the item 2, ready 1, finalize 2, pay 1.
    expect(await visit()).toEqual({ clicks: 13, keys: 0 })
    expect((await read('/invoice/')).results).toMatchObject([
      { total_with_vat: '45.00', due_sum: '0.00', invoice_number: 1 },
    ])
    expect((await read('/consultation/')).results).toMatchObject([{ status: 9 }])
    expect(await read('/setup/')).toMatchObject({ open: true, clients: 200, patients: 199, items: 2, people: 2 })
    expect(consoleErrors).toEqual([])
  })

  it('show the list when the app is opened, until it is hidden, and always where the settings list it', async () => {
    const { desk, address, read, press, go } = await givenManager()
    const title = desk.getByRole('heading', { level: 1, name: 'What is still missing' })
    await go('Open Today')
    await desk.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await desk.goto(address)
    await title.waitFor()
    const hiding = await counted(desk)
    await press('Hide this page')
    await desk.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    expect(await hiding()).toEqual({ clicks: 1, keys: 0 })
    expect((await read('/me/')).organisation.setup_open).toBe(false)
    expect(await violationsOn(desk)).toEqual([])
    await desk.goto(address)
    await desk.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await goToField(desk, 'Control+k')
    await desk.keyboard.type('still missing')
    await desk.getByRole('option', { name: /What is still missing/ }).waitFor()
    await desk.keyboard.press('Enter')
    await title.waitFor()
    await desk.goto(address)
    await go('Settings')
    await go('What is still missing')
    await title.waitFor()
    expect(consoleErrors).toEqual([])
  })

  it('confirm the rates of VAT as they are corrected, with one more, or none of it', async () => {
    const { desk, read, press, isDone } = await givenManager()
    await press('VAT rates: Confirm')
    await desk.getByLabel('Yleinen verokanta').fill('hundred')
    await desk.getByLabel('Another rate').fill('Medicines')
    await press('Confirm 4 rates')
    await desk.getByRole('alert').getByText('Enter a rate from 0 to 99.99.').first().waitFor()
    expect(await violationsOn(desk)).toEqual([])
    expect((await read('/setup/')).vat_rates_confirmed).toBe(false)
    await desk.getByLabel('Yleinen verokanta').fill('24')
    await desk.getByLabel('Percent').fill('10,5')
    const writes = writesOf(desk)
    await press('Confirm 4 rates')
    await isDone(1)
    expect(writes).toEqual(['POST /composite/'])
    const rates = (await read('/vatgroup/?ordering=title')).results as readonly Body[]
    expect(rates.map(({ title, percentage }) => [title, percentage])).toEqual([
      ['Alennettu verokanta', '13.50'],
      ['Medicines', '10.50'],
      ['Veroton myynti', '0.00'],
      ['Yleinen verokanta', '24.00'],
    ])
    expect(consoleErrors).toEqual([])
  })

  it('ask what a column is whose name says nothing, and refuse a file without what is needed', async () => {
    const { desk, read, choose, press, work } = await givenManager()
    await press('Clients: Import')
    await choose('empty.csv', 'Number,Last name\n')
    await press('Try 0 rows')
    await desk.getByRole('alert').getByText('The file has no rows.').first().waitFor()
    await choose('old.csv', 'Key,Last name,Note\nA1,Koski,Barks\n')
    await press('Try 1 row')
    await desk.getByRole('alert').getByText('Say which column is: Number.').first().waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'first-hours-unknown-column')
    await desk.getByLabel('What Key is').selectOption({ label: 'Number' })
    await press('Try 1 row')
    await work()
    await press('Import 1 row')
    await isRunning(desk)
    await work()
    await desk.getByText('1 row is imported.').waitFor()
    expect((await read('/client/')).results).toMatchObject([{ lastname: 'Koski', remarks: 'Barks' }])
    expect(consoleErrors).toEqual([])
  })

  it('import once what got no answer, and find it again after a reload', async () => {
    const { desk, read, choose, press, work } = await givenManager()
    await press('Clients: Import')
    await choose('clients.csv', 'Number,Last name\nA1,Koski\nA2,Niemi\n')
    await press('Try 2 rows')
    await work()
    await desk.getByRole('button', { name: 'Import 2 rows' }).waitFor()
    const asked = Promise.withResolvers<void>()
    await intercept(desk, '**/run/', async (route) => {
      await route.fetch()
      await route.abort()
      asked.resolve()
    })
    await press('Import 2 rows')
    await asked.promise
    await desk.unroute('**/run/')
    await desk.reload()
    await isRunning(desk)
    await work()
    await desk.getByText('2 rows are imported.').waitFor()
    expect((await read('/client/')).count).toBe(2)
    await press('Add file')
    await press('clients.csv')
    await desk.getByText('2 rows are imported.').waitFor()
    expect(consoleErrors).toEqual([])
  })

  it('are worked with fingers, light and dark', async () => {
    const { desk, address, choose, press, work } = await givenManager()
    await press('Clients: Import')
    await choose('clients.csv', 'Number,Last name,E-mail\nA1,Koski,\nA2,Niemi,nobody\n')
    await press('Try 2 rows')
    await work()
    await desk.getByRole('cell', { name: 'nobody' }).waitFor()
    const page = await openDesk({ ...tablet, storageState: await desk.context().storageState() })
    await page.goto(desk.url())
    await page.getByRole('cell', { name: 'nobody' }).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'first-hours-tablet-import')
    await page.goto(`${address}settings/setup/`)
    await page.getByText(/of 10 done/).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'first-hours-tablet')
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await drawn(page, 'first-hours-tablet-dark')
    await desk.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await drawn(desk, 'first-hours-dark')
    expect(consoleErrors).toEqual([])
  })
})
