import { Field, problemOf } from '../form.tsx'
import form from '../form.module.css'
import type { Problems } from '../problems.tsx'
import { text } from '../../text/en.ts'
import type { Medicine } from './medicines.ts'
import classes from './OrderSheet.module.css'
import { idOfField, type MedicineField } from './prescribe-fields.ts'

type Props = {
  readonly medicine: Medicine
  /** Its place in the prescription. */
  readonly at: number
  readonly problems: Problems
  readonly onChange: (name: MedicineField, value: string) => void
  /** Undefined for the only one. */
  readonly onRemove: (() => void) | undefined
}

/** One medicine of a prescription. */
export const MedicineFields = ({ medicine, at, problems, onChange, onRemove }: Props) => (
  <fieldset className={classes['medicine']} aria-label={medicine.name || text.visit.prescribe.medicine}>
    {(['name', 'strength', 'instructions'] as const).map((name) => (
      <Field key={name} id={idOfField(at, name)} label={text.visit.prescribe.fields[name]} problems={problems}>
        <input
          id={idOfField(at, name)}
          className={form['input']}
          autoComplete="off"
          value={medicine[name]}
          onChange={({ target }) => onChange(name, target.value)}
          {...problemOf(idOfField(at, name), problems)}
        />
      </Field>
    ))}
    <div className={classes['short']}>
      {(['quantity_packages', 'repeat_number'] as const).map((name) => (
        <Field key={name} id={idOfField(at, name)} label={text.visit.prescribe.fields[name]} problems={problems}>
          <input
            id={idOfField(at, name)}
            className={form['input']}
            inputMode="numeric"
            autoComplete="off"
            value={medicine[name]}
            onChange={({ target }) => onChange(name, target.value)}
            {...problemOf(idOfField(at, name), problems)}
          />
        </Field>
      ))}
      {onRemove !== undefined && (
        <button type="button" className="button" onClick={onRemove}>
          {text.visit.prescribe.remove} <span className="unseen">{medicine.name}</span>
        </button>
      )}
    </div>
  </fieldset>
)
