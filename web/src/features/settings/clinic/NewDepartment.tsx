import { type FormEvent, useId, useState } from 'react'
import { createDepartment } from '../../../api/department.ts'
import { messageOf } from '../../../api/problem.ts'
import type { Department } from '../../../api/records.ts'
import confirm from '../../../shared/ConfirmDialog.module.css'
import { Dialog } from '../../../shared/Dialog.tsx'
import { Field, problemOf } from '../../../shared/form.tsx'
import shared from '../../../shared/form.module.css'
import type { Problems } from '../../../shared/problems.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { text } from '../../../text/en.ts'
import { settingsText } from '../../../text/en-settings.ts'

type Props = { readonly onClose: () => void; readonly onMade: (id: number) => void }

/** Asks for the name of another location: the rest is filled in on its page. */
export const NewDepartment = ({ onClose, onMade }: Props) => {
  const id = useId()
  const [name, setName] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const { add } = settingsText.clinic
  const making = useWrite<string, Department>({
    send: (typed, key) => createDepartment({ name: typed }, key),
    refresh: () => [['department'], ['organisation'], ['me']],
    said: ({ variables }) => add.done(variables),
    onDone: ({ result }) => {
      onClose()
      onMade(result.id)
    },
    onProblem: (error) => setProblems({ [id]: messageOf(error) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setProblems({ [id]: add.nameNeeded })
    void making.write(name.trim())
  }
  return (
    <Dialog label={add.title} onClose={onClose}>
      <form className={confirm['confirm']} noValidate onSubmit={submit}>
        <h2 className={confirm['title']}>{add.title}</h2>
        <p>{add.explained}</p>
        <Field id={id} label={settingsText.clinic.labels.name} problems={problems} isNeeded>
          <input
            id={id}
            type="text"
            data-first
            autoComplete="off"
            className={shared['input']}
            value={name}
            aria-required
            onChange={({ target }) => setName(target.value)}
            {...problemOf(id, problems)}
          />
        </Field>
        <div className={confirm['buttons']}>
          <button type="submit" className="button primary" aria-busy={making.isBusy}>
            {add.make}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {text.records.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
