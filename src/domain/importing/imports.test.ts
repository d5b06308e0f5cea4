import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connected } from '../../../scripts/database.ts'
import { useClinic, type ApiClient, type TestOrganisation } from '../../../test/support/api.ts'
import {
  done as carriedOut,
  givenInvoice,
  givenOpeningBalance,
  givenOpeningItem,
  pay,
} from '../../../test/support/billing.ts'
import { givenClient, givenItem, givenVatGroup } from '../../../test/support/clinic.ts'
import {
  carryOut,
  givenImport,
  importByCommand,
  outcomesOf,
  putFile,
  type Files,
} from '../../../test/support/imports.ts'
import { useRateWindows } from '../../../test/support/rates.ts'
import { contentsOf } from '../../../test/support/writes.ts'
import { resourceRegistry } from '../../app/resources.ts'
import { connect } from '../../db/pool.ts'
import { forgetAllFiles, advanceImport } from '../../worker/imports.ts'
import { columnsOf } from './columns.ts'
import { forgetFiles } from './imports.ts'
import { kinds } from './kinds.ts'

const { api, clinic, caller } = await useClinic()
const rates = await useRateWindows(api)
beforeAll(async () => {
  await givenOpeningItem(caller)
  await givenVatGroup(caller, '25.50')
})
beforeEach(() => rates.empty())

/** Checks or runs these files: through the API, or by the command where only that imports them. */
const carriedThrough = async (files: Files, word: 'check' | 'run', at = { organisation: clinic, as: caller }) => {
  if (files.opening_balances !== undefined) return importByCommand(api.rows.db, at.organisation.id, files, word)
  const id = await givenImport(at.as, files)
  await carryOut(api, at.organisation, at.as, id, word)
  return id
}

const checked = async (files: Files, at = { organisation: clinic, as: caller }) =>
  outcomesOf(at.as, await carriedThrough(files, 'check', at))

const imported = async (files: Files, at = { organisation: clinic, as: caller }) => {
  const id = await carriedThrough(files, 'run', at)
  const { files: counts, state } = await carriedOut(at.as.get(`/import/${id}/`))
  return { id, counts, state, outcomes: await outcomesOf(at.as, id) }
}

const family: Files = {
  clients: 'reference,firstname,lastname,email\n1,Aino,Virtanen,aino@example.com\n2,Eero,Laine,\n',
  phone_numbers: 'client_reference,phone_number,type_code\n1,040 123 4567,Mobile\n2,09 471 2345,landline\n',
  patients: 'reference,client_reference,name,species,breed\n10,1,Rex,Dog,akita\n11,2,Misu,CAT,\n',
  opening_balances:
    'reference,client_reference,department,amount,due_date\n900,1,main,"120,50",2026-01-31\n901,2,Main,-30,\n',
  weights: 'patient_reference,weight,measured\n10,"31,5",2024-05-01\n10,32.1,2025-05-01T10:00:00Z\n11,4,2025-01-02\n',
}

const { opening_balances: _byCommand, ...throughApi } = family

const headers = {
  clients: 'reference,lastname',
  phone_numbers: 'client_reference,phone_number,type_code',
  patients: 'reference,client_reference,name,species',
  weights: 'patient_reference,weight,measured',
  items: 'code,name,type_code,vat_group,price_with_vat',
  opening_balances: 'reference,client_reference,department,amount',
} as const
type KindName = keyof typeof headers

/** A file with one row, to which a cell has been added or in which one has been replaced. */
const withCell = (kind: KindName, row: readonly string[], column: string, cell: string) => {
  const names: string[] = headers[kind].split(',')
  const cells = [...row]
  const at = names.includes(column) ? names.indexOf(column) : names.push(column) - 1
  cells[at] = `"${cell.replaceAll('"', '""')}"`
  return `${names.join(',')}\n${cells.join(',')}\n`
}

describe('an import', () => {
  it('imports clients, phone numbers, patients, weights and opening balances', async () => {
    const { state, counts, id } = await imported(family)
    expect(state).toBe('done')
    expect(counts).toEqual([
      { kind: 'clients', rows: 2, new: 2, matched: 0, refused: 0 },
      { kind: 'phone_numbers', rows: 2, new: 2, matched: 0, refused: 0 },
      { kind: 'patients', rows: 2, new: 2, matched: 0, refused: 0 },
      { kind: 'weights', rows: 3, new: 3, matched: 0, refused: 0 },
      { kind: 'opening_balances', rows: 2, new: 2, matched: 0, refused: 0 },
    ])
    const { body } = await caller.get(`/import/${id}/rows/?kind__is=clients&outcome__is=new`)
    const { body: client } = await caller.get(`${body.results[0].record}?expose_phone_numbers&expose_patients`)
    expect(client).toMatchObject({
      firstname: 'Aino',
      email: 'aino@example.com',
      country: 'FI',
      phone_numbers_data: [{ e164: '+358401234567', type_code: 1 }],
      patients_data: [{ name: 'Rex', species: 'Dog', breed: 'Akita', weight: '32.100' }],
    })
    const { body: weights } = await caller.get(`/patient/${client.patients_data[0].id}/weight/?ordering=measured`)
    expect(weights.results.map(({ measured }: { measured: string }) => measured)).toEqual([
      '2024-05-01T12:00:00.000000Z',
      '2025-05-01T10:00:00.000000Z',
    ])
  })

  it('[S63] requires only the client of a patient, and of a breed the species', async () => {
    const { counts, id, outcomes } = await imported({
      clients: 'reference,lastname\n71,Stray\n',
      patients: 'reference,client_reference,name,species,breed\n710,71,,,\n711,71,Musti,,akita\n',
    })
    expect(counts).toMatchObject([{ new: 1 }, { kind: 'patients', rows: 2, new: 1, refused: 1 }])
    expect(JSON.stringify(outcomes)).toContain('A breed needs its species. Fill in the column species.')
    const { body } = await caller.get(`/import/${id}/rows/?kind__is=patients&outcome__is=new`)
    expect((await caller.get(body.results[0].record)).body).toMatchObject({ name: '', species: null })
  })

  it('matches everything that exists when it runs again, from the same files or in the same import', async () => {
    const { counts } = await imported(family)
    const expected = counts.map(({ kind, rows }: { kind: string; rows: number }) => ({
      kind,
      rows,
      new: 0,
      matched: rows,
      refused: 0,
    }))
    expect(counts).toEqual(expected)
    const { id } = await imported(throughApi)
    expect((await carryOut(api, clinic, caller, id, 'run')).files).toEqual(expected.slice(0, -1))
  })

  it('matches what an earlier import created', async () => {
    await imported({ clients: 'reference,lastname\nE1,Earlier\n' })
    const { outcomes } = await imported({ patients: `${headers.patients}\nE2,E1,Later,Dog\n` })
    expect(outcomes).toEqual(['patients 2 new'])
    expect((await imported({ weights: `${headers.weights}\nE2,4,2025-01-01\n` })).outcomes).toEqual(['weights 2 new'])
  })

  it('never matches records of another organisation', async () => {
    const other = await api.givenOrganisation()
    const at = { organisation: other, as: await other.caller() }
    await givenOpeningItem(at.as)
    const { counts } = await imported(family, at)
    expect(counts.map((file: { new: number; rows: number }) => file.new - file.rows)).toEqual([0, 0, 0, 0, 0])
    const { outcomes } = await imported({ patients: `${headers.patients}\nO1,E1,Nobody,Dog\n` }, at)
    expect(outcomes).toEqual([expect.stringContaining('There is no client \\"E1\\"')])
  })

  it('is audited with the user who started it', async () => {
    const { id } = await imported({ clients: 'reference,lastname\nA1,Audited\n' })
    const { body: rows } = await caller.get(`/import/${id}/rows/`)
    const record = Number(/(\d+)\/$/.exec(rows.results[0].record)?.[1])
    const { body } = await caller.get(`/auditevent/?resource__is=client&record__is=${record}`)
    const { body: asked } = await caller.get(`/auditevent/?resource__is=import&record__is=${id}&ordering=-id`)
    const started = asked.results.find(
      ({ changes }: { changes: { state?: { to: string } } }) => changes.state?.to === 'running',
    )
    expect(body.results).toHaveLength(1)
    const { user, application, credential, address, request } = started
    expect(body.results[0]).toMatchObject({ action: 'create', user, application, credential, address, request })
    expect(application).not.toBeNull()
  })

  it('takes what it needs from the same file where a client is invoiced by another', async () => {
    const { id, outcomes } = await imported({
      clients: 'reference,lastname,invoicing_client_reference\nI1,Payer,\nI2,Paid,I1\nI3,Early,I4\nI4,Late,\n',
    })
    expect(outcomes).toEqual([
      'clients 2 new',
      'clients 3 new',
      'clients 4 refused {"invoicing_client_reference":["Its client on line 5 of the file of clients comes later. Move it above this row."]}',
      'clients 5 new',
    ])
    const { body } = await caller.get(`/import/${id}/rows/`)
    expect((await caller.get(body.results[1].record)).body.invoicing_client).toBe(body.results[0].record)
  })
})

