import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../test/support/commands.ts'
import { givenOpeningItem } from '../../test/support/billing.ts'
import { useApi, type ApiClient, type TestOrganisation } from '../../test/support/api.ts'

const api = await useApi()
let clinic: TestOrganisation
let caller: ApiClient
let folder: string
beforeAll(async () => {
  useSettings(settingsFor(api.database))
  folder = mkdtempSync(join(tmpdir(), 'fetlock-import-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(async () => {
  clinic = await api.givenOrganisation({ name: 'Harbour Vets' })
  caller = await clinic.caller()
})

const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const clients = () => file('clients.csv', 'reference,lastname,email\n1,Virtanen,\n2,Laine,nobody\n')
const patients = () =>
  file('patients.csv', 'reference,client_reference,name,species\n1,1,Rex,Dog\n2,2,"Misu; ""M""",Cat\n')
const run = (...args: readonly string[]) =>
  fetlock('import', '--organisation', String(clinic.id), '--report', folder, ...args)

describe('fetlock import', () => {
  it('with --check shows the outcome of each row and saves nothing', async () => {
    const { code, out } = await run('--clients', clients(), '--patients', patients(), '--check')
    expect(code).toBe(1)
    expect(
      out.replaceAll(`${folder}/`, '').replaceAll(/import[- ]\d+/g, 'import #'),
    ).toBe(`Checked: import # of Harbour Vets
          rows  new  matched  refused
clients      2    1        0        1
patients     2    1        0        1

clients, line 3: email: Enter a valid e-mail address.
patients, line 3: client_reference: Its client on line 3 of the file of clients was refused.
Correct them in import #-clients-refused.csv and import that file.
Correct them in import #-patients-refused.csv and import that file.
Nothing was saved. Leave out --check to import.
`)
    expect((await caller.get('/client/')).body.count).toBe(0)
  })

  it('imports rows, and writes refused ones to files that can be corrected and imported', async () => {
    const first = await run('--clients', clients(), '--patients', patients(), '--json')
    expect([first.code, first.err]).toEqual([1, ''])
    const { reports, files } = JSON.parse(first.out)
    expect(files).toEqual([
      { kind: 'clients', rows: 2, new: 1, matched: 0, refused: 1 },
      { kind: 'patients', rows: 2, new: 1, matched: 0, refused: 1 },
    ])
    const [mendedClients, mendedPatients] = reports as [string, string]
    expect(readFileSync(mendedPatients, 'utf8')).toBe(
      'line,reason,reference,client_reference,name,species\n' +
        '3,client_reference: Its client on line 3 of the file of clients was refused.,2,2,"Misu; ""M""",Cat\n',
    )
    writeFileSync(mendedClients, readFileSync(mendedClients, 'utf8').replace('nobody', 'laine@example.com'))
    const again = jsonOf(await run('--clients', mendedClients, '--patients', mendedPatients, '--json'))
    expect(again.files.map((counts: { new: number }) => counts.new)).toEqual([1, 1])
    const last = jsonOf(await run('--patients', patients(), '--json'))
    expect(last).toMatchObject({ checked: false, reports: [], files: [{ kind: 'patients', matched: 2 }] })
    expect((await caller.get('/patient/?name__icontains=Misu')).body.results).toMatchObject([{ name: 'Misu; "M"' }])
    const { body } = await caller.get('/auditevent/?resource__is=client')
    expect(body.results).toMatchObject([{ credential: 'service' }, { credential: 'service' }])
  })

  it('imports opening balances without a signed-in user, and books them once', async () => {
    await givenOpeningItem(caller)
    const balances = file(
      'balances.csv',
      'reference,client_reference,department,amount,due_date\nA,1,Main,"99,90",2026-01-31\nB,1,Main,-30.00,\n',
    )
    const checked = await run('--clients', clients(), '--opening-balances', balances, '--check', '--json')
    expect(JSON.parse(checked.out).files[1]).toMatchObject({ kind: 'opening_balances', new: 2, refused: 0 })
    expect((await caller.get('/openingbalance/')).body.count).toBe(0)

    await run('--clients', clients(), '--opening-balances', balances)
    const again = jsonOf(await run('--opening-balances', balances, '--json'))
    expect(again.files).toEqual([{ kind: 'opening_balances', rows: 2, new: 0, matched: 2, refused: 0 }])
    const { results } = (await caller.get('/openingbalance/?expose_invoice&expose_unallocatedpayment')).body
    expect(results).toMatchObject([
      { amount: '99.90', invoice_data: { status: 3, invoice_prefix: 'OB', due_sum: '99.90' } },
      { amount: '-30.00', unallocatedpayment_data: { unused_amount: '30.00', user: null } },
    ])
    const { body } = await caller.get('/auditevent/?resource__is=openingbalance')
    expect(body.results).toMatchObject([
      { credential: 'service', user: null },
      { credential: 'service', user: null },
    ])
  })

  it.each([
    [
      'no file',
      [],
      2,
      'Give at least one file: --clients FILE, --phone-numbers FILE, --patients FILE, --weights FILE, --items FILE, --opening-balances FILE.',
    ],
    ['a file that is not there', ['--clients', '/nowhere/clients.csv'], 1, 'There is no file /nowhere/clients.csv.'],
  ])('refuses %s', async (_name, args, exit, sentence) => {
    const { code, err, out } = await run(...args)
    expect([code, out]).toEqual([exit, ''])
    expect(err).toContain(sentence)
  })

  it('names the file that cannot be read, and leaves no import', async () => {
    const latin = file('latin.csv', Buffer.from('reference,lastname\n1,Äijä\n', 'latin1'))
    const { code, err } = await run('--clients', latin)
    expect(code).toBe(1)
    expect(err).toContain(`${latin}: The file is not UTF-8.`)
    expect((await caller.get('/import/')).body.count).toBe(0)
    expect(readdirSync(folder)).not.toContain('import-0-clients-refused.csv')
  })

  it('refuses an organisation that does not exist', async () => {
    const { code, err } = await fetlock('import', '--organisation', '999999', '--clients', clients())
    expect(code).toBe(1)
    expect(err).toContain('There is no organisation 999999.')
  })
})
