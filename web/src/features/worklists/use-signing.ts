import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { visitKey } from '../../api/consultation.ts'
import { prescriptionsKey } from '../../api/worklistkeys.ts'
import { signEntries, trySigning } from '../../api/prescriptionlist.ts'
import { idOf, type Prescription } from '../../api/records.ts'
import { isUnexplained } from '../../shared/hand-over.ts'
import { askWhy, type SetQuestions } from '../../shared/prescribing/questions.ts'
import { showToast } from '../../shared/toasts.ts'
import { answersOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { prescriptionsText as words } from '../../text/worklists.ts'
import { namesOf } from './medicines.ts'

/** What is read again when a prescription has changed: the lists, and the visit that shows it. */
export const keysOf = ({ consultation }: Prescription): readonly QueryKey[] => [
  prescriptionsKey,
  ...(consultation === null ? [] : [visitKey(idOf(consultation))]),
]

type Means = {
  readonly prescription: Prescription
  readonly ask: SetQuestions
  readonly onDone: () => void
  readonly onProblem: (error: unknown) => void
}

/** Signs a draft once. What its animals must not get is asked about first, unless somebody has said why they get it. */
export const useSigning = ({ prescription, ask, onDone, onProblem }: Means) => {
  const client = useQueryClient()
  const { state, submit } = useConfirmedWrite(`sign ${prescription.id}`, () =>
    Promise.all(keysOf(prescription).map((queryKey) => client.invalidateQueries({ queryKey }))),
  )
  const isSigning = useRef(false)
  const sign = async () => {
    if (isSigning.current) return
    isSigning.current = true
    const name = namesOf(prescription)
    const { items_data: items = [], warnings: known } = prescription
    try {
      const { warnings } = await trySigning(prescription)
      const isNew = warnings.some((one) => known.every((other) => other.contraindication !== one.contraindication))
      const unexplained = isNew ? items : items.filter(isUnexplained)
      const why =
        warnings.length === 0 || unexplained.length === 0
          ? undefined
          : await askWhy({ name, warnings, words: words.signing }, ask)
      const reasons = why === undefined ? [] : unexplained.map(({ id }) => ({ item: id, reason: why }))
      const said = text.visit.prescribe.sent(name)
      answersOf(await submit({ entries: signEntries(prescription, reasons), said }))
      showToast(said)
      onDone()
    } catch (error) {
      onProblem(error)
    } finally {
      isSigning.current = false
    }
  }
  return { state, sign }
}