describe('a row that is clearly the same as a record', () => {
  it('is matched and changes nothing, by name and e-mail', async () => {
    const { body: there } = await caller.post('/client/', {
      firstname: 'Ida',
      lastname: 'Same',
      email: 'Ida@Example.com',
    })
    const { outcomes, id } = await imported({
      clients:
        'reference,firstname,lastname,email,city\nS1,IDA,same,Ida@example.com,Oulu\nS2,Ida,Same,ida@example.com,Oulu\n',
    })
    // The second is another one in the old system, so it is another one here.
    expect(outcomes).toEqual(['clients 2 matched', 'clients 3 new'])
    const { body } = await caller.get(`/import/${id}/rows/?line__is=2`)
    expect(body.results[0].record).toBe(there.url)
    expect((await caller.get(there.url)).body).toEqual(there)
  })

  it('is refused when several records fit', async () => {
    const ids = []
    for (const city of ['Oulu', 'Kemi'])
      ids.push((await caller.post('/client/', { lastname: 'Twin', email: 'twin@example.com', city })).body.id)
    expect(await checked({ clients: 'reference,lastname,email\nT1,Twin,twin@example.com\n' })).toEqual([
      `clients 2 refused {"non_field_errors":["There are 2 with this name and e-mail address: ${ids.join(', ')}. Archive all but one, then import this row again."]}`,
    ])
  })

  it.each([
    ['another name', 'T2,Other,single@example.com'],
    ['no e-mail', 'T3,Single,'],
  ])('is new with %s', async (_name, row) => {
    await caller.post('/client/', { lastname: 'Single', email: 'single@example.com', archived: true })
    expect(await checked({ clients: `reference,lastname,email\n${row}\n` })).toEqual(['clients 2 new'])
  })

  it.each(['microchip', 'register_number'])('is matched within its client, by %s', async (column) => {
    const reference = `M-${column}`
    await imported({ clients: `reference,lastname\n${reference},Owner\n` })
    const { body } = await caller.get('/client/?ordering=-id&page_size=1')
    const mine = { client: body.results[0].url, name: 'Chip', species: 1, [column]: '981 000' }
    const { body: there } = await caller.post('/patient/', mine)
    const { id, outcomes } = await imported({
      patients: `${headers.patients},${column}\n${reference},${reference},Chippy,Dog,981 000\n`,
    })
    expect(outcomes).toEqual(['patients 2 matched'])
    expect((await caller.get(`/import/${id}/rows/`)).body.results[0].record).toBe(there.url)
  })
})

