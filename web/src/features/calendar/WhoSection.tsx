import { AppointmentType } from '@fetlock/sdk'
import { text } from '../../text/en.ts'
import { ChosenClient } from './ChosenClient.tsx'
import classes from './Panel.module.css'
import { ErrorLine, errorProps, type FieldErrors } from './field-errors.tsx'
import { type Caller, type Who } from './who.ts'
import { WhoField } from './WhoField.tsx'

type CallerProps = {
  readonly caller: Caller
  readonly errors: FieldErrors
  readonly onChange: (caller: Caller | undefined) => void
}

const CallerFields = ({ caller, errors, onChange }: CallerProps) => (
  <>
    <label className={classes['field']}>
      <span>{text.calendar.panel.caller}</span>
      <input
        id="field-caller"
        type="text"
        maxLength={500}
        value={caller.notes}
        {...errorProps('caller', errors)}
        onChange={({ target }) => onChange({ ...caller, notes: target.value })}
      />
      <ErrorLine name="caller" errors={errors} />
    </label>
    <fieldset className={classes['field']}>
      <legend>{text.calendar.panel.kind}</legend>
      <div className={classes['chips']}>
        {(
          [
            ['preliminary', AppointmentType.PreliminaryBooking],
            ['unknownClient', AppointmentType.UnknownClient],
          ] as const
        ).map(([kind, type]) => (
          <label key={kind} className={classes['chip']}>
            <input
              type="radio"
              name="kind"
              checked={caller.type === type}
              onChange={() => onChange({ ...caller, type })}
            />
            <span>{text.calendar.panel[kind]}</span>
          </label>
        ))}
        <button type="button" className="button small" onClick={() => onChange(undefined)}>
          {text.calendar.panel.change}
        </button>
      </div>
    </fieldset>
  </>
)

type Props = {
  readonly who: Who
  readonly errors: FieldErrors
  readonly mayBeUnknown?: boolean
  /** What is looked for before anything is typed. */
  readonly search?: string
}

/** For whom. The search stays until the client is read, so that the focus goes on from there to their animals. */
export const WhoSection = ({ who, errors, mayBeUnknown = true, search = '' }: Props) => {
  const { record, caller, setCaller } = who
  if (caller !== undefined) return <CallerFields caller={caller} errors={errors} onChange={setCaller} />
  if (record !== undefined)
    return (
      <ChosenClient
        client={record}
        animals={who.animals}
        patients={who.patients}
        onPatients={who.setTicked}
        onChange={who.clear}
      />
    )
  return (
    <WhoField
      search={search}
      errors={errors}
      onChoose={who.choose}
      onUnknown={
        mayBeUnknown ? (typed) => setCaller({ notes: typed, type: AppointmentType.PreliminaryBooking }) : undefined
      }
    />
  )
}
