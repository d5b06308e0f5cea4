import { entry, PrescriptionStatus } from '@fetlock/sdk'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useCallback, useRef, useState } from 'react'
import { tryPrescription } from '../../api/prescription.ts'
import { type Consultation, idOf, type Patient } from '../../api/records.ts'
import { Dialog } from '../../shared/Dialog.tsx'
import { showToast } from '../../shared/toasts.ts'
import { addDays, dateIn } from '../../format.ts'
import { contraindicationsQuery } from '../../api/contraindication.ts'
import { Field, SendButton } from '../../shared/form.tsx'
import { type Problems, ProblemSummary } from '../../shared/problems.tsx'
import form from '../../shared/form.module.css'
import { answersOf, busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { emptyMedicine, type Medicine, medicinesOf, renamed } from './medicines.ts'
import { MedicineFields } from './MedicineFields.tsx'
import { OfPatient } from './OfPatient.tsx'
import classes from './OrderSheet.module.css'
import { rowsQuery } from '../../api/consultationitem.ts'
import { PrescriberChoice, usePrescriber } from './prescriber.tsx'
import { visitKey } from '../../api/consultation.ts'
import { WarningQuestion } from './WarningQuestion.tsx'
import { askWhy, useQuestions } from './questions.ts'
import { type MedicineField, problemsIn, refusedIn } from './prescribe-fields.ts'

const daysValid = 365
type Props = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly timeZone: string
  readonly onClose: () => void
}

/** A prescription of what the visit has, which goes to the pharmacies once it is signed. */
export const PrescribeSheet = ({ visit, patients, timeZone, onClose }: Props) => {
  const client = useQueryClient()
  const { data: rows, isPending } = useQuery(rowsQuery(visit.id))
  const [typed, setTyped] = useState<readonly Medicine[]>()
  const [patient, setPatient] = useState(patients[0]!.url)
  const [validUntil, setValidUntil] = useState(() => addDays(dateIn(new Date(), timeZone), daysValid))
  const [problems, setProblems] = useState<Problems>({})
  const { asked, ask } = useQuestions()
  const prescriber = usePrescriber(visit)
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: visitKey(visit.id) }), [client, visit.id])
  const { state, submit } = useConfirmedWrite(`prescribe ${visit.id}`, refresh)
  const medicines = typed ?? medicinesOf((rows ?? []).filter((row) => row.patients.includes(patient)))
  const change = (at: number, name: MedicineField, value: string) =>
    setTyped(
      medicines.map((one, index) => {
        if (index !== at) return one
        return name === 'name' ? renamed(one, value) : { ...one, [name]: value }
      }),
    )
  const isWriting = useRef(false)
  const write = async (status: PrescriptionStatus) => {
    const found = problemsIn(medicines)
    setProblems(found)
    if (Object.keys(found).length > 0 || busyOf(state) !== 'open' || isWriting.current) return
    isWriting.current = true
    const names = medicines.map(({ name }) => name).join(', ')
    const bodyWith = (reason?: string) => ({
      client_id: idOf(visit.client),
      department_id: idOf(visit.department),
      prescriber_id: idOf(prescriber.url),
      consultation_id: visit.id,
      issue_time: new Date().toISOString(),
      status,
      prescription_items: medicines.map(
        ({ id: _id, filled: _filled, quantity_packages, repeat_number, ...medicine }) => ({
          ...medicine,
          ...(reason === undefined ? {} : { warning_reason: reason }),
          patients: [idOf(patient)],
          quantity_packages: Number(quantity_packages),
          repeat_number: Number(repeat_number),
          valid_until: validUntil,
        }),
      ),
    })
    const said =
      status === PrescriptionStatus.Sending ? text.visit.prescribe.sent(names) : text.visit.prescribe.drafted(names)
    try {
      const recorded = await client.fetchQuery(contraindicationsQuery([idOf(patient)]))
      const warnings = recorded.length === 0 ? [] : (await tryPrescription(bodyWith())).warnings
      const reason = medicines.map(({ warning_reason }) => warning_reason).find(Boolean)
      const why = warnings.length === 0 ? undefined : await askWhy({ name: names, warnings, reason }, ask)
      answersOf(
        await submit({
          entries: [entry('made', 'POST', '/eprescription/prescription/', { body: bodyWith(why) })],
          said,
        }),
      )
      showToast(said)
      onClose()
    } catch (error) {
      setProblems(refusedIn(error))
    } finally {
      isWriting.current = false
    }
  }
  // Opened without what it begins with, it would lose the focus when that comes.
  if (isPending) return null
  return (
    <Dialog label={text.visit.prescribe.title} onClose={onClose}>
      <form
        id="prescribe"
        className={classes['sheet']}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void write(prescriber.isMe ? PrescriptionStatus.Sending : PrescriptionStatus.Draft)
        }}
      >
        <h2>{text.visit.prescribe.title}</h2>
        <ProblemSummary problems={problems} />
        <OfPatient
          patients={patients}
          chosen={patient}
          onChoose={(url) => {
            setPatient(url)
            setTyped(undefined)
          }}
        />
        {medicines.map((medicine, at) => (
          <MedicineFields
            key={medicine.id}
            medicine={medicine}
            at={at}
            problems={problems}
            onChange={(name, value) => change(at, name, value)}
            onRemove={
              medicines.length > 1 ? () => setTyped(medicines.filter((_one, index) => index !== at)) : undefined
            }
          />
        ))}
        <div>
          <button
            type="button"
            className="button"
            onClick={() => setTyped([...medicines, emptyMedicine(Math.min(0, ...medicines.map(({ id }) => id)) - 1)])}
          >
            <IconPlus size={16} stroke={1.8} aria-hidden="true" /> {text.visit.prescribe.add}
          </button>
        </div>
        <Field id="prescribe-until" label={text.visit.prescribe.until} problems={problems}>
          <input
            id="prescribe-until"
            type="date"
            className={form['input']}
            value={validUntil}
            onChange={({ target }) => setValidUntil(target.value)}
          />
        </Field>
        <PrescriberChoice prescriber={prescriber} />
        <div className={classes['ways']}>
          <button type="button" className="button" onClick={onClose}>
            {text.visit.sheet.cancel}
          </button>
          {prescriber.isMe && (
            <button type="button" className="button" onClick={() => void write(PrescriptionStatus.Draft)}>
              {text.visit.prescribe.saveDraft}
            </button>
          )}
          <SendButton
            form="prescribe"
            label={prescriber.isMe ? text.visit.prescribe.send : text.visit.prescribe.saveDraftFor(prescriber.name)}
            checking={text.visit.sheet.checking}
            state={busyOf(state)}
          />
        </div>
      </form>
      {asked !== undefined && <WarningQuestion key={asked.id} asked={asked} patients={patients} />}
    </Dialog>
  )
}
