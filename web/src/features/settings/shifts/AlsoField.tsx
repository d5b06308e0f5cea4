import { nameOfUser, type User } from '../../../api/records.ts'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './Shifts.module.css'

type Props = { readonly others: readonly User[]; readonly onChoose: (id: number) => void }

/** Lists somebody who has no shift here yet. */
export const AlsoField = ({ others, onChoose }: Props) =>
  others.length === 0 ? null : (
    <label className={classes['also']}>
      {settingsText.shifts.also}
      <select className={classes['select']} value="" onChange={({ target }) => onChoose(Number(target.value))}>
        <option value="">{settingsText.shifts.choose}</option>
        {others.map((person) => (
          <option key={person.id} value={person.id}>
            {nameOfUser(person)}
          </option>
        ))}
      </select>
    </label>
  )