describe('a refused row', () => {
  it('causes rows that belong to it to be refused, and no others', async () => {
    const files: Files = {
      clients: 'reference,lastname,email\nR1,Bad,nobody\nR2,Good,good@example.com\n',
      phone_numbers: `${headers.phone_numbers}\nR1,040 123 4567,1\nR2,040 123 4567,1\n`,
      patients: `${headers.patients}\nR10,R1,Rex,Dog\nR11,R2,Rex,Unicorn\nR12,R2,Rex,Dog\n`,
      weights: `${headers.weights}\nR10,1,2025-01-01\nR11,1,2025-01-01\nR12,1,2025-01-01\nR13,1,2025-01-01\n`,
    }
    const expected = [
      'clients 2 refused {"email":["Enter a valid e-mail address."]}',
      'clients 3 new',
      'phone_numbers 2 refused {"client_reference":["Its client on line 2 of the file of clients was refused."]}',
      'phone_numbers 3 new',
      'patients 2 refused {"client_reference":["Its client on line 2 of the file of clients was refused."]}',
      'patients 3 refused {"species":["There is no species \\"Unicorn\\". Use its English name, such as \\"Dog\\", or a code of /codelist/species/."]}',
      'patients 4 new',
      'weights 2 refused {"patient_reference":["Its patient on line 2 of the file of patients was refused."]}',
      'weights 3 refused {"patient_reference":["Its patient on line 3 of the file of patients was refused."]}',
      'weights 4 new',
      'weights 5 refused {"patient_reference":["There is no patient \\"R13\\" in this import\'s file of patients or in an earlier import."]}',
    ]
    expect(await checked(files)).toEqual(expected)
    expect((await imported(files)).outcomes).toEqual(expected)
  })

  it('is imported once it is corrected, and the others are not imported twice', async () => {
    const id = await givenImport(caller, { clients: 'reference,lastname,email\nN1,Mended,nobody\nN2,Fine,\n' })
    await carryOut(api, clinic, caller, id, 'run')
    await putFile(caller, id, 'clients', 'reference,lastname,email\nN1,Mended,mended@example.com\nN2,Fine,\n')
    const { files } = await carryOut(api, clinic, caller, id, 'run')
    expect(files).toEqual([{ kind: 'clients', rows: 2, new: 1, matched: 1, refused: 0 }])
  })

  it('lists everything that is wrong with it', async () => {
    const patients = `${headers.patients},microchip,date_of_birth\nQ1,none,${'x'.repeat(128)},Unicorn,${'1'.repeat(64)},today\n`
    const [outcome] = await checked({ patients })
    const messages = JSON.parse(outcome!.replace('patients 2 refused ', ''))
    expect(Object.keys(messages).toSorted()).toEqual([
      'client_reference',
      'date_of_birth',
      'microchip',
      'name',
      'species',
    ])
  })

  it('has a reference that exists already', async () => {
    expect(await checked({ clients: 'reference,lastname\nD1,One\nD1,Other\n' })).toEqual([
      'clients 2 new',
      'clients 3 refused {"reference":["Line 2 has the same reference. Give each row its own."]}',
    ])
  })

  const long = (length: number) => 'x'.repeat(length + 1)
  const tooLong = (length: number) => `Ensure this field has no more than ${length} characters.`
  const notBoolean = 'Must be true or false.'
  const notDate = 'Use a date like 2026-03-31.'
  const cases: readonly (readonly [KindName, string, string, string])[] = [
    ['clients', 'reference', '', 'This field is required.'],
    ['clients', 'reference', long(255), tooLong(255)],
    ['clients', 'title', long(63), tooLong(63)],
    ['clients', 'firstname', long(127), tooLong(127)],
    ['clients', 'lastname', long(127), tooLong(127)],
    ['clients', 'organization_name', long(255), tooLong(255)],
    ['clients', 'email', 'nobody', 'Enter a valid e-mail address.'],
    ['clients', 'country', 'Atlantis', 'Ensure this field has no more than 2 characters.'],
    ['clients', 'country', 'XX', 'Use an ISO 3166-1 alpha-2 code, for example FI.'],
    ['clients', 'language', 'Klingon', 'Choose one of "de", "en", "es", "fi", "fr", "sv".'],
    [
      'clients',
      'customer_type',
      'Alien',
      'Choose one of 0 (Private person), 1 (Company), 2 (EU Company), 3 (Charitable organization), 4 (UK charity).',
    ],
    ['clients', 'vat_number', long(63), tooLong(63)],
    ['clients', 'register_number', long(63), tooLong(63)],
    ['clients', 'id_number', long(63), tooLong(63)],
    ['clients', 'home_department', 'Attic', 'There is no department "Attic"; use "Main".'],
    ['clients', 'due_date_delay', '-1', 'Ensure this value is greater than or equal to 0.'],
    ['clients', 'street_address', long(255), tooLong(255)],
    ['clients', 'street_address_2', long(255), tooLong(255)],
    ['clients', 'zip_code', long(31), tooLong(31)],
    ['clients', 'city', long(127), tooLong(127)],
    ['clients', 'state', long(127), tooLong(127)],
    ['clients', 'remarks', long(10_000), tooLong(10_000)],
    ['clients', 'critical_notes', long(10_000), tooLong(10_000)],
    [
      'clients',
      'invoicing_client_reference',
      'none',
      'There is no client "none" in this import\'s file of clients or in an earlier import.',
    ],
    ['clients', 'no_sms', 'perhaps', notBoolean],
    ['clients', 'no_email', 'perhaps', notBoolean],
    ['clients', 'tags_rel', `a|${long(63)}`, tooLong(63)],
    ['clients', 'archived', 'perhaps', notBoolean],
    [
      'clients',
      'phone_number',
      '04O 555 0187',
      'This is not a valid phone number in FI. Check the digits, or start with + and the country code.',
    ],
    [
      'phone_numbers',
      'client_reference',
      'none',
      'There is no client "none" in this import\'s file of clients or in an earlier import.',
    ],
    [
      'phone_numbers',
      'phone_number',
      '12',
      'This is not a valid phone number in FI. Check the digits, or start with + and the country code.',
    ],
    ['phone_numbers', 'type_code', 'Pigeon', 'Choose one of 0 (Landline), 1 (Mobile).'],
    ['phone_numbers', 'description', long(127), tooLong(127)],
    ['patients', 'reference', '', 'This field is required.'],
    ['patients', 'client_reference', '', 'This field is required.'],
    ['patients', 'name', long(127), tooLong(127)],
    ['patients', 'official_name', long(255), tooLong(255)],
    [
      'patients',
      'species',
      'Unicorn',
      'There is no species "Unicorn". Use its English name, such as "Dog", or a code of /codelist/species/.',
    ],
    [
      'patients',
      'breed',
      'Siamese',
      'There is no breed "Siamese" of the species Dog. /codelist/breeds/?species__is=1 lists them; use a name or a code, or leave it empty.',
    ],
    ['patients', 'gender', 'mare', '"Mare" is for equine species only.'],
    [
      'patients',
      'gender',
      'Other',
      'Choose one of "Male", "Female", "Male, neutered", "Female, neutered", "Unknown", "Gelding", "Mare", "Stallion".',
    ],
    ['patients', 'color', long(127), tooLong(127)],
    ['patients', 'weight', '0', 'Ensure this value is greater than 0.'],
    ['patients', 'date_of_birth', '31.12.2020', notDate],
    ['patients', 'deceased', '2020', notDate],
    ['patients', 'reason_of_death', long(255), tooLong(255)],
    ['patients', 'microchip', long(63), tooLong(63)],
    ['patients', 'microchip_date', 'today', notDate],
    ['patients', 'date_of_registration', 'today', notDate],
    ['patients', 'insurance', long(127), tooLong(127)],
    ['patients', 'insurance_company', long(127), tooLong(127)],
    ['patients', 'passport_number', long(63), tooLong(63)],
    ['patients', 'register_number', long(63), tooLong(63)],
    ['patients', 'herd_size', '0', 'Ensure this value is greater than or equal to 1.'],
    ['patients', 'not_for_food', 'perhaps', notBoolean],
    ['patients', 'blood_group', long(31), tooLong(31)],
    ['patients', 'remarks', long(10_000), tooLong(10_000)],
    ['patients', 'critical_notes', long(10_000), tooLong(10_000)],
    ['patients', 'home_department', 'Attic', 'There is no department "Attic"; use "Main".'],
    ['patients', 'tags_rel', long(63), tooLong(63)],
    ['patients', 'archived', 'perhaps', notBoolean],
    [
      'weights',
      'patient_reference',
      'none',
      'There is no patient "none" in this import\'s file of patients or in an earlier import.',
    ],
    ['weights', 'weight', '12 kg', 'A valid number is required.'],
    ['weights', 'measured', '1.5.2024', 'Use an ISO 8601 timestamp like 2026-03-31T09:30:00Z.'],
    ['items', 'code', '', 'This field is required.'],
    ['items', 'code', long(63), tooLong(63)],
    ['items', 'name', '', 'This field is required.'],
    [
      'items',
      'type_code',
      'Magic',
      'Choose one of 1 (Procedure), 2 (Medicine), 3 (Supply), 4 (Food), 5 (Laboratory analysis), 6 (Laboratory analysis panel).',
    ],
    ['items', 'vat_group', '', 'This field is required.'],
    ['items', 'price', '-1', 'Ensure this value is greater than or equal to 0.'],
    ['items', 'price_with_vat', 'dear', 'A valid number is required.'],
    ['items', 'wholesale_price', '-1', 'Ensure this value is greater than or equal to 0.'],
    ['items', 'unit', long(31), tooLong(31)],
    ['items', 'package_description', long(255), tooLong(255)],
    ['items', 'dosage_units', '0', 'Ensure this value is greater than 0.'],
    ['items', 'barcode', long(30), tooLong(30)],
    ['items', 'print_name', long(255), tooLong(255)],
    ['items', 'item_list', 'Nowhere', 'There is no list of items "Nowhere"; add it first.'],
    ['items', 'account_number', '0000', 'There is no account "0000"; add it first.'],
    ['items', 'instructions', long(10_000), tooLong(10_000)],
    ['items', 'controlled_substance', 'perhaps', notBoolean],
    ['items', 'is_vaccine', 'perhaps', notBoolean],
    ['items', 'recall_interval_days', '0', 'Ensure this value is greater than or equal to 1.'],
    ['items', 'batch_number_required', 'perhaps', notBoolean],
    ['items', 'alert_level', '-1', 'Ensure this value is greater than or equal to 0.'],
    ['opening_balances', 'reference', '', 'This field is required.'],
    [
      'opening_balances',
      'client_reference',
      'none',
      'There is no client "none" in this import\'s file of clients or in an earlier import.',
    ],
    ['opening_balances', 'department', 'Attic', 'There is no department "Attic"; use "Main".'],
    ['opening_balances', 'amount', '0,00', 'The amount must not be zero. Leave this row out.'],
    ['opening_balances', 'amount', '1.234', 'Ensure that there are no more than 2 decimal places.'],
    ['opening_balances', 'due_date', '31.1.2026', notDate],
    ['opening_balances', 'description', long(1_000), tooLong(1_000)],
  ]

  const fine: Readonly<Record<KindName, readonly string[]>> = {
    clients: ['V1', 'Owner'],
    phone_numbers: ['1', '040 765 4321', '1'],
    patients: ['V2', '1', 'Rex', 'Dog'],
    weights: ['10', '7', '2020-02-29'],
    items: ['V4', 'Collar', 'Supply', '25.5', '10'],
    opening_balances: ['V3', '1', 'Main', '10'],
  }

  it.each(cases)('has the errors that the API gives for %s: %s', async (kind, column, cell, message) => {
    const outcome = await checked({ [kind]: withCell(kind, fine[kind], column, cell) })
    expect(outcome).toEqual([`${kind} 2 refused ${JSON.stringify({ [column]: [message] })}`])
  })

  it('is tested on every column', () => {
    const tried = new Set(cases.map(([kind, column]) => `${kind} ${column}`))
    const there = kinds.flatMap((kind) => columnsOf(kind, resourceRegistry).map(({ name }) => `${kind.name} ${name}`))
    expect(there.filter((column) => !tried.has(column))).toEqual([])
  })

  it.each(kinds.map((kind) => [kind.name, kind] as const))('has its columns explained: %s', (name, kind) => {
    const page = readFileSync('docs/integrating/importing.md', 'utf8')
    const section = page.split(`### ${name}\n`)[1]!.split('###')[0]!
    for (const { name: column, isRequired } of columnsOf(kind, resourceRegistry))
      expect(section).toContain(isRequired ? `**\`${column}\`**` : `\`${column}\``)
  })

  it.each<readonly [KindName, string, string, string, unknown]>([
    ['clients', 'country', 'sweden', 'country', 'SE'],
    ['clients', 'country', 'ee', 'country', 'EE'],
    ['clients', 'customer_type', 'eu company', 'customer_type', 2],
    ['clients', 'home_department', 'MAIN', 'home_department', expect.stringContaining('/department/')],
    ['clients', 'tags_rel', 'vip | slow payer', 'tags_rel', ['vip', 'slow payer']],
    ['clients', 'no_sms', 'TRUE', 'no_sms', true],
    ['patients', 'gender', 'male, NEUTERED', 'gender', 'Male, neutered'],
    ['patients', 'weight', '31,5', 'weight', '31.500'],
    ['patients', 'breed', 'DOG-MIX', 'breed', 'Mixed breed'],
    ['phone_numbers', 'description', 'two\nlines', 'description', 'two\nlines'],
  ])('is none where %s has the %s %j', async (kind, column, cell, field, value) => {
    const row = kind === 'phone_numbers' ? fine[kind] : [`V-${column}-${cell}`.replace(',', ''), ...fine[kind].slice(1)]
    const { id, outcomes } = await imported({ [kind]: withCell(kind, row, column, cell) })
    expect(outcomes).toEqual([`${kind} 2 new`])
    const { body } = await caller.get(`/import/${id}/rows/`)
    expect((await caller.get(body.results[0].record)).body).toMatchObject({ [field]: value })
  })
})

