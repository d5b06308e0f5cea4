import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { may, useMe } from '../../api/me.ts'
import { type Consultation, idOf, type Patient } from '../../api/records.ts'
import { say, sayProblem } from '../../shared/toasts.ts'
import { isUnsaved } from '../../shared/saved-text.ts'
import { visitTexts } from '../../shared/visit-texts.ts'
import { text } from '../../text/en.ts'
import { DischargePaper, type Printed } from './DischargePaper.tsx'
import { comingQuery, departmentQuery, dischargeQuery } from './queries.ts'
import { rowsQuery } from './charge-queries.ts'

/** Prints what the owners take home. The paper is there only while it is printed. */
export const useDischargePrint = (visit: Consultation, patients: readonly Patient[]) => {
  const me = useMe()
  const client = useQueryClient()
  const [printed, setPrinted] = useState<Printed>()
  useEffect(() => {
    if (printed === undefined) return undefined
    const done = () => setPrinted(undefined)
    window.addEventListener('afterprint', done, { once: true })
    const frame = requestAnimationFrame(() => window.print())
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('afterprint', done)
    }
  }, [printed])
  const read = useCallback(async () => {
    await visitTexts.flush(visit.id)
    const isKept = visitTexts.all().some((one) => one.place.visit === visit.id && isUnsaved(one))
    if (isKept) return say(text.visit.discharge.paper.unsaved, { isProblem: true })
    const [department, texts, rows, coming] = await Promise.all([
      client.fetchQuery(departmentQuery(visit.department)),
      client.fetchQuery(dischargeQuery(visit.id)),
      client.fetchQuery(rowsQuery(visit.id)),
      may(me, 'General: Appointments') ? client.fetchQuery(comingQuery(idOf(visit.client))) : undefined,
    ])
    return setPrinted({
      clinic: me.organisation.name,
      department,
      visit,
      sheets: patients.map((patient) => ({
        patient,
        rows: rows.results.filter((row) => row.patients.includes(patient.url)),
        instructions: texts.results.filter((one) => one.patient === patient.url).map((one) => one.text),
        next: coming?.results.find((appointment) => appointment.patients.includes(patient.url)),
      })),
    })
  }, [visit, patients, me, client])
  const print = useCallback(() => void read().catch(sayProblem), [read])
  return { print, paper: printed === undefined ? null : <DischargePaper printed={printed} /> }
}
