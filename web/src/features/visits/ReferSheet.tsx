import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '../../api/problem.ts'
import type { Consultation, Patient } from '../../api/records.ts'
import { Dialog } from '../../shared/Dialog.tsx'
import { say } from '../../shared/toasts.ts'
import { Field, problemOf, SendButton } from '../../shared/form.tsx'
import { type Problems, ProblemSummary } from '../../shared/problems.tsx'
import form from '../../shared/form.module.css'
import { text } from '../../text/en.ts'
import classes from './OrderSheet.module.css'
import { OfPatient } from './OfPatient.tsx'
import { refer } from './order-queries.ts'
import { visitKey } from './queries.ts'

const words = text.visit.refer
const listOf = (typed: string) =>
  typed
    .split(',')
    .map((area) => area.trim())
    .filter(Boolean)

type Shown = { readonly visit: Consultation; readonly patients: readonly Patient[]; readonly onClose: () => void }

/** Asks for images: of what, and why. */
export const ReferSheet = ({ visit, patients, onClose }: Shown) => {
  const client = useQueryClient()
  const key = useRef(crypto.randomUUID())
  const [patient, setPatient] = useState(patients[0]!.url)
  const [modality, setModality] = useState('DX')
  const [areas, setAreas] = useState<readonly string[]>([])
  const [others, setOthers] = useState('')
  const [remarks, setRemarks] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const toggle = (area: string) =>
    setAreas((chosen) => (chosen.includes(area) ? chosen.filter((one) => one !== area) : [...chosen, area]))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const target_areas = [...areas, ...listOf(others)]
    if (target_areas.length === 0) return setProblems({ 'refer-others': words.areaMissing })
    if (isBusy) return undefined
    setBusy(true)
    try {
      await refer({ consultation: visit.url, patient, modality, target_areas, remarks }, key.current)
      say(words.done(text.visit.hints.modalities[modality]!, target_areas.join(', ').toLowerCase()))
      onClose()
      return await client.invalidateQueries({ queryKey: visitKey(visit.id) })
    } catch (error) {
      // What is sent next is something else.
      key.current = crypto.randomUUID()
      setProblems({ '': messageOf(error) })
      return setBusy(false)
    }
  }
  return (
    <Dialog label={words.title} onClose={onClose}>
      <form id="refer" className={classes['sheet']} noValidate onSubmit={(event) => void submit(event)}>
        <h2>{words.title}</h2>
        <ProblemSummary problems={problems} />
        <OfPatient patients={patients} chosen={patient} onChoose={setPatient} />
        <fieldset className={classes['choices']}>
          <legend>{words.modality}</legend>
          {words.modalities.map((code) => (
            <label key={code}>
              <input type="radio" name="modality" checked={modality === code} onChange={() => setModality(code)} />
              {text.visit.hints.modalities[code]}
            </label>
          ))}
        </fieldset>
        <fieldset className={classes['choices']}>
          <legend>{words.areas}</legend>
          {words.usual.map((area) => (
            <label key={area}>
              <input type="checkbox" checked={areas.includes(area)} onChange={() => toggle(area)} />
              {area}
            </label>
          ))}
        </fieldset>
        <Field id="refer-others" label={words.others} problems={problems}>
          <input
            id="refer-others"
            className={form['input']}
            autoComplete="off"
            value={others}
            onChange={({ target }) => setOthers(target.value)}
            {...problemOf('refer-others', problems)}
          />
        </Field>
        <Field id="refer-remarks" label={words.remarks} problems={problems}>
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
          <SendButton form="refer" label={words.send} checking={words.send} state={isBusy ? 'sending' : 'open'} />
        </div>
      </form>
    </Dialog>
  )
}
