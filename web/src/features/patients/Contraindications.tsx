import { IconAlertTriangleFilled, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../../api/problem.ts'
import type { Contraindication, Patient } from '../../api/records.ts'
import { post, request } from '../../api/request.ts'
import { ErrorState } from '../../shared/states.tsx'
import { say, sayProblem } from '../../shared/toasts.ts'
import { contraindicationsQuery } from '../../shared/contraindications.ts'
import edit from '../../shared/edit/edit.module.css'
import { FieldInput } from '../../shared/edit/FieldInput.tsx'
import type { Field } from '../../shared/edit/fields.ts'
import page from '../../shared/page.module.css'
import { useFocusAfter } from '../../shared/use-focus-after.ts'
import { useKeyFor } from '../../shared/use-key-for.ts'
import { text } from '../../text/en.ts'
import classes from './Contraindications.module.css'

const words = text.warnings
const names = ['substance', 'atc_prefix', 'reaction'] as const
const fields: readonly Field[] = names.map((name) => ({ name, label: words.fields[name], kind: 'text' }))
const nameOf = ({ substance, atc_prefix }: Contraindication) => words.named(substance, atc_prefix)

type Form = {
  readonly patient: Patient
  readonly record: Contraindication | undefined
  /** With whether the record is still listed. */
  readonly onDone: (isListed: boolean) => void
}

const ContraindicationForm = ({ patient, record, onDone }: Form) => {
  const id = useId()
  const queries = useQueryClient()
  const [draft, setDraft] = useState({
    substance: record?.substance ?? '',
    atc_prefix: record?.atc_prefix ?? '',
    reaction: record?.reaction ?? '',
  })
  const [problem, setProblem] = useState<string>()
  const keyFor = useKeyFor()
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  const refresh = () => queries.invalidateQueries({ queryKey: ['contraindication'] })
  const change = (changed: Contraindication, body: object) =>
    request('PATCH', `/contraindication/${changed.id}/`, { body, ifModified: changed.modified })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const added = { ...draft, patient: patient.url }
      if (record === undefined) await post('/contraindication/', added, { idempotencyKey: keyFor(added) })
      else await change(record, draft)
      say(words.saved)
      onDone(true)
    } catch (error) {
      setProblem(messageOf(error))
    }
    await refresh()
  }
  const archive = async (archived: Contraindication) => {
    try {
      await change(archived, { archived: true })
      say(words.archived(nameOf(archived)))
      onDone(false)
    } catch (error) {
      sayProblem(error)
    }
    await refresh()
  }
  return (
    <form
      ref={place}
      className={edit['form']}
      noValidate
      aria-label={words.addLong}
      onSubmit={(event) => void save(event)}
      onKeyDown={({ key }) => key === 'Escape' && onDone(true)}
    >
      {fields.map((field, index) => (
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
        <button type="submit" className="button primary">
          {text.records.save}
        </button>
        <button type="button" className="button" onClick={() => onDone(true)}>
          {text.records.cancel}
        </button>
        {record !== undefined && (
          <button type="button" className="button" onClick={() => void archive(record)}>
            {words.archive}
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
  const records = data?.results ?? []
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
        <h2 id={title}>{words.title}</h2>
        {mayEdit && edited === undefined && (
          <button ref={add} type="button" className={edit['ghost']} onClick={() => setEdited('new')}>
            <IconPlus size={16} stroke={1.6} aria-hidden="true" />
            {words.add} <span className="unseen">{words.what.toLowerCase()}</span>
          </button>
        )}
      </div>
      {error !== null && data === undefined && (
        <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
      )}
      {data?.count === 0 && edited === undefined && <p className={page['none']}>{words.none}</p>}
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
                aria-label={words.edit(nameOf(record))}
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
