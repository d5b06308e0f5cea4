import { entry, PrescriptionStatus } from '@fetlock/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { visitKey } from '../../api/consultation.ts'
import { contraindicationsQuery } from '../../api/contraindication.ts'
import { may, useMe } from '../../api/me.ts'
import { tryPrescription } from '../../api/prescription.ts'
import { prescriptionsKey } from '../../api/worklistkeys.ts'
import { replacedEntry } from '../../api/prescriptionlist.ts'
import { idOf } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import { showToast } from '../toasts.ts'
import { answersOf, busyOf, useConfirmedWrite } from '../use-confirmed-write.ts'
import type { Medicine } from './medicines.ts'
import type { PrescribedFor } from './prescribed-for.ts'
import { askWhy, type SetQuestions } from './questions.ts'

type Written = {
  readonly medicines: readonly Medicine[]
  readonly patient: string
  readonly prescriber: string
  readonly validUntil: string
  readonly status: PrescriptionStatus
}

const bodyOf = (to: PrescribedFor, { medicines, patient, prescriber, validUntil, status }: Written, why?: string) => ({
  client_id: idOf(to.client),
  department_id: idOf(to.department),
  prescriber_id: idOf(prescriber),
  consultation_id: to.visit ?? null,
  // The form does not ask for them: what the pharmacy was told stays.
  ...(to.replaces === undefined ? {} : { remarks: to.replaces.remarks }),
  issue_time: new Date().toISOString(),
  status,
  prescription_items: medicines.map(({ id: _id, filled: _filled, quantity_packages, repeat_number, ...medicine }) => ({
    ...medicine,
    ...(why === undefined ? {} : { warning_reason: why }),
    patients: [idOf(patient)],
    quantity_packages: Number(quantity_packages),
    repeat_number: Number(repeat_number),
    valid_until: validUntil,
  })),
})

type Means = {
  readonly to: PrescribedFor
  readonly ask: SetQuestions
  readonly onDone: () => void
  readonly onProblem: (error: unknown) => void
}

/** Writes a prescription once, after whatever the service warns of has its reason. */
export const usePrescribing = ({ to, ask, onDone, onProblem }: Means) => {
  const client = useQueryClient()
  // Where nothing is recorded of the animal, the service need not be asked.
  const mayRead = may(useMe(), 'Clinical: Consultations')
  const { visit, replaces } = to
  const refresh = useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: prescriptionsKey }),
        ...(visit === undefined ? [] : [client.invalidateQueries({ queryKey: visitKey(visit) })]),
      ]),
    [client, visit],
  )
  const name = replaces === undefined ? `prescribe ${visit}` : `prescribe instead of ${replaces.id}`
  const { state, submit } = useConfirmedWrite(name, refresh)
  const isWriting = useRef(false)
  const write = async (written: Written) => {
    if (busyOf(state) !== 'open' || isWriting.current) return
    isWriting.current = true
    const { medicines, patient, status } = written
    const names = medicines.map((medicine) => medicine.name).join(', ')
    const words = text.visit.prescribe
    const said = status === PrescriptionStatus.Sending ? words.sent(names) : words.drafted(names)
    try {
      const recorded = mayRead ? await client.fetchQuery(contraindicationsQuery([idOf(patient)])) : undefined
      const warnings = recorded?.length === 0 ? [] : (await tryPrescription(bodyOf(to, written))).warnings
      const reason = medicines.map(({ warning_reason }) => warning_reason).find(Boolean)
      const why = warnings.length === 0 ? undefined : await askWhy({ name: names, warnings, reason }, ask)
      const made = entry('made', 'POST', '/eprescription/prescription/', { body: bodyOf(to, written, why) })
      answersOf(await submit({ entries: replaces === undefined ? [made] : [made, replacedEntry(replaces)], said }))
      showToast(said)
      onDone()
    } catch (error) {
      onProblem(error)
    } finally {
      isWriting.current = false
    }
  }
  return { state, write }
}
