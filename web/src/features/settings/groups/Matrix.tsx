import type { Permission } from '@fetlock/sdk'
import { Fragment } from 'react'
import type { PermissionGroup } from '../../../api/records.ts'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './Groups.module.css'
import { type Access, accesses, accessIn, type Changes, heldBy } from './matrix.ts'

/** Custom fields are set up like the rest, though their permission is called otherwise. */
const areaOf = (permission: Permission) => (permission.includes(': ') ? permission.split(': ')[0]! : 'Settings')

const areasOf = () => [...Map.groupBy(Object.keys(settingsText.groups.permissions) as Permission[], areaOf)]

type Cell = {
  readonly group: PermissionGroup
  readonly permission: Permission
  readonly changes: Changes
  readonly mayWrite: boolean
  readonly onChoose: (group: PermissionGroup, permission: Permission, access: Access) => void
}

const AccessCell = ({ group, permission, changes, mayWrite, onChoose }: Cell) => {
  const access = accessIn(changes, group, permission)
  const before = heldBy(group, permission)
  const isChanged = access !== before
  const [name] = settingsText.groups.permissions[permission]!
  if (!mayWrite) return <td data-access={access}>{settingsText.groups.access[access]}</td>
  return (
    <td data-changed={isChanged}>
      <select
        data-access={access}
        aria-label={settingsText.groups.cell(name, group.name)}
        title={isChanged ? settingsText.groups.was(settingsText.groups.access[before]) : undefined}
        value={access}
        onChange={({ target }) => onChoose(group, permission, target.value as Access)}
      >
        {accesses.map((one) => (
          <option key={one} value={one}>
            {settingsText.groups.access[one]}
          </option>
        ))}
      </select>
    </td>
  )
}

type Props = Omit<Cell, 'group' | 'permission'> & {
  readonly groups: readonly PermissionGroup[]
  /** How many people who sign in are in a group. */
  readonly membersOf: (group: PermissionGroup) => number
}

/** What each group may see and change, by area. */
export const Matrix = ({ groups, membersOf, ...cell }: Props) => (
  <table className={classes['matrix']}>
    <thead>
      <tr>
        <th scope="col">{settingsText.groups.permission}</th>
        <th scope="col" className={classes['opens']}>
          {settingsText.groups.opens}
        </th>
        {groups.map((group) => (
          <th key={group.url} scope="col" className={classes['group']}>
            <strong>{group.name}</strong>
            <span>{settingsText.groups.people(membersOf(group))}</span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {areasOf().map(([area, ofArea]) => (
        <Fragment key={area}>
          <tr className={classes['area']}>
            <th scope="rowgroup" colSpan={2 + groups.length}>
              {settingsText.groups.areas[area]}
            </th>
          </tr>
          {ofArea.map((permission) => {
            const [name, opens] = settingsText.groups.permissions[permission]!
            return (
              <tr key={permission}>
                <th scope="row">{name}</th>
                <td className={classes['opens']}>{opens}</td>
                {groups.map((group) => (
                  <AccessCell key={group.url} group={group} permission={permission} {...cell} />
                ))}
              </tr>
            )
          })}
        </Fragment>
      ))}
    </tbody>
  </table>
)
