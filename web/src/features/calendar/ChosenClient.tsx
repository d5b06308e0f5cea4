import { type Client, idOf, nameOfClient, type Patient } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import classes from './Panel.module.css'

/** The client who comes, with which of their animals. */
export const ChosenClient = ({
  client,
  animals,
  patients,
  onPatients,
  onChange,
}: {
  readonly client: Client
  readonly animals: readonly Patient[]
  readonly patients: readonly number[]
  readonly onPatients: (patients: readonly number[]) => void
  readonly onChange: () => void
}) => (
  <div className={classes['field']}>
    <div className={classes['chosen']}>
      <strong>{nameOfClient(client)}</strong>
      <span>{client.phone_numbers_data?.[0]?.phone_number}</span>
      <button type="button" className="button small" onClick={onChange}>
        {text.calendar.panel.change}
      </button>
    </div>
    {animals.length === 0 ? (
      <span className={classes['hint']}>{text.calendar.panel.noPets}</span>
    ) : (
      <div className={classes['chips']} role="group" aria-label={text.calendar.panel.pets}>
        {animals.map(({ url, name }) => {
          const id = idOf(url)
          const isTaken = patients.includes(id)
          return (
            <label key={url} className={classes['chip']}>
              <input
                type="checkbox"
                checked={isTaken}
                onKeyDown={(event) => {
                  // Enter takes an animal before it sends the form.
                  if (event.key !== 'Enter' || isTaken || event.ctrlKey || event.metaKey) return
                  event.preventDefault()
                  onPatients([...patients, id])
                }}
                onChange={() => onPatients(isTaken ? patients.filter((one) => one !== id) : [...patients, id])}
              />
              <span>{name}</span>
            </label>
          )
        })}
      </div>
    )}
  </div>
)
