import { IconAlertTriangleFilled, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import {
  addContraindication,
  changeContraindication,
  contraindicationsKey,
  contraindicationsQuery,
  readContraindication,
} from '../../api/contraindication.ts'
import { messageOf } from '../../api/problem.ts'
import type { Contraindication, Patient } from '../../api/records.ts'
import { ErrorState } from '../../shared/states.tsx'
import edit from '../../shared/edit/edit.module.css'
import { FieldInput } from '../../shared/edit/FieldInput.tsx'
import type { Field } from '../../shared/edit/fields.ts'
import page from '../../shared/page.module.css'
import { showToast } from '../../shared/toasts.ts'
import { useDraft } from '../../shared/use-draft.ts'
import { useFocusAfter } from '../../shared/use-focus-after.ts'
import { useWrite } from '../../shared/use-write.ts'
import { text } from '../../text/en.ts'
import classes from './Contraindications.module.css'

const names = ['substance', 'atc_prefix', 'reaction'] as const
const fieldsOf = (): readonly Field[] =>
  names.map((name) => ({ name, label: text.warnings.fields[name], kind: 'text' }))
const draftOf = (record: Contraindication | undefined) => ({
  substance: record?.substance ?? '',
  atc_prefix: record?.atc_prefix ?? '',
  reaction: record?.reaction ?? '',
})
type Draft = ReturnType<typeof draftOf>
const store = { draftOf, send: changeContraindication, readNow: readContraindication }
const nameOf = ({ substance, atc_prefix }: Contraindication) => text.warnings.named(substance, atc_prefix)

type FormProps = {
  readonly patient: Patient
  readonly record: Contraindication | undefined
  /** With whether the record is still listed. */
  readonly onDone: (isListed: boolean) => void
}

const ContraindicationForm = ({ patient, record, onDone }: FormProps) => {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  const refresh = () => [contraindicationsKey]
  const onProblem = (error: unknown) => setProblem(messageOf(error))
  const changing = useDraft(record, store, {
    refresh,
    onSaved: () => {
      showToast(text.warnings.saved)
      onDone(true)
    },
    onProblem,
    onConflict: () => setProblem(text.changedElsewhere),
  })
  const adding = useWrite({
    send: (typed: Draft, key) => addContraindication({ ...typed, patient: patient.url }, key),
    refresh,
    said: () => text.warnings.saved,
    onDone: () => onDone(true),
    onProblem,
  })
  const archiving = useWrite({
    send: (archived: Contraindication, key) => changeContraindication(archived, { archived: true }, key),
    refresh,
    said: ({ result }) => text.warnings.archived(nameOf(result)),
    undo: ({ result }) => changeContraindication(result, { archived: false }),
    onDone: () => onDone(false),
  })
  const { before, draft, setDraft, mine } = changing
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (before === undefined) void adding.write(draft)
    else if (Object.keys(mine).length === 0) onDone(true)
    else void changing.save({ before, mine })
  }
  return (
    <form
      ref={place}
      className={edit['form']}
      noValidate
      aria-label={text.warnings.addLong}
      onSubmit={save}
      onKeyDown={({ key }) => key === 'Escape' && onDone(true)}
    >
      {fieldsOf().map((field, index) => (
        <FieldInput
          key={field.name}
          id={`${id}-${field.name}`}
          field={field}
          draft={draft}
          problem={index === 0 ? problem : undefined}
          onChange={(name, value) => setDraft((typed) => ({ ...typed, [name]: value }))}
        />
      ))}
      <div className={edit['buttons']}>
        <button type="submit" className="button primary" aria-busy={adding.isBusy || changing.isBusy}>
          {text.records.save}
        </button>
        <button type="button" className="button" onClick={() => onDone(true)}>
          {text.records.cancel}
        </button>
        {record !== undefined && (
          <button
            type="button"
            className="button"
            aria-busy={archiving.isBusy}
            onClick={() => void archiving.write(record)}
          >
            {text.warnings.archive}
          </button>
        )}
      </div>
    </form>
  )
}

/** What an animal must not get: listed whole, added, changed, and archived when it no longer holds. */
export const Contraindications = ({ patient, mayEdit }: { readonly patient: Patient; readonly mayEdit: boolean }) => {
  const title = useId()
  const { data, error, refetch } = useQuery(contraindicationsQuery([patient.id]))
  const [edited, setEdited] = useState<number | 'new'>()
  const records = data ?? []
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const focusAfter = useFocusAfter()
  /** Back to the button that opened it, or to the one that adds the next if that is gone. */
  const done = (isListed: boolean) => {
    setEdited(undefined)
    const opener = isListed ? `[data-record="${edited}"]` : ''
    focusAfter(() => (opener === '' ? undefined : list.current?.querySelector<HTMLElement>(opener)) ?? add.current)
  }
  return (
    <section aria-labelledby={title}>
      <div className={edit['groupHead']}>
        <h2 id={title}>{text.warnings.title}</h2>
        {mayEdit && edited === undefined && (
          <button
            ref={add}
            type="button"
            className={edit['ghost']}
            aria-label={text.warnings.addLong}
            onClick={() => setEdited('new')}
          >
            <IconPlus size={16} stroke={1.6} aria-hidden="true" />
            {text.warnings.add}
          </button>
        )}
      </div>
      {error !== null && data === undefined && (
        <ErrorState error={error} what={text.warnings.what} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && edited === undefined && <p className={page['none']}>{text.warnings.none}</p>}
      <ul ref={list} className={classes['list']}>
        {records.map((record) => (
          <li key={record.id}>
            <IconAlertTriangleFilled size={16} aria-hidden="true" />
            <span>
              <strong>{nameOf(record)}</strong>
              {record.reaction !== '' && <span className={page['context']}> {record.reaction}</span>}
            </span>
            {mayEdit && (
              <button
                type="button"
                className={edit['ghost']}
                data-record={record.id}
                aria-label={text.warnings.edit(nameOf(record))}
                onClick={() => setEdited(record.id)}
              >
                <IconPencil size={16} stroke={1.6} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {edited !== undefined && (
        <ContraindicationForm
          key={edited}
          patient={patient}
          record={records.find(({ id }) => id === edited)}
          onDone={done}
        />
      )}
    </section>
  )
}
