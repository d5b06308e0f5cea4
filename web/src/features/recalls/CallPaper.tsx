import { createPortal } from 'react-dom'
import type { Call } from '../../api/recall.ts'
import { nameOfClient } from '../../api/records.ts'
import { calendarDateText, longDayText } from '../../format.ts'
import { recallsText as words } from '../../text/recalls.ts'
import classes from './CallPaper.module.css'
import { itemOf } from './RecallTable.tsx'
import { writtenOf } from './written.tsx'

export type Printed = {
  readonly calls: readonly Call[]
  readonly clinic: string
  readonly today: string
  readonly timeZone: string
}

/** Whom to call, with room for what is said. It is there only while it is printed. */
export const CallPaper = ({ printed: { calls, clinic, today, timeZone } }: { readonly printed: Printed }) =>
  createPortal(
    <main className={classes['paper']}>
      <header>
        <strong>{clinic}</strong>
        <span>{longDayText(today)}</span>
      </header>
      <h1>
        {words.paper.title}, {words.paper.count(calls.length)}
      </h1>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.columns.client}</th>
            <th scope="col">{words.columns.phone}</th>
            <th scope="col">{words.columns.patient}</th>
            <th scope="col">{words.columns.written}</th>
            <th scope="col">{words.paper.said}</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ recall, client, phones }) => (
            <tr key={recall.id}>
              <td>
                <strong>{nameOfClient(client)}</strong>
              </td>
              <td>
                {phones.map(({ id, phone_number, description }) => (
                  <p key={id}>{[phone_number, description].filter(Boolean).join(', ')}</p>
                ))}
                {phones.length === 0 && words.noPhone}
              </td>
              <td>
                {words.sheet.about(recall.patient_data?.name || '–', itemOf(recall), calendarDateText(recall.due))}
              </td>
              <td>{writtenOf(recall, timeZone).words}</td>
              <td>{recall.call_note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>,
    document.body,
  )
