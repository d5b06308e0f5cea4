import { holds, type Access, type Actor, type Permission } from '../../kernel/caller.ts'
import { forbidden, invalid, nonField } from '../../kernel/errors.ts'
import { inWords, type Requirement } from '../../kernel/resource.ts'

/** What a file can be attached to, and what is needed to see and change it there. */
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

/** SQL that hides what is attached to records which the caller may not see. */
export const hideOthers = (actor: Actor): string | undefined =>
  names
    .filter((name) => !holds(actor, owners[name], 'read'))
    .map((name) => `r.${name} is null`)
    .join(' and ') || undefined

const ownerOf = (owned: Owned): Owner => {
  const [owner, ...more] = names.filter((name) => owned[name] != null)
  if (owner === undefined || more.length > 0) throw invalid(nonField, `Give one of ${names.join(', ')}.`, 'one_owner')
  return owner
}

/** Whether somebody may do this to the record that a file is attached to. */
export const may = (actor: Actor, owned: Owned, access: Access) => holds(actor, owners[ownerOf(owned)], access)

/** Refuses those who may not change the record that a file is attached to, and a file of no record or of several. */
export const requireMayWrite = (actor: Actor, owned: Owned) => {
  const owner = ownerOf(owned)
  if (!may(actor, owned, 'write'))
    throw forbidden(`Files of a ${owner} need the permission ${inWords(owners[owner], 'write')}.`)
}