describe('a file', () => {
  it.each([
    ['a byte order mark', '\uFEFFreference,lastname\nF1,Äijä\n', ['clients 2 new']],
    ['semicolons', 'reference;lastname\nF1;"a;b"\n', ['clients 2 new']],
    ['tabs', 'lastname\treference\nA\tF1\n', ['clients 2 new']],
    ['columns in capitals and quotes', '"Reference","LASTNAME"\nF1,A\n', ['clients 2 new']],
    [
      'line ends of two characters, also in quotes',
      'reference,remarks,lastname\r\nF1,"a\r\nb\r\nc",A\r\nF2,,\r\n',
      ['clients 2 new', expect.stringMatching(/^clients 5 refused/)],
    ],
    ['blank rows', 'reference,lastname\n\n,\nF1,A\n\n', ['clients 4 new']],
    [
      'a row that is too long',
      'reference,lastname\nF1,A,B\nF2,B\n',
      [
        'clients 2 refused {"non_field_errors":["This row has 3 cells and the header 2. Put a cell that contains a separator in quotes."]}',
        'clients 3 new',
      ],
    ],
    ['no line end at its end', 'reference,lastname\nF1,A', ['clients 2 new']],
    [
      'the columns of a report of refused rows',
      'line,reason,reference,lastname\n7,lastname: no,F1,A',
      ['clients 2 new'],
    ],
  ])('may have %s', async (_name, content, outcomes) => {
    expect(await checked({ clients: content })).toEqual(outcomes)
  })

  const known = columnsOf(kinds[0]!, resourceRegistry)
    .map(({ name }) => name)
    .join(', ')
  const notUtf8 =
    'The file is not UTF-8. Save it once more as "CSV UTF-8", or convert it: iconv -f WINDOWS-1252 -t UTF-8 old.csv > new.csv.'
  it.each<readonly [string, string | Buffer, string]>([
    ['in Latin-1', Buffer.from('reference,lastname\n1,\u00c4ij\u00e4\n', 'latin1'), notUtf8],
    ['in UTF-16', Buffer.from('reference,lastname\n1,A\n', 'utf16le'), notUtf8],
    ['that is empty', '', 'The file has no rows. The first row names the columns, the records follow.'],
    [
      'without rows',
      'reference,lastname\n',
      'The file has no rows. The first row names the columns, the records follow.',
    ],
    [
      'with an unknown column',
      'reference,surname\n1,A\n',
      `The first row names the columns, and there is no "surname", only ${known}.`,
    ],
    ['without a required column', 'lastname\nA\n', 'Missing columns: reference.'],
    ['with a column twice', 'reference,lastname,Lastname\n1,A,B\n', 'Columns that are there twice: lastname.'],
    [
      'with a quote that is never closed',
      'reference,lastname\n1,A\n2,"B\n3,C\n',
      'The row on line 3 cannot be read: a quote is opened and never closed.',
    ],
    [
      'with a quote inside a cell',
      'reference,lastname\n1,A "x" B\n',
      'The row on line 2 cannot be read: there is a quote inside a cell; put the whole cell in quotes and write a quote inside twice.',
    ],
    [
      'with a row without an end',
      `reference,lastname\n1,${'x'.repeat(100_001)}\n`,
      'The row on line 2 cannot be read: it is longer than 100000 characters; perhaps a quote is opened and never closed.',
    ],
  ])('is refused %s', async (_name, content, message) => {
    const id = await givenImport(caller)
    const { status, body } = await putFile(caller, id, 'clients', content)
    expect([status, body]).toEqual([400, { non_field_errors: [message] }])
    expect((await caller.get(`/import/${id}/`)).body.files).toEqual([])
  })

  it('is refused with too many rows', async () => {
    const rows = Array.from({ length: 200_001 }, (_, at) => `${at},A`).join('\n')
    const { body } = await putFile(caller, await givenImport(caller), 'clients', `reference,lastname\n${rows}`)
    expect(body).toEqual({ non_field_errors: ['The file has more than 200000 rows. Split it into several imports.'] })
  })

  it('is refused when it is too large or not CSV', async () => {
    const id = await givenImport(caller)
    const large = await putFile(caller, id, 'clients', Buffer.alloc(32 * 1024 * 1024 + 1, 'x'))
    expect([large.status, large.body]).toEqual([
      413,
      { detail: 'The body is larger than 33554432 bytes. Send less at once.' },
    ])
    const json = await caller.put(`/import/${id}/clients/`, { reference: 1 })
    expect([json.status, json.body]).toEqual([
      415,
      { detail: 'Unsupported media type "application/json". Send text/csv.' },
    ])
    expect((await caller.post('/client/', new Blob(['x'], { type: 'text/csv' }))).status).toBe(415)
  })
})

