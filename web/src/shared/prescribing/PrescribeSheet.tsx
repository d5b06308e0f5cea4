import { PrescriptionStatus } from '@fetlock/sdk'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { rowsQuery } from '../../api/consultationitem.ts'
import type { Patient } from '../../api/records.ts'
import { addDays, dateIn } from '../../format.ts'
import { text } from '../../text/en.ts'
import { Dialog } from '../Dialog.tsx'
import { Field, SendButton } from '../form.tsx'
import form from '../form.module.css'
import { type Problems, ProblemSummary } from '../problems.tsx'
import { busyOf } from '../use-confirmed-write.ts'
import { emptyMedicine, type Medicine, medicinesIn, medicinesOf, renamed } from './medicines.ts'
import { MedicineFields } from './MedicineFields.tsx'
import { OfPatient } from './OfPatient.tsx'
import classes from './OrderSheet.module.css'
import { type MedicineField, problemsIn, refusedIn } from './prescribe-fields.ts'
import type { PrescribedFor } from './prescribed-for.ts'
import { PrescriberChoice, usePrescriber } from './prescriber.tsx'
import { useQuestions } from './questions.ts'
import { usePrescribing } from './use-prescribing.ts'
import { WarningQuestion } from './WarningQuestion.tsx'

const daysValid = 365
type Props = {
  readonly to: PrescribedFor
  readonly patients: readonly Patient[]
  readonly timeZone: string
  readonly onClose: () => void
}

/** The last day that is offered: that of the prescription in whose place it comes, unless it is over. */
const firstUntil = ({ replaces }: PrescribedFor, today: string) => {
  const before = replaces?.items_data?.[0]?.valid_until
  return before !== undefined && before >= today ? before : addDays(today, daysValid)
}

/** A prescription of what the visit has, or of what another had, which goes to the pharmacies once it is signed. */
export const PrescribeSheet = ({ to, patients, timeZone, onClose }: Props) => {
  const hasRows = to.replaces === undefined && to.visit !== undefined
  const { data: rows = [], isPending } = useQuery({ ...rowsQuery(to.visit ?? 0), enabled: hasRows })
  const [typed, setTyped] = useState<readonly Medicine[]>()
  const [patient, setPatient] = useState(patients[0]!.url)
  const [validUntil, setValidUntil] = useState(() => firstUntil(to, dateIn(new Date(), timeZone)))
  const [problems, setProblems] = useState<Problems>({})
  const { asked, ask } = useQuestions()
  const prescriber = usePrescriber(to)
  const { state, write: prescribe } = usePrescribing({
    to,
    ask,
    onDone: onClose,
    onProblem: (error) => setProblems(refusedIn(error)),
  })
  const begun =
    to.replaces === undefined
      ? medicinesOf(rows.filter((row) => row.patients.includes(patient)))
      : medicinesIn(to.replaces.items_data ?? [])
  const medicines = typed ?? begun
  const change = (at: number, name: MedicineField, value: string) =>
    setTyped(
      medicines.map((one, index) => {
        if (index !== at) return one
        return name === 'name' ? renamed(one, value) : { ...one, [name]: value }
      }),
    )
  const write = async (status: PrescriptionStatus) => {
    const found = problemsIn(medicines)
    setProblems(found)
    if (Object.keys(found).length === 0)
      await prescribe({ medicines, patient, prescriber: prescriber.url, validUntil, status })
  }
  // Opened without what it begins with, it would lose the focus when that comes.
  if (hasRows && isPending) return null
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
