import { NoteType, TextTemplateKind } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useMemo, useRef, useState } from 'react'
import { may, useMe } from '../../api/me.ts'
import { messageOf } from '../../api/problem.ts'
import type { Consultation, Patient } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { ErrorState } from '../../shared/states.tsx'
import { useWrite } from '../../shared/use-write.ts'
import type { Begun } from '../../shared/write-intent.ts'
import { keptInTab } from '../../shared/kept-in-tab.ts'
import { isUnsaved } from '../../shared/saved-text.ts'
import { useVisitTexts, visitTexts } from '../../shared/visit-texts.ts'
import { text } from '../../text/en.ts'
import { Orders } from './Orders.tsx'
import { Diagnoses } from './Diagnoses.tsx'
import { Discharge } from './Discharge.tsx'
import { addAddendum, notesQuery } from '../../api/consultationnote.ts'
import { templatesQuery } from '../../api/texttemplate.ts'
import { visitKey } from '../../api/consultation.ts'
import { TemplateMenu } from './TemplateMenu.tsx'
import type { EditorHandle } from './TextEditor.tsx'
import { Texts } from './Texts.tsx'
import { Vitals } from './Vitals.tsx'
import { Written } from './Written.tsx'
import classes from './NotePane.module.css'
import visitPage from './VisitPage.module.css'

// The last block of the page, with all its kinds of fields: what is above it does not wait for them.
const CustomFields = lazy(() =>
  import('../../shared/edit/CustomFields.tsx').then((module) => ({ default: module.CustomFields })),
)

export type NoteKind = 'clinical' | 'anamnesis'
const types = { clinical: NoteType.ClinicalNote, anamnesis: NoteType.Anamnesis } as const

type Props = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly hasSeveral: boolean
  readonly kind: NoteKind
  readonly onKind: (kind: NoteKind) => void
  readonly isReadOnly: boolean
  readonly mayWrite: boolean
  readonly onOrder: (sheet: 'prescribe' | 'refer') => void
  readonly timeZone: string
}

const begunIn = (sent: string | undefined) => (sent === undefined ? undefined : (JSON.parse(sent) as Begun<string>))

