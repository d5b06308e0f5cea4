import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { holds, type Caller, type Permission } from '../../kernel/caller.ts'
import { forbidden } from '../../kernel/errors.ts'
import type { Table } from '../../kernel/fields.ts'
import { inWords, type Requirement } from '../../kernel/resource.ts'
import type { ContentType } from './field-types.ts'

type RecordKind = {
  readonly table: Table
  /** What is needed to see and change the record, and so its values. */
  readonly permission: Permission
  /** The record that shows this one and moves with it: its table, and our column of the same name. */
  readonly shownBy?: Table
}

const recordKinds: { readonly [C in ContentType]?: RecordKind } = {
  client: { table: 'client', permission: 'General: Patients and clients' },
  patient: { table: 'patient', permission: 'General: Patients and clients', shownBy: 'client' },
}

const permissions = [...new Set(Object.values(recordKinds).map(({ permission }) => permission))]
/** What is needed to see the values of records of every kind, and to change those of some. */
export const everyKind: Requirement = { all: permissions }
export const someKind: Requirement = { any: permissions }

/** Refuses to change values of records that the caller may not change. */
export const requireMayChange = (caller: Caller, contentType: ContentType) => {
  const kind = recordKinds[contentType]
  if (kind !== undefined && !holds(caller, kind.permission, 'write'))
    throw forbidden(`Values of a ${contentType} also need the permission ${inWords(kind.permission, 'write')}.`)
}

/** Holds a record until its values are changed; false where there is no such record. */
export const holdRecord = async (tx: Tx, contentType: ContentType, id: number): Promise<boolean> => {
  const kind = recordKinds[contentType]
  if (kind === undefined) return false
  const { rows } = await sql`select id from ${sql.table(kind.table)} where id = ${id} for no key update`.execute(tx)
  return rows.length > 0
}

/** Says that a record shows something new although none of its own columns changed, and so does whatever shows the record. */
export const moveRecord = async (tx: Tx, contentType: ContentType, id: number) => {
  const { table, shownBy } = recordKinds[contentType]!
  await sql`update ${sql.table(table)} set modified = modified where id = ${id}`.execute(tx)
  if (shownBy !== undefined)
    await sql`update ${sql.table(shownBy)} set modified = modified
      where id = (select ${sql.ref(shownBy)} from ${sql.table(table)} where id = ${id})`.execute(tx)
}
