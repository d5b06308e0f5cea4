import type { Permission } from '@fetlock/sdk'
import type { PermissionGroup } from '../../../api/records.ts'

/** What a group holds of a permission. Whoever may change something may see it too. */
export type Access = 'none' | 'read' | 'write'
export const accesses: readonly Access[] = ['none', 'read', 'write']

/** A change that is not saved, by the address of its group and then by its permission. */
export type Changes = ReadonlyMap<string, ReadonlyMap<Permission, Access>>

export const heldBy = ({ read, write }: PermissionGroup, permission: Permission): Access => {
  if (write.includes(permission)) return 'write'
  return read.includes(permission) ? 'read' : 'none'
}

export const accessIn = (changes: Changes, group: PermissionGroup, permission: Permission): Access =>
  changes.get(group.url)?.get(permission) ?? heldBy(group, permission)

/** Chooses an access. What is chosen back is no change any more. */
export const choose = (changes: Changes, group: PermissionGroup, permission: Permission, access: Access): Changes => {
  const ofGroup = new Map(changes.get(group.url))
  if (access === heldBy(group, permission)) ofGroup.delete(permission)
  else ofGroup.set(permission, access)
  const next = new Map(changes)
  if (ofGroup.size === 0) next.delete(group.url)
  else next.set(group.url, ofGroup)
  return next
}

export const countChanges = (changes: Changes) => [...changes.values()].reduce((sum, { size }) => sum + size, 0)

/** The lists of a group with its changes, as the service takes them. */
export const listsOf = (changes: Changes, group: PermissionGroup) => {
  const ofGroup = changes.get(group.url) ?? new Map<Permission, Access>()
  const kept = (permissions: readonly Permission[]) => permissions.filter((permission) => !ofGroup.has(permission))
  const now = (access: Access) =>
    [...ofGroup].flatMap(([permission, chosen]) => (chosen === access ? [permission] : []))
  return { read: [...kept(group.read), ...now('read')], write: [...kept(group.write), ...now('write')] }
}

/** What is not saved once `saved` is: what was chosen meanwhile. `groups` are those that were saved, as they were before. */
export const leftAfter = (saved: Changes, changes: Changes, groups: readonly PermissionGroup[]): Changes => {
  const left = new Map(changes)
  for (const group of groups) {
    const permissions = new Set([saved, changes].flatMap((all) => [...(all.get(group.url)?.keys() ?? [])]))
    const ofGroup = [...permissions]
      .map((permission) => [permission, accessIn(changes, group, permission)] as const)
      .filter(([permission, access]) => access !== accessIn(saved, group, permission))
    if (ofGroup.length === 0) left.delete(group.url)
    else left.set(group.url, new Map(ofGroup))
  }
  return left
}
