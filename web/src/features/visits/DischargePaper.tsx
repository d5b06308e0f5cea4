import type { Appointment, Consultation, ConsultationItem, Department, Patient } from '../../api/records.ts'
import { nameOfClient, nameOfUser } from '../../api/records.ts'
import { createPortal } from 'react-dom'
import { dateIn, longDayText, timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import classes from './DischargePaper.module.css'
import { isMedicine, factsOf, plainQuantity } from './visit.ts'

export type Printed = {
  readonly clinic: string
  readonly department: Department
  readonly visit: Consultation
  readonly sheets: readonly {
    readonly patient: Patient
    readonly rows: readonly ConsultationItem[]
    readonly instructions: readonly string[]
    readonly next: Appointment | undefined
  }[]
}

const Medicines = ({ rows }: { readonly rows: readonly ConsultationItem[] }) => (
  <table>
    <caption>{text.visit.discharge.paper.medicines}</caption>
    <thead>
      <tr>
        <th scope="col">{text.visit.discharge.paper.medicine}</th>
        <th scope="col">{text.visit.discharge.paper.quantity}</th>
        <th scope="col">{text.visit.discharge.paper.use}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, name, quantity, unit, usage_type, instructions }) => (
        <tr key={id}>
          <td>
            <strong>{name}</strong>
            {instructions !== '' && <p>{instructions}</p>}
          </td>
          <td>{`${plainQuantity(quantity)} ${unit}`.trim()}</td>
          <td>{usage_type == null ? '' : text.visit.discharge.paper.uses[usage_type]}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Sheet = ({ printed, sheet }: { readonly printed: Printed; readonly sheet: Printed['sheets'][number] }) => {
  const { clinic, department, visit } = printed
  const { patient, rows, instructions, next } = sheet
  const { time_zone: zone } = department
  const medicines = rows.filter(({ type_code }) => isMedicine(type_code))
  const address = [department.street_address, `${department.zip_code} ${department.city}`.trim()]
  const vet = visit.supervising_veterinarian_data
  return (
    <article className={classes['sheet']}>
      <header>
        <div>
          <strong>{clinic}</strong>
          {[department.name === clinic ? '' : department.name, ...address, department.phone]
            .filter(Boolean)
            .map((line) => (
              <div key={line}>{line}</div>
            ))}
        </div>
        <div>
          {longDayText(dateIn(new Date(visit.started), zone))}
          {vet != null && <div>{nameOfUser(vet)}</div>}
        </div>
      </header>
      <h1>{text.visit.discharge.paper.title(patient.name || '–')}</h1>
      <p className={classes['facts']}>
        {[
          ...factsOf(patient, dateIn(new Date(), zone)),
          visit.client_data == null ? '' : nameOfClient(visit.client_data),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {medicines.length > 0 && <Medicines rows={medicines} />}
      <h2>{text.visit.discharge.paper.atHome}</h2>
      {instructions.length === 0 && <p>{text.visit.discharge.paper.none}</p>}
      {instructions.map((one) => (
        <p key={one} className={classes['text']}>
          {one}
        </p>
      ))}
      <h2>{text.visit.discharge.paper.next}</h2>
      <p>
        {next === undefined
          ? text.visit.discharge.paper.noNext
          : [
              `${longDayText(dateIn(new Date(next.start), zone))}, ${timeText(next.start, zone)}`,
              next.reason_data?.name ?? '',
            ]
              .filter(Boolean)
              .join(' · ')}
      </p>
      {department.phone !== '' && (
        <p className={classes['call']}>{text.visit.discharge.paper.call(department.phone)}</p>
      )}
    </article>
  )
}

/** What the owners take home, a sheet for each animal. */
export const DischargePaper = ({ printed }: { readonly printed: Printed }) =>
  createPortal(
    <main className={classes['paper']}>
      {printed.sheets.map((sheet) => (
        <Sheet key={sheet.patient.id} printed={printed} sheet={sheet} />
      ))}
    </main>,
    document.body,
  )
