import type { PermissionGroup, User } from '../../../api/records.ts'

/** Whether members of a group may manage people. */
export const letsManage = ({ write }: Pick<PermissionGroup, 'write'>) =>
  write.includes('Settings: Users and permissions')

/** Whether nobody else who signs in may manage people. */
export const isLastManager = (person: User, everyone: readonly User[], groups: readonly PermissionGroup[]) => {
  const granting = new Set(groups.filter(letsManage).map(({ url }) => url))
  const manages = ({ is_active, is_virtual, permission_groups }: User) =>
    is_active && !is_virtual && permission_groups.some((group) => granting.has(group))
  return manages(person) && !everyone.some((other) => other.url !== person.url && manages(other))
}
