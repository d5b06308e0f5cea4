import type { Permission } from '../../src/kernel/caller.ts'
import { newTally, untilKnown } from '../sending.ts'
import type { Clinic } from './entries.ts'

export const permissions: readonly Permission[] = [
  'General: Patients and clients',
  'Clinical: Consultations',
  'Financial: Invoices',
  'Settings: Items',
  'Settings: Departments',
]
const sharedClients = 6

/** What a clinic needs, over HTTP: an item, an account number, and clients that everybody changes. */
export const givenClinic = async (
  bases: readonly string[],
  organisation: number,
  authorization: string,
): Promise<Clinic> => {
  const make = async (resource: string, body: object) => {
    const { status, text } = await untilKnown(
      bases,
      {
        method: 'POST',
        path: `/${organisation}/api/0.1/${resource}/`,
        headers: { authorization, 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify(body),
      },
      newTally(),
    )
    if (status !== 201) throw new Error(`POST ${resource} answered ${status}: ${text}`)
    return JSON.parse(text) as { readonly id: number; readonly url: string }
  }
  const department = await make('department', { name: 'Main' })
  const group = await make('vatgroup', { title: 'General', percentage: '24.00' })
  const item = await make('item', { type_code: 3, name: 'Bandage', price: '10.00', vat_group: group.url })
  const account = await make('accountnumber', { number: '3000', description: 'Sales' })
  const shared: number[] = []
  while (shared.length < sharedClients) shared.push((await make('client', { lastname: 'Shared' })).id)
  return { organisation, department: department.url, item: item.url, account: account.id, shared }
}
