import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { fieldProblemsOf, messageOf } from '../../api/problem.ts'
import type { Values } from '../../api/versions.ts'
import { type Action, useActions } from '../actions.ts'
import { KeyCap } from '../KeyCap.tsx'
import { showToast } from '../toasts.ts'
import { useChange } from '../use-change.ts'
import { calendarDateText, currentLocale, dateIn } from '../../format.ts'
import { text } from '../../text/en.ts'
import page from '../page.module.css'
import { problemsBy, ProblemSummary, useProblems } from '../problems.tsx'
import { typedBirth } from './birth.ts'
import { Conflict, type Kept, keptValue } from './Conflict.tsx'
import { FieldInput } from './FieldInput.tsx'
import { type Draft, draftOf, type EditedRecord, type Field, plainText, sentOf, valuesOf } from './fields.ts'
import { store } from './store.ts'
import classes from './edit.module.css'

type Group = {
  readonly title: string
  readonly record: EditedRecord
  /** The name of its query, which shows what was saved. */
  readonly query: readonly unknown[]
  readonly fields: readonly Field[]
  readonly mayEdit: boolean
  readonly keys?: string
  /** The time zone in which an age is counted. */
  readonly timeZone: string
  /** What stands above the fields, such as phone numbers, which are records of their own. */
  readonly children?: ReactNode
  /** How a value is shown where that is not as it is typed. */
  readonly shown?: (field: Field) => ReactNode
  /** What the fields of the record are called, where that is not in `text.records`. */
  readonly labels?: Readonly<Record<string, string>>
  /** The queries that show the record, where its own is not the only one. */
  readonly refresh?: readonly unknown[]
}

type Chosen = { readonly name: string }

const shownValue = ({ kind, name, options }: Field, record: EditedRecord): string => {
  const value = kind === 'breed' || name === 'species' ? record[name as keyof EditedRecord] : valuesOf(record)[name]
  if (kind === 'tick') return value === true || value === 'True' ? text.records.yes : ''
  if (kind === 'words') return (value as readonly string[]).join(', ')
  if (Array.isArray(value)) return (value as readonly Chosen[]).map((one) => one.name).join(', ')
  const said = plainText(value)
  if (said !== '' && (kind === 'date' || kind === 'birth')) return calendarDateText(said, new Date(0))
  return options?.find(([option]) => option !== '' && option === said)?.[1] ?? said
}

const Shown = ({ fields, record, shown }: Pick<Group, 'fields' | 'record' | 'shown'>) => {
  const filled = fields
    .map((field) => ({ field, value: shownValue(field, record) }))
    .filter(({ value }) => value !== '')
  if (filled.length === 0) return <p className={page['none']}>{text.records.none}</p>
  const isText = fields.some(({ kind }) => kind === 'area')
  return (
    <dl className={isText ? classes['texts'] : page['pairs']}>
      {filled.map(({ field, value }) => (
        <div key={field.name}>
          <dt>{field.label}</dt>
          <dd>{shown?.(field) ?? value}</dd>
        </div>
      ))}
    </dl>
  )
}

const nameOfOthers = (names: readonly string[], labels: Readonly<Record<string, string>>) =>
  names
    .map((name) => labels[name] ?? text.records.labels[name])
    .filter(Boolean)
    .join(', ')

/** A change with everything that was typed, as it stands once it is sent. */
type Sent = { readonly before: EditedRecord; readonly mine: Values; readonly changed: Draft }

type Form = Omit<Group, 'mayEdit' | 'keys' | 'children' | 'shown'> & { readonly onDone: () => void }

/** What was typed and is different from what is stored. */
const changesIn = (fields: readonly Field[], before: EditedRecord, draft: Draft, today: string) => {
  const stored = valuesOf(before)
  return Object.fromEntries(
    fields
      .map((field): readonly [string, unknown, Field] => {
        const typed = draft[field.name]!
        if (field.kind === 'birth' && typed !== '' && typed !== draftOf(field, stored[field.name]))
          return [field.name, typedBirth(String(typed), today, currentLocale()), field]
        return [field.name, sentOf(field, typed), field]
      })
      .filter(([name, , field]) => draft[name] !== draftOf(field, stored[name]))
      .map(([name, value]) => [name, value]),
  )
}

