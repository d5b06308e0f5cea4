import { describe, expect, it } from 'vitest'
import { permissions } from '../../src/domain/identity/permissions.ts'
import { useClinic } from '../support/api.ts'
import { givenAccountNumber, givenClient, givenItem, givenPayer, givenPricing } from '../support/clinic.ts'

const { clinic, caller } = await useClinic()

type Named = (typeof permissions)[number]
type Write = readonly [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: object, status: number]

const [client, item] = [await givenClient(caller), await givenItem(caller)]
const report = (
  await caller.post('/accountingreport/close_day/', { department: clinic.url('department', clinic.department) })
).body
const antibiotic = (await caller.get('/antibiotic/?page_size=1')).body.results[0]
const pricing = { item: item.url, name: 'Members', price: '9.00' }
const payer = { client: client.url, organization_name: 'Insurer' }

/** Which permission the specification names for which endpoints (line 499), with requests that succeed there. */
const named: readonly {
  readonly permission: Named
  readonly resource: string
  readonly record: () => Promise<{ readonly url: string }>
  readonly writes?: (url: string) => readonly Write[]
}[] = [
  {
    permission: 'Financial: End of day and accounting reports',
    resource: 'accountingreport',
    record: async () => report,
  },
  {
    permission: 'Financial: Invoices',
    resource: 'accountnumber',
    record: () => givenAccountNumber(caller),
    writes: (url) => [
      ['POST', '/accountnumber/', { number: '4000' }, 201],
      ['PUT', url, { number: '4001' }, 200],
      ['PATCH', url, { number: '4002' }, 200],
    ],
  },
  {
    permission: 'General: Patients and clients',
    resource: 'alternative_payer',
    record: () => givenPayer(caller),
    writes: (url) => [
      ['POST', '/alternative_payer/', payer, 201],
      ['PUT', url, payer, 200],
      ['PATCH', url, { organization_name: 'Another' }, 200],
      ['DELETE', url, {}, 204],
    ],
  },
  {
    permission: 'Settings: Items',
    resource: 'alternativepricing',
    record: () => givenPricing(caller, item),
    writes: (url) => [
      ['POST', '/alternativepricing/', pricing, 201],
      ['PUT', url, pricing, 200],
      ['PATCH', url, { price: '8.00' }, 200],
      ['DELETE', url, {}, 204],
    ],
  },
  { permission: 'Settings: Items', resource: 'antibiotic', record: async () => antibiotic },
]

const allBut = (permission: Named) => permissions.filter((name) => name !== permission)

describe('a permission that the specification names', () => {
  it.each(named)(
    '[S499] $permission: reading $resource requires it alone',
    async ({ permission, resource, record }) => {
      const { url } = await record()
      const holder = await clinic.caller({ read: [permission] })
      const outsider = await clinic.caller({ write: allBut(permission) })
      for (const path of [`/${resource}/`, url]) {
        expect([path, (await holder.get(path)).status]).toEqual([path, 200])
        expect([path, (await outsider.get(path)).status]).toEqual([path, 403])
      }
    },
  )

  it.each(named.filter(({ writes }) => writes))(
    '[S499] $permission: changing $resource requires it alone, with write access',
    async ({ permission, record, writes }) => {
      const { url } = await record()
      const holder = await clinic.caller({ write: [permission] })
      const outsiders = [
        await clinic.caller({ read: [permission] }),
        await clinic.caller({ write: allBut(permission) }),
      ]
      for (const [method, path, body, status] of writes!(url)) {
        for (const outsider of outsiders)
          expect([method, (await outsider.send(method, path, { body })).status]).toEqual([method, 403])
        expect([method, (await holder.send(method, path, { body })).status]).toEqual([method, status])
      }
    },
  )
})
