import type { Patient } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import classes from './OrderSheet.module.css'

type Props = {
  readonly patients: readonly Patient[]
  readonly chosen: string
  readonly onChoose: (url: string) => void
}

/** For which of the visit's animals it is, where there are several. */
export const OfPatient = ({ patients, chosen, onChoose }: Props) =>
  patients.length < 2 ? null : (
    <fieldset className={classes['choices']}>
      <legend>{text.visit.forWhom}</legend>
      {patients.map(({ url, name }) => (
        <label key={url}>
          <input type="radio" name="patient" checked={chosen === url} onChange={() => onChoose(url)} />
          {name || '–'}
        </label>
      ))}
    </fieldset>
  )