const EditForm = ({ title, record, query, fields, timeZone, labels = {}, refresh = query, onDone }: Form) => {
  const id = useId()
  const client = useQueryClient()
  // Others may change the record meanwhile; what was typed began with this version.
  const [before, setBefore] = useState(record)
  const [draft, setDraft] = useState<Draft>(() => {
    const stored = valuesOf(record)
    return Object.fromEntries(fields.map((field) => [field.name, draftOf(field, stored[field.name])]))
  })
  const { problems, attempt, setProblems } = useProblems()
  const [kept, setKept] = useState<Readonly<Record<string, Kept>>>({})
  /** The doubt that somebody has been told of, in its words. */
  const [doubted, setDoubted] = useState('')
  const idOfField = (name: string) => `${id}-${name.replace(' ', '-')}`
  const fail = (error: unknown) => {
    const errors = fieldProblemsOf(error)
    const first = fields[0]?.name ?? ''
    const found = Object.entries(errors).map(([name, [problem]]) => {
      const known = fields.find((field) => field.name === name)
      return [idOfField(known?.name ?? first), problem?.message ?? messageOf(error)] as const
    })
    setProblems(problemsBy(found.length > 0 ? found : [[idOfField(first), messageOf(error)]]))
  }

  /** The service has compared what was sent: what is typed from now on begins with it. */
  const goOn = ({ before: start, changed }: Sent) => {
    setProblems({})
    setDraft(changed)
    setBefore(start)
  }
  const {
    save: send,
    conflict,
    isBusy,
  } = useChange<EditedRecord, Sent>(store, {
    refresh: () => [refresh],
    onProblem: fail,
    onConflict: (sent) => {
      goOn(sent)
      setKept({})
    },
    onSaved: (saved, sent) => {
      goOn(sent)
      client.setQueryData<EditedRecord>(query, (shown) => (shown === undefined ? shown : { ...shown, ...saved.record }))
      const others = nameOfOthers(saved.others, labels)
      showToast(others === '' ? text.records.saved(title) : text.records.merged(saved.author, others))
      onDone()
    },
  })

  const decided = () => {
    if (conflict === undefined) return { start: before, changed: draft, open: [] }
    const theirs = valuesOf(conflict.now)
    const chosen = conflict.overlapping.flatMap((name) => {
      const field = fields.find((one) => one.name === name)!
      const keep = kept[name]
      return keep === undefined ? [] : [[name, keptValue(keep, draft[name]!, draftOf(field, theirs[name]))] as const]
    })
    const open = conflict.overlapping.filter((name) => kept[name] === undefined)
    // What was not decided on is as they have it now; what I typed elsewhere stays.
    const stored = valuesOf(before)
    const untouched = fields.filter((field) => draft[field.name] === draftOf(field, stored[field.name]))
    const taken = untouched.map((field) => [field.name, draftOf(field, theirs[field.name])] as const)
    return {
      start: conflict.now,
      changed: { ...draft, ...Object.fromEntries(taken), ...Object.fromEntries(chosen) },
      open,
    }
  }

  const save = () => {
    const { start, changed, open } = decided()
    if (open.length > 0) {
      const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name
      return setProblems(
        problemsBy(open.map((name) => [`${idOfField(name)}-mine`, text.records.conflict.choose(labelOf(name))])),
      )
    }
    const today = dateIn(new Date(), timeZone)
    const mine = changesIn(fields, start, changed, today)
    const birth = fields.find(({ kind, name }) => kind === 'birth' && name in mine && mine[name] === undefined)
    if (birth !== undefined) return setProblems({ [idOfField(birth.name)]: text.registration.badAge })
    const doubts = fields.flatMap(({ name, doubt }) => {
      const said = name in mine ? doubt?.(String(changed[name])) : undefined
      return said === undefined ? [] : [[idOfField(name), said] as const]
    })
    const doubt = doubts.map(([, said]) => said).join()
    setDoubted(doubt)
    if (doubt !== '' && doubt !== doubted) return setProblems(problemsBy(doubts))
    if (Object.keys(mine).length === 0) return onDone()
    return void send({ before: start, mine, changed })
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) save()
  }
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && onDone()}
    >
      <ProblemSummary problems={problems} attempt={attempt} className={classes['summary']} />
      {conflict === undefined ? (
        fields.map((field, index) => (
          <div key={field.name} ref={index === 0 ? focusFirst : undefined}>
            <FieldInput
              id={idOfField(field.name)}
              field={field}
              draft={draft}
              problem={problems[idOfField(field.name)]}
              onChange={(name, value) => setDraft((typed) => ({ ...typed, [name]: value }))}
            />
          </div>
        ))
      ) : (
        <Conflict
          fields={fields.filter(({ name }) => conflict.overlapping.includes(name))}
          draft={draft}
          theirs={conflict.now}
          author={conflict.author}
          kept={kept}
          idOf={idOfField}
          onKeep={(name, keep) => setKept((all) => ({ ...all, [name]: keep }))}
        />
      )}
      <div className={classes['buttons']}>
        <button type="submit" className="button primary" aria-busy={isBusy}>
          {text.records.save}
        </button>
        <button type="button" className="button" onClick={onDone}>
          {text.records.cancel}
        </button>
      </div>
    </form>
  )
}

/** The form has appeared because somebody asked for it. */
const focusFirst = (element: HTMLElement | null) =>
  element?.querySelector<HTMLElement>('input, select, textarea')?.focus()

/** Some fields of a record, which are edited where they stand. */
export const EditGroup = ({ fields, record, mayEdit, keys, children, shown, ...form }: Group) => {
  const { title } = form
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  useActions(
    useMemo(
      (): readonly Action[] =>
        mayEdit
          ? [{ id: `edit ${id}`, title: text.records.editGroup(title), group: 'here', keys, run: () => setOpen(true) }]
          : [],
      [mayEdit, id, title, keys],
    ),
  )
  return (
    <section aria-labelledby={id}>
      <div className={classes['groupHead']}>
        <h2 id={id}>{title}</h2>
        {mayEdit && !isOpen && (
          <button ref={button} type="button" className={classes['ghost']} onClick={() => setOpen(true)}>
            <IconPencil size={16} stroke={1.6} aria-hidden="true" /> <span aria-hidden="true">{text.records.edit}</span>
            <span className="unseen">{text.records.editGroup(title)}</span>
            {keys !== undefined && <KeyCap keys={keys} />}
          </button>
        )}
      </div>
      {isOpen ? (
        <EditForm {...form} record={record} fields={fields} onDone={close} />
      ) : (
        <Shown fields={fields} record={record} {...(shown === undefined ? {} : { shown })} />
      )}
      {children}
    </section>
  )
}
