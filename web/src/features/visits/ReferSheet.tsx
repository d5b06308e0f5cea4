import { Modality } from '@fetlock/sdk'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/problem.ts'
import type { Consultation, Patient } from '../../api/records.ts'
import { Dialog } from '../../shared/Dialog.tsx'
import { useWrite } from '../../shared/use-write.ts'
import { Field, problemOf, SendButton } from '../../shared/form.tsx'
import { type Problems, ProblemSummary } from '../../shared/problems.tsx'
import form from '../../shared/form.module.css'
import { text } from '../../text/en.ts'
import classes from '../../shared/prescribing/OrderSheet.module.css'
import { OfPatient } from '../../shared/prescribing/OfPatient.tsx'
import { imagesOf } from './visit.ts'
import { refer } from '../../api/imagingorder.ts'
import { imagingKey } from '../../api/worklistkeys.ts'
import { visitKey } from '../../api/consultation.ts'

/** The kinds of images that are asked for most. */
const modalities = [Modality.Dx, Modality.Us, Modality.Ct, Modality.Mr, Modality.Es]

const listOf = (typed: string) =>
  typed
    .split(',')
    .map((area) => area.trim())
    .filter(Boolean)

type Props = { readonly visit: Consultation; readonly patients: readonly Patient[]; readonly onClose: () => void }

/** Asks for images: of what, and why. */
export const ReferSheet = ({ visit, patients, onClose }: Props) => {
  const [patient, setPatient] = useState(patients[0]!.url)
  const [modality, setModality] = useState<Modality>(Modality.Dx)
  const [areas, setAreas] = useState<readonly string[]>([])
  const [others, setOthers] = useState('')
  const [remarks, setRemarks] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const { write, isBusy } = useWrite({
    send: refer,
    refresh: () => [visitKey(visit.id), imagingKey],
    said: ({ variables }) => text.visit.refer.done(imagesOf(variables)),
    onDone: onClose,
    onProblem: (error) => setProblems({ '': messageOf(error) }),
  })
  const toggle = (area: string) =>
    setAreas((chosen) => (chosen.includes(area) ? chosen.filter((one) => one !== area) : [...chosen, area]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const target_areas = [...areas, ...listOf(others)]
    if (target_areas.length === 0) return setProblems({ 'refer-others': text.visit.refer.areaMissing })
    return void write({ consultation: visit.url, patient, modality, target_areas, remarks })
  }
  return (
    <Dialog label={text.visit.refer.title} onClose={onClose}>
      <form id="refer" className={classes['sheet']} noValidate onSubmit={submit}>
        <h2>{text.visit.refer.title}</h2>
        <ProblemSummary problems={problems} />
        <OfPatient patients={patients} chosen={patient} onChoose={setPatient} />
        <fieldset className={classes['choices']}>
          <legend>{text.visit.refer.modality}</legend>
          {modalities.map((code) => (
            <label key={code}>
              <input type="radio" name="modality" checked={modality === code} onChange={() => setModality(code)} />
              {text.visit.hints.modalities[code]}
            </label>
          ))}
        </fieldset>
        <fieldset className={classes['choices']}>
          <legend>{text.visit.refer.areas}</legend>
          {text.visit.refer.usual.map((area) => (
            <label key={area}>
              <input type="checkbox" checked={areas.includes(area)} onChange={() => toggle(area)} />
              {area}
            </label>
          ))}
        </fieldset>
        <Field id="refer-others" label={text.visit.refer.others} problems={problems}>
          <input
            id="refer-others"
            className={form['input']}
            autoComplete="off"
            value={others}
            onChange={({ target }) => setOthers(target.value)}
            {...problemOf('refer-others', problems)}
          />
        </Field>
        <Field id="refer-remarks" label={text.visit.refer.remarks} problems={problems}>
          <textarea
            id="refer-remarks"
            className={form['input']}
            rows={3}
            value={remarks}
            onChange={({ target }) => setRemarks(target.value)}
          />
        </Field>
        <div className={classes['ways']}>
          <button type="button" className="button" onClick={onClose}>
            {text.visit.sheet.cancel}
          </button>
          <SendButton
            form="refer"
            label={text.visit.refer.send}
            checking={text.visit.sheet.checking}
            state={isBusy ? 'sending' : 'open'}
          />
        </div>
      </form>
    </Dialog>
  )
}
