import type { Tx } from '../../db/tx.ts'
import { addPricing } from '../../domain/items/alternative-pricings.ts'
import { readAntibiotics } from '../../domain/items/codelists/read.ts'
import { addItem } from '../../domain/items/items.ts'
import { openAccount } from '../../domain/items/open-account.ts'
import { medicine } from '../../domain/items/statuses.ts'
import { addPayer } from '../../domain/clients/alternative-payers.ts'
import type { DemoItems, DemoClinic } from '../generate/clinic.ts'
import type { Count } from './records.ts'
import { suppliersOf, type DemoWholesalers } from './wholesalers.ts'

const idAt = (ids: readonly number[], index: number | null) => (index === null ? null : ids[index]!)

const insertAll = async (tx: Tx, { vat_groups, item_lists }: DemoItems, accounts: readonly number[]) => ({
  groups: await tx
    .insertInto('vatgroup')
    .values(vat_groups.map((group) => ({ ...group, account_number: accounts[group.account_number]! })))
    .returning('id')
    .execute(),
  lists: await tx
    .insertInto('listitem')
    .values(item_lists.map((name) => ({ list: 'items', name })))
    .returning('id')
    .execute(),
})

/** Vaccines are given again every year. */
const vaccineOf = ({ name }: { readonly name: string }) =>
  name.startsWith('Vaccine, ') ? { is_vaccine: true, recall_interval_days: 365 } : {}

/** What a medicine contains, which its generic name says before its strength and form. Vaccines contain none. */
const substancesOf = ({ type_code, name }: { readonly type_code: number; readonly name: string }) => {
  if (type_code !== medicine || name.startsWith('Vaccine, ')) return {}
  const [substances = ''] = name.split(/ \d|,| (?:oral|injection|solution|eye|for) ?/)
  return { substances: substances.split(' and ') }
}

/** Creates the items, with its accounts, VAT groups and prices. */
export const seedItems = async (
  tx: Tx,
  demo: DemoItems,
  { departments, wholesalers }: { readonly departments: readonly number[]; readonly wholesalers: DemoWholesalers },
  onCount: Count,
): Promise<number[]> => {
  const accounts: number[] = []
  for (const account of demo.account_numbers)
    accounts.push(await openAccount(tx, undefined, { ...account, department: null }))
  const { groups, lists } = await insertAll(tx, demo, accounts)
  const antibiotics = new Map(readAntibiotics().map(({ atc_code, id }) => [atc_code, id]))
  const ids: number[] = []
  for (const item of demo.items) {
    const antibiotic = item.antibiotic === null ? null : antibiotics.get(item.antibiotic)!
    const links = {
      vat_group: groups[item.vat_group]!.id,
      account_number: accounts[item.account_number]!,
      item_list: lists[item.item_list]!.id,
    }
    const suppliers = suppliersOf(wholesalers, item)
    ids.push(
      await addItem(tx, undefined, {
        ...item,
        ...links,
        ...suppliers,
        ...vaccineOf(item),
        ...substancesOf(item),
        antibiotic,
      }),
    )
    onCount('items', ids.length, demo.items.length)
  }
  for (const { item, department, ...pricing } of demo.alternative_pricings)
    await addPricing(tx, undefined, { ...pricing, item: ids[item]!, department: idAt(departments, department) })
  return ids
}

type Ids = { readonly clients: readonly number[]; readonly patients: readonly number[] }

/** Creates the alternative payers. */
export const seedPayers = async (tx: Tx, { alternative_payers }: DemoClinic, { clients, patients }: Ids) => {
  for (const { client, patient, ...payer } of alternative_payers)
    await addPayer(tx, undefined, { ...payer, client: clients[client]!, patient: patients[patient]! })
}
