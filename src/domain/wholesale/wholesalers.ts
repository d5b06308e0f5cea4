import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { brokenLink } from '../../kernel/links.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { sealedAs } from '../identity/secrets.ts'
import { requireDepartment } from '../organisation/require-department.ts'
import { integration, manual, type WholesalerType } from './statuses.ts'
import { tellOfChanges } from './tell-of-credentials.ts'

export type Wholesaler = Selectable<Tables['wholesaler']>

type Contact = {
  name: string
  email?: string
  phone?: string
  street_address?: string
  zip_code?: string
  city?: string
  country?: string
}
export type NewWholesaler = Contact & {
  type?: WholesalerType
  available_wholesaler?: Id<'available_wholesaler'> | null
  parent?: Id<'wholesaler'> | null
  department?: Id<'department'> | null
  customer_number?: string
  customer_username?: string
  customer_password?: string | null
  archived?: boolean
}
type Changes = Partial<Omit<NewWholesaler, 'parent'>>

/** The clinic-wide row first, then those of its locations. */
type Family = readonly Wholesaler[]

/**
 * The clinic-wide row and its locations, all locked. The clinic-wide row is locked by a statement of its own, so that the next
 * one sees what whoever held the lock has written.
 */
const holdFamily = async (tx: Tx, id: number): Promise<Family> => {
  const found = await tx.selectFrom('wholesaler').select('parent').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw recordNotFound('Wholesaler')
  const root = await tx
    .selectFrom('wholesaler')
    .selectAll()
    .where('id', '=', found.parent ?? id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const locations = await tx
    .selectFrom('wholesaler')
    .selectAll()
    .where('parent', '=', root.id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return [root, ...locations]
}

export const holdWholesaler = async (tx: Tx, _actor: Actor, id: number) => {
  await holdFamily(tx, id)
}

/** Refuses a registration that was deleted. It is locked, so that it is not deleted meanwhile. */
const requireRegistration = async (tx: Tx, available_wholesaler: number | null, isChosenNow: boolean) => {
  if (available_wholesaler === null) return
  const found = await tx
    .selectFrom('available_wholesaler')
    .select('removed')
    .where('id', '=', available_wholesaler)
    .forShare()
    .executeTakeFirst()
  if (found?.removed === false) return
  throw isChosenNow
    ? invalid('available_wholesaler', brokenLink('available_wholesaler'), 'does_not_exist')
    : invalid(
        'available_wholesaler',
        'The registration of this wholesaler was deleted, so it cannot be restored. Connect a new wholesaler instead.',
        'registration_deleted',
      )
}

/** The type and the registration of a new or manual wholesaler, which must fit together. */
const chosenType = ({ type = manual, available_wholesaler: registration = null }: Changes) => {
  if (type === integration && registration === null)
    throw invalid(
      'available_wholesaler',
      'An integration (type 1) needs the registration it is connected to. Choose one of /available_wholesaler/.',
      'required',
    )
  if (type === manual && registration !== null)
    throw invalid(
      'available_wholesaler',
      'A manual wholesaler has no registration. Send type 1 (Integration) as well, or leave this out.',
      'not_an_integration',
    )
  return { type, available_wholesaler: registration }
}

const requireSameType = (root: Wholesaler, sent: Changes, why: string) => {
  for (const field of ['type', 'available_wholesaler'] as const)
    if (sent[field] !== undefined && sent[field] !== root[field]) throw invalid(field, why, 'fixed')
}
const ofClinicWide = 'This is that of the clinic-wide wholesaler, for all its locations.'
const ofIntegration =
  'An integration knows this wholesaler by its id, so it stays connected to that one. Archive it, and connect a new wholesaler.'

/** Whether a department was sent where there can be none, or none where there must be one. */
const requireFittingDepartment = (isLocation: boolean, department: number | null | undefined) => {
  if (isLocation && department == null)
    throw invalid(
      'department',
      'Send the department that has these credentials. Delete the wholesaler if the department orders with the clinic’s from now on.',
      'required',
    )
  if (!isLocation && department != null)
    throw invalid(
      'department',
      'The clinic-wide wholesaler has no department. Create one with parent and department for credentials of a location.',
      'not_a_location',
    )
}

/** What is archived with its parent comes back with it. */
const followParent = (before: Wholesaler, wasArchived: boolean, isArchived: boolean) => {
  if (wasArchived === isArchived) return {}
  if (isArchived) return before.archived ? {} : { archived: true, archived_with_parent: true }
  return before.archived_with_parent ? { archived: false, archived_with_parent: false } : {}
}

const changeClinicWide = ([root, ...locations]: Family, sent: Changes): Family => {
  if (root!.type === integration) requireSameType(root!, sent, ofIntegration)
  const type = root!.type === integration ? {} : chosenType(sent)
  const archived = sent.archived ?? root!.archived
  return [
    { ...root!, ...type, archived },
    ...locations.map((row) => ({ ...row, ...type, ...followParent(row, root!.archived, archived) })),
  ]
}

const changeLocation = (family: Family, id: number, sent: Changes): Family => {
  const [root] = family
  requireSameType(root!, sent, ofClinicWide)
  if (sent.archived === false && root!.archived)
    throw invalid('archived', 'The clinic-wide wholesaler is archived. Restore it first.', 'archived')
  const change = sent.archived === undefined ? {} : { archived: sent.archived, archived_with_parent: false }
  return family.map((row) =>
    row.id === id ? { ...row, ...change, department: sent.department ?? row.department } : row,
  )
}

type Login = Pick<Wholesaler, 'id' | 'customer_username' | 'customer_password' | 'archived'>

/** Wholesalers with the same user name log in with the same password. */
const isSharing = (one: Login, other: Login) =>
  one.customer_username !== '' && one.customer_username === other.customer_username && one.archived === other.archived

/** Gives the password that was sent to all with the user name of the target. */
const setPassword = <Row extends Login>(actor: Actor, family: readonly Row[], target: Row, plain: string): Row[] =>
  family.map((row) =>
    row.id === target.id || isSharing(row, target)
      ? { ...row, customer_password: sealedAs(actor, row.customer_password, plain) }
      : row,
  )

/** Gives the target the password of others with the same user name, if there are any. */
const adoptPassword = <Row extends Login>(family: readonly Row[], target: Row): Row[] => {
  const { customer_password } = family.find((row) => row.id !== target.id && isSharing(row, target)) ?? target
  return family.map((row) => (row.id === target.id ? { ...row, customer_password } : row))
}

const withPassword = <Row extends Login>(
  actor: Actor,
  family: readonly Row[],
  target: Row,
  { sent, adopts }: { readonly sent: string | null | undefined; readonly adopts: boolean },
): Row[] => {
  if (sent !== undefined) return setPassword(actor, family, target, sent ?? '')
  return adopts ? adoptPassword(family, target) : [...family]
}

const contact = ['name', 'email', 'phone', 'street_address', 'zip_code', 'city', 'country'] as const
const columns = [
  ...contact,
  'type',
  'available_wholesaler',
  'department',
  'customer_number',
  'customer_username',
  'customer_password',
  'archived',
  'archived_with_parent',
] as const

const store = async (tx: Tx, before: Family, after: Family) => {
  for (const [at, row] of after.entries()) {
    const changed = columns.filter((name) => row[name] !== before[at]?.[name])
    if (changed.length > 0)
      await tx
        .updateTable('wholesaler')
        .set(Object.fromEntries(changed.map((name) => [name, row[name]])))
        .where('id', '=', row.id)
        .execute()
  }
}

/** A change of the target itself that is not decided by its place in the family. */
const plainChanges = (sent: Changes) =>
  Object.fromEntries(
    [...contact, 'customer_number' as const, 'customer_username' as const]
      .filter((name) => sent[name] !== undefined)
      .map((name) => [name, sent[name]]),
  )

/** Changes a wholesaler, and with it what its locations share. The integration is told of what concerns it. */
export const changeWholesaler = async (tx: Tx, actor: Actor, id: number, sent: Changes) => {
  const before = await holdFamily(tx, id)
  const old = before.find((row) => row.id === id)!
  const isLocation = old.parent !== null
  if (sent.department !== undefined) requireFittingDepartment(isLocation, sent.department)
  const changed = (isLocation ? changeLocation(before, id, sent) : changeClinicWide(before, sent)).map((row) =>
    row.id === id ? { ...row, ...plainChanges(sent) } : row,
  )
  const target = changed.find((row) => row.id === id)!
  const isRestored = old.archived && !target.archived
  const isChosenNow = target.available_wholesaler !== old.available_wholesaler
  if (isChosenNow || isRestored) await requireRegistration(tx, target.available_wholesaler, isChosenNow)
  if (target.department !== null && target.department !== old.department) await requireDepartment(tx, target.department)
  const after = withPassword(actor, changed, target, {
    sent: sent.customer_password,
    adopts: isRestored || target.customer_username !== old.customer_username,
  })
  await store(tx, before, after)
  await tellOfChanges(tx, before, after)
}

/** Archives a wholesaler, with its locations if it is the clinic-wide one. */
export const archiveWholesaler = (tx: Tx, actor: Actor, id: number) =>
  changeWholesaler(tx, actor, id, { archived: true })

const requireClinicWide = (root: Wholesaler, parent: number) => {
  if (root.id !== parent)
    throw invalid('parent', 'This is a location itself. Use the url of its clinic-wide wholesaler.', 'not_clinic_wide')
  if (root.archived) throw invalid('parent', 'This wholesaler is archived. Restore it first.', 'archived')
}

/** The type and the registration of a new wholesaler, once all that it is connected to is found to be in use. */
const requireConnectable = async (tx: Tx, root: Wholesaler | undefined, sent: NewWholesaler) => {
  requireFittingDepartment(root !== undefined, sent.department)
  if (root === undefined) {
    const chosen = chosenType(sent)
    await requireRegistration(tx, chosen.available_wholesaler, true)
    return chosen
  }
  requireClinicWide(root, sent.parent!)
  requireSameType(root, sent, ofClinicWide)
  await requireDepartment(tx, sent.department!)
  return { type: root.type, available_wholesaler: root.available_wholesaler }
}

/** Connects a wholesaler, or adds the credentials that a location has of its own. */
export const connectWholesaler = async (tx: Tx, actor: Actor, sent: NewWholesaler): Promise<Id<'wholesaler'>> => {
  const before = sent.parent == null ? [] : await holdFamily(tx, sent.parent)
  const type = await requireConnectable(tx, before[0], sent)
  const { customer_password: plain, ...fields } = sent
  const draft = {
    id: 0,
    customer_username: sent.customer_username ?? '',
    customer_password: null,
    archived: sent.archived ?? false,
  }
  // An empty password is none yet: it takes nothing away from others with the same user name.
  const logins = withPassword<Login>(actor, [...before, draft], draft, { sent: plain || undefined, adopts: true })
  const made = await tx
    .insertInto('wholesaler')
    .values({ ...fields, ...type, customer_password: logins.at(-1)!.customer_password })
    .returningAll()
    .executeTakeFirstOrThrow()
  const family = before.map((row, at) => ({ ...row, customer_password: logins[at]!.customer_password }))
  await store(tx, before, family)
  await tellOfChanges(tx, before, [...family, made])
  return made.id
}