describe('the state of an import', () => {
  const client = 'reference,lastname\nZ1,State\n'

  it('is open, then checked, then done, and open again with a new file', async () => {
    const id = await givenImport(caller, { clients: client })
    const state = async () => (await caller.get(`/import/${id}/`)).body.state
    expect(await state()).toBe('open')
    expect((await caller.post(`/import/${id}/check/`)).body).toMatchObject({ state: 'checking', finished: null })
    expect((await carryOut(api, clinic, caller, id, 'check')).state).toBe('checked')
    expect((await caller.post(`/import/${id}/run/`)).body.state).toBe('running')
    await putFile(caller, id, 'clients', client)
    expect(await state()).toBe('open')
    expect((await carryOut(api, clinic, caller, id, 'run')).state).toBe('done')
    expect((await carryOut(api, clinic, caller, id, 'check')).state).toBe('checked')
  })

  it('is touched with every step, so that a client that polls by version sees its progress', async () => {
    const clients = `reference,lastname\n${Array.from({ length: 150 }, (_, at) => `Y${at},Step`).join('\n')}`
    const id = await givenImport(caller, { clients })
    const started = await caller.post(`/import/${id}/run/`)
    const tags = [started.headers.get('etag')]
    for (const done of [100, 150]) {
      await advanceImport(api.rows.db, { organisation: clinic.id, id }, resourceRegistry)
      const { body, headers: shown } = await caller.get(`/import/${id}/`)
      expect(body.files[0].new).toBe(done)
      tags.push(shown.get('etag'))
    }
    expect(new Set(tags).size).toBe(3)
  })
})

