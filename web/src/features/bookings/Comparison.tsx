import { IconEqual, IconPlus, IconTilde } from '@tabler/icons-react'
import { livingOf } from '../../api/patient.ts'
import { type Client, nameOfClient, type OnlineBooking } from '../../api/records.ts'
import form from '../../shared/form.module.css'
import page from '../../shared/page.module.css'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import { bookings as text } from '../../text/bookings.ts'
import type { UseBooked } from './booked.ts'
import classes from './Bookings.module.css'
import { type Agreement, animalAgreement, type Compared, compare, isOffered } from './compare.ts'
import type { Linking } from './use-linking.ts'

const icons = { same: IconEqual, similar: IconTilde, differs: IconTilde, new: IconPlus, none: undefined }

const AgreementMark = ({ agreement }: { readonly agreement: Agreement }) => {
  const Icon = icons[agreement]
  return (
    <span className={classes['mark']} data-agreement={agreement}>
      {Icon !== undefined && <Icon size={16} stroke={1.8} aria-hidden="true" />} {text.agreements[agreement]}
    </span>
  )
}

type OfLine = { readonly line: Compared; readonly linking: Linking }
type ShownLine = OfLine & {
  /** False where there is nobody to compare with. */
  readonly hasClient: boolean
}

const Choice = ({ line: { field }, linking }: OfLine) => {
  const isTaken = linking.taken.has(field)
  return (
    <div className="segments" role="group" aria-label={text.choose(text.fields[field])}>
      <button type="button" aria-pressed={!isTaken} onClick={() => linking.take(field, false)}>
        {text.keepOurs}
      </button>
      <button type="button" aria-pressed={isTaken} onClick={() => linking.take(field, true)}>
        {text.takeTheirs}
      </button>
    </div>
  )
}

const Line = ({ line, linking, hasClient }: ShownLine) => (
  <tr data-differs={line.agreement === 'differs' || line.agreement === 'new'}>
    <th scope="row">{text.fields[line.field]}</th>
    <td>{line.typed || '–'}</td>
    {hasClient && (
      <>
        <td>{line.ours || '–'}</td>
        <td>
          {isOffered(line) && linking.mayWrite ? (
            <Choice line={line} linking={linking} />
          ) : (
            <AgreementMark agreement={line.agreement} />
          )}
        </td>
      </>
    )}
  </tr>
)

type Props = {
  readonly booking: OnlineBooking
  /** Undefined where nobody is chosen. */
  readonly client: Client | undefined
  readonly isBest: boolean
  readonly linking: Linking
  readonly shown: UseBooked
}

const Animals = ({ booking, client, linking, shown }: Props) => {
  const living = livingOf(client)
  return (
    <>
      {(booking.patients_data ?? []).map((animal) => {
        const chosen = living.find(({ url }) => url === linking.patientOf(animal))
        return (
          <tr key={animal.url}>
            <th scope="row">{text.pet}</th>
            <td>{shown.animalText(animal)}</td>
            {client !== undefined && (
              <>
                <td>
                  <span className={classes['pet']}>
                    <SpeciesIcon species={chosen?.species ?? null} />
                    <select
                      className={form['input']}
                      aria-label={text.whichPet(animal.name)}
                      value={chosen?.url ?? ''}
                      disabled={!linking.mayWrite}
                      onChange={({ target }) => linking.choosePatient(animal.url, target.value || null)}
                    >
                      {living.map(({ url, name, species }) => (
                        <option key={url} value={url}>
                          {[name, species?.toLowerCase()].filter(Boolean).join(', ')}
                        </option>
                      ))}
                      <option value="">{text.registerAsNew}</option>
                    </select>
                  </span>
                </td>
                <td>
                  <AgreementMark agreement={animalAgreement(animal, chosen)} />
                </td>
              </>
            )}
          </tr>
        )
      })}
    </>
  )
}

/** What was typed beside what is on record, line by line, and what linking does about it. */
export const Comparison = (props: Props) => {
  const { booking, client, isBest, linking } = props
  const lines = client === undefined ? typedOnly(booking) : compare(booking, client)
  const written = [
    booking.appointment_data?.complaint ?? '',
    ...(booking.patients_data ?? []).map(({ notes }) => notes),
  ].filter((one) => one.trim() !== '')
  return (
    <table className={`${page['table']} ${classes['compared']}`}>
      <thead>
        <tr>
          <td />
          <th scope="col">{text.columns.typed}</th>
          {client !== undefined && (
            <>
              <th scope="col">{text.candidate(nameOfClient(client), isBest)}</th>
              <th scope="col">{text.columns.onLinking}</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.field} line={line} linking={linking} hasClient={client !== undefined} />
        ))}
        <Animals {...props} />
        {written.length > 0 && (
          <tr>
            <th scope="row">{text.message}</th>
            <td colSpan={3} className={classes['message']}>
              {written.join('\n')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

const nobody = {
  firstname: '',
  lastname: '',
  organization_name: '',
  email: '',
  street_address: '',
  zip_code: '',
  city: '',
}

/** Where there is nobody to compare with, the lines say what the owner wrote. */
const typedOnly = (booking: OnlineBooking): readonly Compared[] =>
  compare(booking, nobody as Client).map((line) => ({ ...line, ours: '', agreement: 'none' }))
