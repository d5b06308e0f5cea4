import type { PermissionGroup } from '../../../api/records.ts'
import form from '../../../shared/form.module.css'
import { settingsText } from '../../../text/en-settings.ts'
import { letsManage } from './last-who-manages.ts'
import classes from './People.module.css'

type Props = {
  readonly groups: readonly PermissionGroup[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** Which groups somebody is in: they may do everything that any of these allows. */
export const GroupChoice = ({ groups, chosen, onChange }: Props) => (
  <fieldset className={form['group']}>
    <legend className={form['legend']}>{settingsText.people.form.groups}</legend>
    <div className={classes['choices']}>
      {groups.map((group) => (
        <label key={group.url}>
          <input
            type="checkbox"
            checked={chosen.includes(group.url)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, group.url] : chosen.filter((url) => url !== group.url))
            }
          />
          <span>
            {group.name}
            {letsManage(group) && <span className={classes['manages']}> {settingsText.people.form.manages}</span>}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)
