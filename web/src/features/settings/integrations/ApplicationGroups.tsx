import { useState } from 'react'
import type { PermissionGroup, User } from '../../../api/records.ts'
import { patchUser } from '../../../api/user.ts'
import { useWrite } from '../../../shared/use-write.ts'
import { integrationsText } from '../../../text/integrations.ts'
import { GroupChoice } from '../people/GroupChoice.tsx'
import classes from './Integrations.module.css'

const words = integrationsText.applications.form

type Props = { readonly user: User; readonly groups: readonly PermissionGroup[] }

/** In which groups an application is, through its virtual user. */
export const ApplicationGroups = ({ user, groups }: Props) => {
  const [chosen, choose] = useState<readonly string[]>(user.permission_groups)
  const { write, isBusy } = useWrite({
    send: (permission_groups: readonly string[], key) => patchUser(user, { permission_groups }, key),
    refresh: () => [['user']],
    said: () => words.groupsSaved,
  })
  const isChanged = chosen.toSorted().join(' ') !== user.permission_groups.toSorted().join(' ')
  return (
    <div className={classes['groups']}>
      <GroupChoice groups={groups} chosen={chosen} onChange={choose} />
      <button
        type="button"
        className="button"
        disabled={!isChanged}
        aria-busy={isBusy}
        onClick={() => void write(chosen)}
      >
        {words.saveGroups}
      </button>
    </div>
  )
}
