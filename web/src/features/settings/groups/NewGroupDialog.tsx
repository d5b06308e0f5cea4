import { type FormEvent, useState } from 'react'
import { createGroup } from '../../../api/permissiongroup.ts'
import { fieldProblemsOf, messageOf } from '../../../api/problem.ts'
import { Dialog } from '../../../shared/Dialog.tsx'
import { Field, problemOf } from '../../../shared/form.tsx'
import form from '../../../shared/form.module.css'
import record from '../../../shared/record.module.css'
import { useWrite } from '../../../shared/use-write.ts'
import { text } from '../../../text/en.ts'
import { settingsText } from '../../../text/en-settings.ts'

const nameId = 'group-name'

/** Makes a group that may do nothing yet. */
export const NewGroupDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const { write, isBusy } = useWrite({
    send: (typed: string, key) => createGroup(typed, key),
    refresh: () => [['permissiongroup']],
    said: ({ result }) => settingsText.groups.made(result.name),
    onDone: onClose,
    onProblem: (error) => setProblem(fieldProblemsOf(error)['name']?.[0]?.message ?? messageOf(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setProblem(settingsText.groups.needName)
    setProblem(undefined)
    return void write(name.trim())
  }
  const problems = problem === undefined ? {} : { [nameId]: problem }
  return (
    <Dialog label={settingsText.groups.newTitle} onClose={onClose}>
      <form className={record['dialog']} noValidate onSubmit={submit}>
        <h2>{settingsText.groups.newTitle}</h2>
        <Field id={nameId} label={settingsText.groups.name} problems={problems} hint={settingsText.groups.nameHint}>
          <input
            id={nameId}
            className={form['input']}
            data-first
            maxLength={127}
            value={name}
            onChange={({ target }) => setName(target.value)}
            {...problemOf(nameId, problems)}
          />
        </Field>
        <div className={record['actions']}>
          <button type="submit" className="button primary" aria-busy={isBusy}>
            {settingsText.groups.create}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {text.records.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