describe('a check', () => {
  it('changes nothing but its outcomes', async () => {
    await connected(api.database.superuserUrl, async (administrator) => {
      const id = await givenImport(caller, {
        clients: 'reference,lastname,email\nX1,New,x1@example.com\n',
        patients: `${headers.patients}\nX2,X1,New,Dog\n`,
        weights: `${headers.weights}\nX2,3,2025-01-01\n`,
      })
      await caller.post(`/import/${id}/check/`)
      const before = await contentsOf(administrator)
      while ((await advanceImport(api.rows.db, { organisation: clinic.id, id }, resourceRegistry)) > 0);
      const after = await contentsOf(administrator)
      const changed = Object.keys(after).filter((table) => after[table] !== before[table])
      // The last step says in the audit trail that the import is checked.
      expect(changed.toSorted()).toEqual(['auditevent', 'import', 'import_file', 'import_row', 'ledger'])
      const { body } = await caller.get(`/auditevent/?ordering=-id&page_size=1`)
      expect(body.results[0]).toMatchObject({ resource: 'import', record: id, action: 'change' })
      expect(body.count).toBe(Number((await caller.get('/auditevent/')).body.count))
      expect((await caller.get(`/import/${id}/rows/?outcome__is=new`)).body.results).toEqual([
        expect.objectContaining({ kind: 'clients', record: null }),
        expect.objectContaining({ kind: 'patients', record: null }),
        expect.objectContaining({ kind: 'weights', record: null }),
      ])
    })
  })
})

describe('an import with rows that cannot succeed', () => {
  it.each(['check', 'run'])('is refused a %s while it has no files', async (action) => {
    const id = await givenImport(caller, {})
    const { status, body } = await caller.post(`/import/${id}/${action}/`)
    expect([status, body]).toEqual([
      400,
      { non_field_errors: ['This import has no files. Upload at least one first.'] },
    ])
  })

  it('refuses rows that name each other in too long a chain', async () => {
    const chain = Array.from({ length: 125 }, (_, at) => `C${at},Chain,${at === 0 ? '' : `C${at - 1}`}\n`).join('')
    const id = await givenImport(caller, { clients: `reference,lastname,invoicing_client_reference\n${chain}` })
    const { files } = await carryOut(api, clinic, caller, id, 'check')
    expect(files).toEqual([{ kind: 'clients', rows: 125, new: 100, matched: 0, refused: 25 }])
  })
})

describe('the content of the files', () => {
  const aged = (id: number) =>
    connected(api.database.superuserUrl, async (administrator) => {
      await administrator.query(`set session_replication_role = 'replica'`)
      await administrator.query(`update import set modified = now() - interval '8 days' where id = $1`, [id])
    })
  const forget = async () => {
    const worker = connect(api.database.workerUrl, { max: 1 })
    await forgetAllFiles(worker.db, api.rows.db, (_organisation, error) => {
      throw error
    })
    await worker.close()
  }

  it('is deleted a week after the import was done; the outcomes of the rows stay', async () => {
    const { id, outcomes } = await imported({ clients: 'reference,lastname,email\nW1,Week,\nW2,Week,nobody\n' })
    await forget()
    expect((await caller.get(`/import/${id}/rows/`)).body.results[0].cells).toEqual({
      reference: 'W1',
      lastname: 'Week',
    })
    await aged(id)
    await forget()
    const { body } = await caller.get(`/import/${id}/rows/`)
    expect(body.results.map(({ cells }: { cells: unknown }) => cells)).toEqual([null, null])
    expect(await outcomesOf(caller, id)).toEqual(outcomes)
    for (const again of [
      await caller.post(`/import/${id}/run/`),
      await putFile(caller, id, 'weights', `${headers.weights}\nW1,3,2025-01-01\n`),
    ])
      expect([again.status, again.body]).toEqual([
        400,
        { non_field_errors: ['The files of this import were deleted 7 days after it was done. Create a new import.'] },
      ])
    expect(await outcomesOf(caller, id)).toEqual(outcomes)
  })

  it('is kept while the import is in use', async () => {
    const id = await givenImport(caller, throughApi)
    await aged(id)
    await putFile(caller, id, 'clients', family.clients!)
    await clinic.within((tx) => forgetFiles(tx, id))
    expect((await caller.get(`/import/${id}/`)).body.files).toHaveLength(4)
    await caller.post(`/import/${id}/run/`)
    await aged(id)
    await clinic.within((tx) => forgetFiles(tx, id))
    expect((await carryOut(api, clinic, caller, id, 'run')).state).toBe('done')
  })

  it('is deleted with the files of an import that was never run', async () => {
    const id = await givenImport(caller, throughApi)
    await carryOut(api, clinic, caller, id, 'check')
    await aged(id)
    await forget()
    expect((await caller.get(`/import/${id}/`)).body).toMatchObject({ state: 'open', files: [] })
    expect((await caller.get(`/import/${id}/rows/`)).body.count).toBe(0)
  })
})

describe('the phone number of a client', () => {
  it('is added with the client, as the kind of line that it is', async () => {
    const { id, outcomes } = await imported({
      clients: 'reference,lastname,phone_number\nP1,Mobile,040 555 0187\nP2,Landline,09 471 2345\nP3,None,\n',
    })
    expect(outcomes).toEqual(['clients 2 new', 'clients 3 new', 'clients 4 new'])
    const { body } = await caller.get(`/import/${id}/rows/`)
    const numbers = await Promise.all(
      body.results.map(async ({ record }: { record: string }) => {
        const { body: client } = await caller.get(`${record}?expose_phone_numbers`)
        return client.phone_numbers_data.map(({ e164, type_code }: { e164: string; type_code: number }) => [
          e164,
          type_code,
        ])
      }),
    )
    expect(numbers).toEqual([[['+358405550187', 1]], [['+35894712345', 0]], []])
  })

  it('that is refused refuses the client, who is imported once it is corrected', async () => {
    const clients = (number: string) => `reference,lastname,phone_number\nP4,Wrong,${number}\n`
    expect((await imported({ clients: clients('04O') })).outcomes[0]).toContain('"phone_number"')
    expect((await carriedOut(caller.get('/client/?lastname__is=Wrong'))).count).toBe(0)
    expect((await imported({ clients: clients('040 555 0188') })).outcomes).toEqual(['clients 2 new'])
  })

  it('is not added to a client who is here already', async () => {
    const clients = (number: string) => `reference,lastname,phone_number\nP5,Known,${number}\n`
    await imported({ clients: clients('040 555 0189') })
    const { id, outcomes } = await imported({ clients: clients('040 555 0190') })
    expect(outcomes).toEqual(['clients 2 matched'])
    const { body } = await caller.get(`/import/${id}/rows/`)
    const client = await carriedOut(caller.get(`${body.results[0].record}?expose_phone_numbers`))
    expect(client.phone_numbers_data).toMatchObject([{ e164: '+358405550189' }])
  })
})

