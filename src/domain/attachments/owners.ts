import { hasPermission, type Access, type Actor, type Permission } from '../../kernel/caller.ts'
import { forbidden, invalid, nonField } from '../../kernel/errors.ts'
import { describeRequirement, type Requirement } from '../../kernel/resource.ts'

/** The resources that a file can be attached to, and the permissions to read and change it there. */
const owners = {
  client: 'General: Patients and clients',
  patient: 'General: Patients and clients',
  consultation: 'Clinical: Consultations',
  invoice: 'Financial: Invoices',
} as const satisfies Readonly<Record<string, Permission>>
type Owner = keyof typeof owners
export type Owned = { readonly [O in Owner]?: number | null }

const names = Object.keys(owners) as Owner[]

/** The permissions of which one is needed to see any attachments. */
export const someOwner: Requirement = { any: [...new Set(Object.values(owners))] }

/** SQL that hides attachments of records that the caller may not read. */
export const hideOthers = (actor: Actor): string | undefined =>
  names
    .filter((name) => !hasPermission(actor, owners[name], 'read'))
    .map((name) => `r.${name} is null`)
    .join(' and ') || undefined

const ownerOf = (owned: Owned): Owner => {
  const [owner, ...more] = names.filter((name) => owned[name] != null)
  if (owner === undefined || more.length > 0) throw invalid(nonField, `Give one of ${names.join(', ')}.`, 'one_owner')
  return owner
}

/** Whether a caller has this access to the record that a file is attached to. */
export const may = (actor: Actor, owned: Owned, access: Access) => hasPermission(actor, owners[ownerOf(owned)], access)

/** Refuses callers who may not change the record of a file, and a file of no record or of several. */
export const requireMayWrite = (actor: Actor, owned: Owned) => {
  const owner = ownerOf(owned)
  if (!may(actor, owned, 'write'))
    throw forbidden(`Files of a ${owner} need the permission ${describeRequirement(owners[owner], 'write')}.`)
}
