import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Change } from './triggers.ts'

type Ids = ReadonlyMap<number, number | null>

/** Which column of a table has the department, or the record of another table that has one. */
const sources: Readonly<Record<string, { readonly column: string; readonly of?: string }>> = {
  client: { column: 'home_department' },
  patient: { column: 'home_department' },
  phonenumber: { column: 'client', of: 'client' },
  consultation: { column: 'department' },
  consultationitem: { column: 'consultation', of: 'consultation' },
  invoice: { column: 'department' },
  invoicepayment: { column: 'invoice', of: 'invoice' },
  unallocatedpayment: { column: 'department' },
  accountingreport: { column: 'department' },
  order: { column: 'department' },
  appointment: { column: 'department' },
  department: { column: 'id' },
  department_settings: { column: 'id' },
  diagnosticimaging_worklist: { column: 'department' },
  diagnosticimaging_referral: { column: 'id', of: 'diagnosticimaging_worklist' },
}

/** A column of records by their ids: as it is now or, if the record is gone, as its deletion has kept it. */
const valuesOf = async (tx: Tx, table: string, column: string, records: readonly number[]): Promise<Ids> => {
  if (column === 'id') return new Map(records.map((id) => [id, id]))
  const { rows } = await sql<{ id: number; value: number | null }>`
    select record.id, coalesce(
      (select present.${sql.id(column)} from ${sql.table(table)} present
        where present.organisation = organisation() and present.id = record.id),
      (select (deletion.changes -> ${column} ->> 'from')::bigint from auditevent deletion
        where deletion.organisation = organisation() and deletion.resource = ${table}
          and deletion.record = record.id and deletion.action = 'delete')) as value
    from unnest(${[...new Set(records)]}::bigint[]) as record (id)`.execute(tx)
  return new Map(rows.map(({ id, value }) => [id, value]))
}

const departmentsOf = async (tx: Tx, table: string, records: readonly number[]): Promise<Ids> => {
  const source = sources[table]
  if (source === undefined) return new Map()
  const values = await valuesOf(tx, table, source.column, records)
  if (source.of === undefined) return values
  const owners = [...values.values()].filter((id) => id !== null)
  const departments = await departmentsOf(tx, source.of, owners)
  return new Map([...values].map(([id, owner]) => [id, owner === null ? null : (departments.get(owner) ?? null)]))
}

/** Finds the department that each change concerns; null where it concerns none. */
export const concernedDepartments = async (tx: Tx, changes: readonly Change[]): Promise<readonly (number | null)[]> => {
  const found = new Map<string, Ids>()
  for (const [table, ofTable] of Map.groupBy(changes, ({ resource }) => resource))
    found.set(
      table,
      await departmentsOf(
        tx,
        table,
        ofTable.map(({ record }) => record),
      ),
    )
  return changes.map(({ resource, record }) => found.get(resource)?.get(record) ?? null)
}