describe('items', () => {
  const givenShop = async () => {
    const shop = await api.givenOrganisation()
    const as = await shop.caller()
    await givenVatGroup(as, '25.50', { title: 'Standard' })
    await givenVatGroup(as, '13.50', { title: 'Reduced' })
    return { organisation: shop, as }
  }

  it('are imported with their prices, VAT by percentage or title, and are known by their codes', async () => {
    const at = await givenShop()
    const items = `code,name,type_code,vat_group,price_with_vat\n10,Examination,procedure,"25,5 %","45,00"\n11,Carprofen,Medicine,reduced,12.40\n`
    const { counts } = await imported({ items }, at)
    expect(counts).toEqual([{ kind: 'items', rows: 2, new: 2, matched: 0, refused: 0 }])
    const { results } = await carriedOut(at.as.get('/item/?ordering=name&expose_vat_group'))
    expect(results).toMatchObject([
      { code: '11', name: 'Carprofen', type_code: 2, price_with_vat: '12.40', vat_group_data: { title: 'Reduced' } },
      { code: '10', name: 'Examination', type_code: 1, price: '35.8566', vat_group_data: { title: 'Standard' } },
    ])
    expect((await imported({ items }, at)).outcomes).toEqual(['items 2 matched', 'items 3 matched'])
  })

  it('match one that has the same code already, and no archived one', async () => {
    const at = await givenShop()
    const { url } = await givenItem(at.as, { code: 'A' })
    const { url: archived } = await givenItem(at.as, { code: 'B' })
    await at.as.delete(archived)
    const { outcomes, id } = await imported(
      { items: `${headers.items}\nA,One,Supply,25.5,1\nB,Two,Supply,25.5,1\n` },
      at,
    )
    expect(outcomes).toEqual(['items 2 matched', 'items 3 new'])
    expect((await at.as.get(`/import/${id}/rows/`)).body.results[0].record).toBe(url)
  })

  it('are refused where a code is there twice, and where nobody can tell the VAT group', async () => {
    const at = await givenShop()
    await givenVatGroup(at.as, '25.50', { title: 'Other' })
    const rows = ['A,One,Supply,reduced,1', 'A,Two,Supply,reduced,1', 'B,Three,Supply,25.5,1', 'C,Four,Supply,7,1']
    expect(await checked({ items: `${headers.items}\n${rows.join('\n')}\n` }, at)).toEqual([
      'items 2 new',
      'items 3 refused {"code":["Line 2 has the same code. Give each row its own."]}',
      'items 4 refused {"vat_group":["There are several VAT groups \\"25.5\\". Rename or archive one of them."]}',
      'items 5 refused {"vat_group":["There is no VAT group \\"7\\"; use \\"Standard\\", \\"Reduced\\", \\"Other\\"."]}',
    ])
  })

  it('are for those who may change items', async () => {
    const at = await givenShop()
    const without = await at.organisation.caller({
      write: ['General: Patients and clients', 'Settings: Integration settings'],
    })
    const id = await givenImport(at.as, { items: `${headers.items}\nA,One,Supply,reduced,1\n` })
    expect((await putFile(without, id, 'items', `${headers.items}\nA,One,Supply,reduced,1\n`)).status).toBe(403)
    for (const word of ['check', 'run']) {
      const refused = await without.post(`/import/${id}/${word}/`)
      expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('Settings: Items (write)')])
    }
    expect((await without.get(`/import/${id}/rows/`)).body.count).toBe(0)
    expect((await at.as.get(`/import/${id}/`)).body.state).toBe('open')
  })
})

