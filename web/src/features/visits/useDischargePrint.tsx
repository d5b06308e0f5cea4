import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { may, useMe } from '../../api/me.ts'
import { type Consultation, idOf, type Patient } from '../../api/records.ts'
import { showToast, showError } from '../../shared/toasts.ts'
import { isUnsaved } from '../../shared/saved-text.ts'
import { visitTexts } from '../../shared/visit-texts.ts'
import { printingText } from '../../text/printing.ts'
import type { DischargePaper, Printed } from './DischargePaper.tsx'
import { comingQuery } from '../../api/appointment.ts'
import { departmentQuery } from '../../api/department.ts'
import { dischargeQuery } from '../../api/dischargeinstruction.ts'
import { rowsQuery } from '../../api/consultationitem.ts'

/** Prints what the owners take home. The paper is there only while it is printed. */
export const useDischargePrint = (visit: Consultation, patients: readonly Patient[]) => {
  const me = useMe()
  const client = useQueryClient()
  const [shown, setShown] = useState<{ readonly Paper: typeof DischargePaper; readonly printed: Printed }>()
  useEffect(() => {
    if (shown === undefined) return undefined
    const done = () => setShown(undefined)
    window.addEventListener('afterprint', done, { once: true })
    const frame = requestAnimationFrame(() => window.print())
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('afterprint', done)
    }
  }, [shown])
  const read = useCallback(async () => {
    await visitTexts.flush(visit.id)
    const isKept = visitTexts.all().some((one) => one.place.visit === visit.id && isUnsaved(one))
    if (isKept) return showToast(printingText.unsaved, { isProblem: true })
    const [paper, department, texts, rows, coming] = await Promise.all([
      import('./DischargePaper.tsx'),
      client.fetchQuery(departmentQuery(visit.department)),
      client.fetchQuery(dischargeQuery(visit.id)),
      client.fetchQuery(rowsQuery(visit.id)),
      may(me, 'General: Appointments') ? client.fetchQuery(comingQuery(idOf(visit.client))) : undefined,
    ])
    const printed = {
      clinic: me.organisation.name,
      department,
      visit,
      sheets: patients.map((patient) => ({
        patient,
        rows: rows.filter((row) => row.patients.includes(patient.url)),
        instructions: texts.filter((one) => one.patient === patient.url).map((one) => one.text),
        next: coming?.find((appointment) => appointment.patients.includes(patient.url)),
      })),
    }
    return setShown({ Paper: paper.DischargePaper, printed })
  }, [visit, patients, me, client])
  const print = useCallback(() => void read().catch(showError), [read])
  return { print, paper: shown === undefined ? null : <shown.Paper printed={shown.printed} /> }
}
