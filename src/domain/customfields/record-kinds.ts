import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { hasPermission, type Caller, type Permission } from '../../kernel/caller.ts'
import { forbidden } from '../../kernel/errors.ts'
import type { Table } from '../../kernel/fields.ts'
import { describeRequirement, type AddValue, type Requirement } from '../../kernel/resource.ts'
import { contentTypes, type ContentType } from './field-types.ts'

type RecordKind = {
  readonly table: Table
  /** The permission to read and change the record, and so its values. */
  readonly permission: Permission
  /** The record that shows this one and is touched with it: its table, and our column of the same name. */
  readonly shownBy?: Table
}

const recordKinds: { readonly [C in ContentType]: RecordKind } = {
  consultation: { table: 'consultation', permission: 'Clinical: Consultations' },
  client: { table: 'client', permission: 'General: Patients and clients' },
  patient: { table: 'patient', permission: 'General: Patients and clients', shownBy: 'client' },
}

/** The permissions of which one is needed to see or change any values. */
export const anyKind: Requirement = {
  any: [...new Set(Object.values(recordKinds).map(({ permission }) => permission))],
}

/** SQL condition that hides the values of records that the caller may not see; undefined when all are visible. */
export const onlyReadableKinds = (caller: Caller, add: AddValue): string | undefined => {
  const readable = contentTypes.filter((kind) => hasPermission(caller, recordKinds[kind].permission, 'read'))
  return readable.length === contentTypes.length ? undefined : `r.content_type = any(${add(readable, 'text[]')})`
}

/** Refuses callers who may not change records of this kind. */
export const requireMayChange = (caller: Caller, contentType: ContentType) => {
  const { permission } = recordKinds[contentType]
  if (!hasPermission(caller, permission, 'write'))
    throw forbidden(`Values of a ${contentType} also need the permission ${describeRequirement(permission, 'write')}.`)
}

/** Holds a record until its values are changed; false where there is no such record. */
export const holdRecord = async (tx: Tx, contentType: ContentType, id: number): Promise<boolean> => {
  const { table } = recordKinds[contentType]
  const { rows } = await sql`select id from ${sql.table(table)} where id = ${id} for no key update`.execute(tx)
  return rows.length > 0
}

/** Advances `modified` of a record whose values changed, and of the record that shows it. */
export const touchRecord = async (tx: Tx, contentType: ContentType, id: number) => {
  const { table, shownBy } = recordKinds[contentType]
  await sql`update ${sql.table(table)} set modified = modified where id = ${id}`.execute(tx)
  if (shownBy !== undefined)
    await sql`update ${sql.table(shownBy)} set modified = modified
      where id = (select ${sql.ref(shownBy)} from ${sql.table(table)} where id = ${id})`.execute(tx)
}