describe('opening balances', () => {
  const books = async (at: TestOrganisation) => {
    const { rows } = await connected(api.database.superuserUrl, (admin) =>
      admin.query(
        `select side, payment_type, sum(amount) as amount from journal_line where organisation = $1
         group by side, payment_type order by side`,
        [at.id],
      ),
    )
    return rows.map(({ side, payment_type, amount }) => [side, payment_type, amount])
  }
  const here = async () => {
    const organisation = await api.givenOrganisation()
    const as = await organisation.caller()
    await givenOpeningItem(as)
    return { organisation, as }
  }
  const files = {
    clients: 'reference,lastname\n1,Owing\n2,Ahead\n',
    opening_balances:
      'reference,client_reference,department,amount,due_date,description\nA,1,Main,"99,90",2026-01-31,Old invoice 77\nB,1,Main,0.10,,\nC,2,Main,-30.00,,Paid ahead\n',
  }

  it('belong to their client, not to a later alternative payer', async () => {
    const { organisation, as } = await here()
    const parent = await givenClient(as)
    const { id: client } = await givenClient(as, { invoicing_client: parent.url })
    for (const amount of ['120.00', '-50.00'])
      await givenOpeningBalance(organisation, { client, department: organisation.department, amount })
    const balance = await carriedOut(as.get(`/client/${client}/balance/`))
    expect(balance).toEqual({ owing: '120.00', owed_to_client: '0.00', prepaid: '50.00' })
    const [invoice] = (await carriedOut(as.get(`/invoice/?client__is=${client}`))).results
    const [prepaid] = (await carriedOut(as.get(`/unallocatedpayment/?client__is=${client}`))).results
    await carriedOut(as.post(`${prepaid.url}apply/`, { invoice: invoice.url, amount: '50.00' }))
    expect((await carriedOut(as.get(`/client/${client}/balance/`))).owing).toBe('70.00')
    expect((await carriedOut(as.get(`/client/${parent.id}/balance/`))).owing).toBe('0.00')
  })

  it('become invoices in a series of their own, and prepayments', async () => {
    const at = await here()
    const { id, outcomes } = await imported(files, at)
    expect(outcomes.slice(2)).toEqual(['opening_balances 2 new', 'opening_balances 3 new', 'opening_balances 4 new'])
    const { results } = await carriedOut(at.as.get(`/import/${id}/rows/?kind__is=opening_balances`))
    const [first, , third] = await Promise.all(
      results.map(({ record }: { record: string }) =>
        carriedOut(at.as.get(`${record}?expose_invoice&expose_unallocatedpayment`)),
      ),
    )
    expect(first).toMatchObject({ amount: '99.90', unallocatedpayment: null })
    expect(first.invoice_data).toMatchObject({
      status: 3,
      invoice_prefix: 'OB',
      invoice_number: 1,
      invoice_due_date: '2026-01-31',
      payer_name: 'Owing',
      remarks: 'Old invoice 77',
      total: '99.90',
      total_vat: '0.00',
      due_sum: '99.90',
    })
    expect(third).toMatchObject({ amount: '-30.00', invoice: null })
    expect(third.unallocatedpayment_data).toMatchObject({
      paid: '30.00',
      unused_amount: '30.00',
      payment_type: 11,
      description: 'Paid ahead',
    })
    expect(await carriedOut(at.as.get(`${first.client}balance/`))).toEqual({
      owing: '100.00',
      owed_to_client: '0.00',
      prepaid: '0.00',
    })
    expect((await carriedOut(at.as.get(`/department/${at.organisation.department}/receivables/`))).total).toBe('100.00')
    await carriedOut(pay(at.as, first.invoice_data, '99.90'))
    expect((await carriedOut(at.as.get(first.invoice))).due_sum).toBe('0.00')
    expect(await books(at.organisation)).toEqual([
      ['money', 0, '99.90'],
      ['money', 11, '30.00'],
      ['prepayment', null, '-30.00'],
      ['receivable', null, '0.10'],
      ['revenue', null, '-100.00'],
    ])
  })

  it('have a line of their own in totals where their VAT group has a title of its own', async () => {
    const at = await here()
    await imported(files, at)
    const { url: exempt } = await givenVatGroup(at.as, '0.00', { title: 'Exempt' })
    await givenInvoice(at.as, at.organisation, { items: [{ vat_group: exempt, list_price: '7.00' }] })
    const { totals_by_vat_group: lines } = await carriedOut(at.as.get('/accountingreport/totals/'))
    expect(lines.map(({ title, total }: { title: string; total: string }) => [title, total])).toEqual([
      ['Exempt', '7.00'],
      [expect.stringContaining('VAT 0.00'), '100.00'],
    ])
  })

  it('are booked once, however often they are imported', async () => {
    const at = await here()
    await imported(files, at)
    const before = await books(at.organisation)
    const { outcomes } = await imported(files, at)
    expect(outcomes.slice(2)).toEqual([2, 3, 4].map((line) => `opening_balances ${line} matched`))
    expect(await books(at.organisation)).toEqual(before)
  })

  it('change nothing in the books when they are only checked', async () => {
    const at = await here()
    const outcomes = await checked(files, at)
    expect(outcomes.slice(2)).toEqual([2, 3, 4].map((line) => `opening_balances ${line} new`))
    expect(await books(at.organisation)).toEqual([])
    expect((await carriedOut(at.as.get('/invoice_series/'))).count).toBe(0)
  })

  it('are refused while there is no item for them, or one with VAT, and imported once there is', async () => {
    const organisation = await api.givenOrganisation()
    const at = { organisation, as: await organisation.caller() }
    const refused = expect.stringContaining('Create an item with the code OPENING-BALANCE')
    expect((await imported(files, at)).outcomes.slice(2)).toEqual([refused, refused, 'opening_balances 4 new'])
    const item = await givenOpeningItem(at.as, '24.00')
    expect((await imported(files, at)).outcomes.slice(2, 4)).toEqual([refused, refused])
    await carriedOut(at.as.patch(item.url, { archived: true }))
    await givenOpeningItem(at.as)
    expect((await imported(files, at)).outcomes.slice(2)).toEqual([
      'opening_balances 2 new',
      'opening_balances 3 new',
      'opening_balances 4 matched',
    ])
  })

  it('are refused while the books are locked', async () => {
    const at = await here()
    await carriedOut(
      at.as.patch(`/settings/department/${at.organisation.department}/`, { financial_period_lock_date: '2999-01-01' }),
    )
    const refused = expect.stringContaining('The books are locked before 2999-01-01')
    expect((await imported(files, at)).outcomes.slice(2)).toEqual([refused, refused, refused])
    expect(await books(at.organisation)).toEqual([])
  })

  it('that were paid in advance have no due date', async () => {
    const at = await here()
    const csv = `${headers.opening_balances},due_date\nD,1,Main,-1,2026-01-31\n`
    const { outcomes } = await imported({ ...files, opening_balances: csv }, at)
    expect(outcomes[2]).toContain('A prepayment has no due date. Leave due_date out.')
  })

  describe('through the API', () => {
    const refusal = {
      non_field_errors: [
        'A file of opening balances cannot be imported through the API. ' +
          'Ask whoever operates this service to import it with "fetlock import --opening-balances FILE".',
      ],
    }

    it('[S11] [S171] are refused, and the command is named that imports them', async () => {
      const id = await givenImport(caller, { clients: files.clients })
      const { status, body } = await putFile(caller, id, 'opening_balances', files.opening_balances)
      expect([status, body]).toEqual([400, refusal])
      expect((await carriedOut(caller.get(`/import/${id}/`))).files).toMatchObject([{ kind: 'clients' }])
    })

    it.each(['check', 'run'])('[S11] are not imported by %s of an import that the command made', async (word) => {
      const at = await here()
      const id = await importByCommand(api.rows.db, at.organisation.id, files, 'check')
      const { status, body } = await at.as.post(`/import/${id}/${word}/`)
      expect([status, body]).toEqual([400, refusal])
      expect((await carriedOut(at.as.get(`/import/${id}/`))).state).toBe('checked')
      expect((await carriedOut(at.as.get('/invoice/'))).count).toBe(0)
    })
  })

  it('are seen only by those who may read invoices', async () => {
    const at = await here()
    const everyImport = ['General: Patients and clients', 'Settings: Integration settings'] as const
    const id = await importByCommand(api.rows.db, at.organisation.id, files, 'check')
    const without = await at.organisation.caller({ write: everyImport })
    const reader = await at.organisation.caller({ write: everyImport, read: ['Financial: Invoices'] })
    const seenBy = async (as: ApiClient) => {
      const { results } = await carriedOut(as.get(`/import/${id}/rows/`))
      return results.map(({ kind, line }: { kind: string; line: number }) => `${kind} ${line}`)
    }
    const all = ['clients 2', 'clients 3', 'opening_balances 2', 'opening_balances 3', 'opening_balances 4']
    expect([await seenBy(without), await seenBy(reader)]).toEqual([all.slice(0, 2), all])
    const { results } = await carriedOut(reader.get(`/import/${id}/rows/?kind__is=opening_balances`))
    expect([(await without.get(results[0].url)).status, (await reader.get(results[0].url)).status]).toEqual([404, 200])
  })
})