/** A finalized visit takes one more thing: a note below the others. It is kept in this tab until it is added. */
const Addendum = ({ visit, patient }: { readonly visit: Consultation; readonly patient: Patient }) => {
  const user = useMe().user.url
  const kept = keptInTab(user, `addendum ${visit.id} ${patient.id}`)
  const sent = keptInTab(user, `sent-addendum ${visit.id} ${patient.id}`)
  const [isOpen, setOpen] = useState(() => kept.read() !== undefined)
  const [problem, setProblem] = useState<string>()
  const { write, isBusy } = useWrite({
    begun: () => begunIn(sent.read()),
    send: (written: string, key) => {
      sent.write(JSON.stringify({ key, sent: written }))
      return addAddendum(visit.id, patient.url, written, key)
    },
    refresh: () => [notesQuery(visit.id).queryKey],
    said: () => text.visit.note.addendumAdded,
    onDone: ({ variables }) => {
      sent.remove()
      // What was typed after it was sent is not lost with it.
      if (kept.read() !== variables) return
      kept.remove()
      setOpen(false)
    },
    onProblem: (error) => setProblem(messageOf(error)),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = kept.read() ?? ''
    if (written.trim() === '') setOpen(false)
    else void write(written)
  }
  if (!isOpen)
    return (
      <p className={classes['addendum']}>
        <button type="button" className="button" onClick={() => setOpen(true)}>
          {text.visit.note.addendum}
        </button>
      </p>
    )
  return (
    <form className={classes['addendum']} onSubmit={submit}>
      <label htmlFor={`addendum-${patient.id}`}>{text.visit.note.addendumLabel}</label>
      <p>{text.visit.note.addendumHint}</p>
      <textarea
        id={`addendum-${patient.id}`}
        rows={4}
        autoFocus
        defaultValue={kept.read() ?? ''}
        onChange={({ target }) => kept.write(target.value)}
      />
      {problem !== undefined && (
        <p role="alert" className={classes['problem']}>
          {problem}
        </p>
      )}
      <div className={classes['ways']}>
        <button type="submit" className="button" aria-busy={isBusy}>
          {text.visit.note.addAddendum}
        </button>
        <button
          type="button"
          className={visitPage['quiet']}
          onClick={() => {
            kept.remove()
            sent.remove()
            setOpen(false)
          }}
        >
          {text.visit.note.cancel}
        </button>
      </div>
    </form>
  )
}

/** What was typed and came too late: the visit had been finalized. */
const Late = ({ visit, patient }: { readonly visit: Consultation; readonly patient: Patient }) => {
  const late = useVisitTexts().filter(
    (one) => one.place.visit === visit.id && one.place.patient === patient.url && isUnsaved(one),
  )
  return late.map(({ key, text: written }) => (
    <section key={key} className={classes['late']} aria-label={text.visit.note.late}>
      <h2>{text.visit.note.late}</h2>
      <p>{written}</p>
      <div className={classes['ways']}>
        <button type="button" className="button small" onClick={() => void visitTexts.writeAnew(key)}>
          {text.visit.note.asAddendum}
        </button>
        <button
          type="button"
          className={`${visitPage['quiet']} ${classes['discard']}`}
          onClick={() => void visitTexts.discard(key)}
        >
          {text.visit.note.discard}
        </button>
      </div>
    </section>
  ))
}

const useNoteKeys = (
  editor: React.RefObject<EditorHandle | null>,
  template: React.RefObject<HTMLButtonElement | null>,
) =>
  useActions(
    useMemo(
      (): readonly Action[] => [
        { id: 'note', title: text.visit.keys.note, group: 'here', keys: 'n', run: () => editor.current?.focus() },
        {
          id: 'template',
          title: text.visit.note.template,
          group: 'here',
          keys: ';',
          run: () => template.current?.click(),
        },
      ],
      [editor, template],
    ),
  )

const Kinds = ({ kind, onKind }: Pick<Props, 'kind' | 'onKind'>) => (
  <div className={`segments ${classes['kinds']}`} role="group" aria-label={text.visit.note.kind}>
    {(['clinical', 'anamnesis'] as const).map((name) => (
      <button key={name} type="button" aria-pressed={kind === name} onClick={() => onKind(name)}>
        {text.visit.note.kinds[name]}
      </button>
    ))}
  </div>
)

/** Why they came, and how the owner put it: read before anything is written. */
const CameFor = ({ visit }: Pick<Props, 'visit'>) => {
  const words = text.visit.note
  const said = [
    { title: words.reason, value: visit.reason_data?.name ?? '' },
    { title: words.complaint, value: visit.complaint },
  ].filter(({ value }) => value !== '')
  if (said.length === 0) return null
  return (
    <dl className={classes['cameFor']}>
      {said.map(({ title, value }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export const NotePane = (shown: Props) => {
  const { visit, patients, hasSeveral, kind, onKind, isReadOnly, mayWrite, onOrder, timeZone } = shown
  const me = useMe()
  const { data, error, refetch } = useQuery(notesQuery(visit.id))
  const { data: stored } = useQuery(templatesQuery)
  const editor = useRef<EditorHandle>(null)
  const template = useRef<HTMLButtonElement>(null)
  const templates = useMemo(() => stored?.filter((one) => one.kind === TextTemplateKind.Note) ?? [], [stored])
  useNoteKeys(editor, template)
  const lonely = patients.length === 1 ? patients[0] : undefined
  const notesOf = (patient: Patient) =>
    (data ?? []).filter((note) => note.patient === patient.url && note.type === types[kind])
  return (
    <>
      <div className={visitPage['paneHead']}>
        <Kinds kind={kind} onKind={onKind} />
        {!isReadOnly && (
          <TemplateMenu
            templates={templates}
            keys=";"
            label={text.visit.note.template}
            button={template}
            onChoose={(chosen) => editor.current?.insert(chosen.text)}
          />
        )}
      </div>
      {lonely !== undefined && <Vitals key={lonely.id} visit={visit} patient={lonely} isReadOnly={isReadOnly} />}
      <div className={visitPage['notes']}>
        <CameFor visit={visit} />
        {error !== null && data === undefined && (
          <ErrorState error={error} what={text.visit.panes.note} onRetry={() => void refetch()} />
        )}
        {patients.map((patient, index) => {
          const notes = notesOf(patient)
          return (
            <div key={patient.url} className={visitPage['ofPatient']}>
              {hasSeveral && <h2>{patient.name || '–'}</h2>}
              {isReadOnly ? (
                <Written notes={notes} timeZone={timeZone} />
              ) : (
                data !== undefined && (
                  <Texts
                    key={kind}
                    user={me.user.url}
                    visit={visit.id}
                    patient={patient}
                    resource="consultationnote"
                    type={types[kind]}
                    records={notes}
                    label={text.visit.note.labelFor(text.visit.note.kinds[kind], patient.name)}
                    placeholder={text.visit.note.placeholder[kind]}
                    templates={templates}
                    timeZone={timeZone}
                    {...(index === 0 ? { handle: editor } : {})}
                  />
                )
              )}
              {isReadOnly && data !== undefined && notes.length === 0 && (
                <p className={visitPage['none']}>{text.visit.note.nothing}</p>
              )}
              {isReadOnly && mayWrite && <Late visit={visit} patient={patient} />}
              {isReadOnly && mayWrite && kind === 'clinical' && <Addendum visit={visit} patient={patient} />}
            </div>
          )
        })}
      </div>
      <div className={visitPage['foot']}>
        <Diagnoses visit={visit} patients={patients} hasSeveral={hasSeveral} isReadOnly={isReadOnly} />
        <Orders visit={visit} patients={patients} onOpen={onOrder} />
        <Discharge
          visit={visit}
          patients={patients}
          hasSeveral={hasSeveral}
          isReadOnly={isReadOnly}
          templates={stored?.filter((one) => one.kind === TextTemplateKind.Discharge) ?? []}
          timeZone={timeZone}
        />
        {may(me, 'General: Patients and clients') && (
          <div className={visitPage['block']}>
            <Suspense>
              <CustomFields
                isQuiet
                kind="consultation"
                record={visit}
                query={[...visitKey(visit.id), 'head']}
                mayEdit={!isReadOnly}
                timeZone={timeZone}
              />
            </Suspense>
          </div>
        )}
      </div>
    </>
  )
}
