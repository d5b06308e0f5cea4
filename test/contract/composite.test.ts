import { describe, expect, it } from 'vitest'
import { operations } from '../../src/app/resources.ts'
import { whyNotInComposite } from '../../src/kernel/composite-plan.ts'
import { servesUrl } from '../../src/kernel/resource.ts'
import { everythingAndWholesaler, useClinic } from '../support/api.ts'
import { asProblem, codesOf } from '../support/clinic.ts'
import { useRateWindows } from '../support/rates.ts'
import { nameOf } from '../support/routes.ts'
import { fill } from '../support/samples/fill.ts'
import { requestFor, writes } from '../support/writes.ts'

/** Every write that must be sent alone, and why. A new route that is left out here can be an entry of a composite. */
const sentAlone: Readonly<Record<string, string>> = {
  'accountingreport.close_day': 'writes_many',
  'application.create': 'secret',
  'application.rotate_secret': 'secret',
  'attachment.complete': 'other_service',
  'attachment.upload': 'short_lived',
  'catalog_import.cancel': 'imports',
  'catalog_import.create': 'imports',
  'client.erase': 'writes_many',
  'composite.create': 'composite',
  'import.check': 'imports',
  'import.clients': 'file',
  'import.create': 'imports',
  'import.items': 'file',
  'import.opening_balances': 'file',
  'import.patients': 'file',
  'import.phone_numbers': 'file',
  'import.run': 'imports',
  'import.weights': 'file',
  'item.change_prices': 'writes_many',
  'logo.put': 'file',
  'message_settings.test': 'other_service',
  'patient.bulk': 'writes_many',
  'price_change.undo': 'writes_many',
  'receiptline.approve': 'writes_many',
  'receiptline.dismiss': 'writes_many',
  'receiptline.match': 'writes_many',
  'user.erase': 'writes_many',
  'webhook.create': 'secret',
  'webhook.recover': 'writes_many',
  'wholesaler.catalog_upload_url': 'short_lived',
  'wholesaler.receipts': 'writes_many',
}

describe('[decision-73] what can be an entry of a composite', () => {
  const written = operations.filter(({ access }) => access === 'write')

  it('is every write but those in this list', () => {
    const refused = written.flatMap((operation) => {
      const why = whyNotInComposite(operation)
      return why === undefined ? [] : [[operation.name, why]]
    })
    expect(Object.fromEntries(refused)).toEqual(sentAlone)
  })

  it('is never a read', () => {
    const reads = operations.filter(({ access }) => access === 'read')
    expect(new Set(reads.map(whyNotInComposite))).toEqual(new Set(['reads']))
  })

  it('is carried out in a transaction that is open, and does nothing else', () => {
    const without = written.filter(({ work }) => work === undefined).map(({ name }) => name)
    expect(without.filter((name) => !(name in sentAlone))).toEqual([])
  })
})

const { api, clinic } = await useClinic()
const rates = await useRateWindows(api)
// Some routes are for people only.
const caller = await clinic.userCaller(everythingAndWholesaler)
const have = await fill(clinic, caller)

describe('an entry of a composite', () => {
  it.each(writes.filter(([, { name, file }]) => !(name in sentAlone) && file === undefined))(
    '%s is carried out as if it were sent alone',
    async (_name, operation) => {
      await rates.empty()
      const { method, path, body } = await requestFor(clinic, caller, operation, have)
      const [status] = Object.keys(operation.answers).map(Number)
      const answer = await caller.post('/composite/', { entries: [{ name: 'only', method, path, body }] })
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 })
      const [entry] = answer.body.entries
      expect(entry).toMatchObject({ name: 'only', status })
      expect('body' in entry).toBe(status !== 204)
      const isShown = operation.answers[status!] === 'record' && servesUrl(operation.resource!)
      const now = isShown ? (await caller.get(clinic.url(operation.resource!.name, entry.body.id))).body : entry.body
      expect(entry.body).toEqual(now)
    },
  )

  it.each(operations.filter((operation) => whyNotInComposite(operation)).map((one) => [nameOf(one), one] as const))(
    '%s is refused',
    async (_name, { method, path }) => {
      await rates.empty()
      const at = path.replace('{id}', '1').replace('{child_id}', '1')
      const answer = await caller.post('/composite/', { entries: [{ name: 'only', method, path: at }] }, asProblem)
      expect(Object.values(codesOf(answer))).toEqual(['not_in_composite'])
    },
  )
})
