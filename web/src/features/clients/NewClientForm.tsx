import { type FormEvent, useEffect, useMemo, useRef } from 'react'
import { may } from '../../api/me.ts'
import { livingOf } from '../../api/patient.ts'
import type { Client, Me } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { timeText } from '../../format.ts'
import edit from '../../shared/edit/edit.module.css'
import type { Draft } from '../../shared/edit/fields.ts'
import page from '../../shared/page.module.css'
import { ProblemSummary } from '../../shared/problems.tsx'
import { text } from '../../text/en.ts'
import { AlreadyHere } from './AlreadyHere.tsx'
import type { Form } from './kept-registration.ts'
import classes from './NewClient.module.css'
import { AddressPart, AnimalPart, ClientPart, type Part, VisitPart } from './RegistrationParts.tsx'
import { usePresent } from './use-present.ts'
import { useSaving } from './use-saving.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { useVets } from './use-vets.ts'

/** The first field that somebody would type into. */
const focusOn = ({ known, draft }: Pick<Form, 'known' | 'draft'>) => {
  const first =
    known === undefined
      ? draft['lastname'] === ''
        ? '#new-lastname'
        : '#new-firstname'
      : '[name="animal"]:checked, #new-name'
  document.querySelector<HTMLElement>(first)?.focus()
}

type Sending = {
  /** `again` while it is not known what became of what was sent. */
  readonly kind: 'both' | 'register' | 'again'
  readonly busy: 'admitting' | 'registering' | undefined
  /** Of the animal. */
  readonly name: string
  readonly onRegister: () => void
}

const Buttons = ({ kind, busy, name, onRegister }: Sending) => {
  const { again, admitting, admitName, registering, register } = text.registration
  if (kind === 'again')
    return (
      <button type="submit" className="button primary">
        {again}
      </button>
    )
  return (
    <>
      {kind === 'both' && (
        <button type="submit" className="button primary" aria-busy={busy === 'admitting'}>
          {busy === 'admitting' ? admitting : admitName(name)}
          <KeyCap keys="Mod+Enter" />
        </button>
      )}
      <button
        type={kind === 'both' ? 'button' : 'submit'}
        className={kind === 'both' ? 'button' : 'button primary'}
        aria-busy={busy === 'registering'}
        onClick={() => kind === 'both' && onRegister()}
      >
        {busy === 'registering' ? registering : register}
      </button>
    </>
  )
}

type Props = {
  readonly me: Me
  readonly name: string
  readonly start: Form
  /** When the form was typed into before the page was left. */
  readonly begun: string | undefined
  readonly onStartOver: () => void
}

/** The form for a client, an animal and a visit. What it has is kept on this device until it is sent. */
export const NewClientForm = ({ me, name, start, begun, onStartOver }: Props) => {
  const { form, change, forget } = useKeptDraft(name, start)
  const { known, chosen, asked } = form
  const animals = livingOf(known)
  const animal = animals.find(({ id }) => id === chosen)
  const { options: vets, preset } = useVets(me)
  const { present, read: readPresent } = usePresent(me, known, animal)
  const alreadyHere = useRef<HTMLDivElement>(null)
  const draft = useMemo(
    (): Draft => ({ ...form.draft, vet: String(form.draft['vet']) || preset }),
    [form.draft, preset],
  )
  const { save, isBusy, isAdmitting, goToBoard, problems, attempt, setProblems } = useSaving({
    me,
    form,
    draft,
    animal,
    change,
    forget,
    readPresent,
    onPresent: () => alreadyHere.current?.querySelector<HTMLElement>('a, button')?.focus(),
  })
  // Who opens a form types: the first field that is empty has the focus once it is there.
  useEffect(() => focusOn(start), [start])
  const mayAdmit = may(me, 'Clinical: Consultations', 'write')
  const take = (taken: Client | undefined) => {
    setProblems({})
    const isTyped = String(draft['name']).trim() !== ''
    void change({ known: taken, chosen: isTyped ? undefined : livingOf(taken)[0]?.id })
    requestAnimationFrame(() => focusOn({ known: taken, draft }))
  }

  const part: Part = {
    draft,
    problems,
    onChange: (field, value) => void change((before) => ({ draft: { ...before.draft, [field]: value } })),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(mayAdmit)
  }
  const startOver = () => {
    if (isBusy) return
    forget()
    onStartOver()
  }
  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })
  useActions(
    useMemo((): readonly Action[] => {
      const admitting: Action = {
        id: 'admit',
        title: text.registration.admit,
        group: 'here',
        keys: 'Mod+Enter',
        run: () => latestSave.current(true),
      }
      const registering: Action = {
        id: 'register',
        title: text.registration.register,
        group: 'here',
        run: () => latestSave.current(false),
      }
      return mayAdmit ? [admitting, registering] : [registering]
    }, [mayAdmit]),
  )
  return (
    <form noValidate onSubmit={submit}>
      {begun !== undefined && (
        <p className={classes['kept']} role="status">
          <span>{text.registration.kept(timeText(begun, me.organisation.time_zone))}</span>
          <button type="button" className="button small" onClick={startOver}>
            {text.registration.startOver}
          </button>
        </p>
      )}
      {present !== undefined && animal !== undefined && asked === undefined && (
        <AlreadyHere
          place={alreadyHere}
          present={present}
          animal={animal}
          timeZone={me.organisation.time_zone}
          onCheckedIn={() => {
            forget()
            void goToBoard()
          }}
          onSecond={() => save(true, true)}
        />
      )}
      <ProblemSummary problems={problems} attempt={attempt} className={edit['summary']} />
      {asked !== undefined && !isBusy && (
        <p className={classes['kept']} role="status">
          {text.registration.unknown}
        </p>
      )}
      {/* What was sent is asked for again as it was, so it is not changed meanwhile. */}
      <fieldset className={classes['parts']} disabled={asked !== undefined}>
        <ClientPart {...part} known={known} onKnown={take} />
        <AnimalPart
          {...part}
          animals={animals}
          chosen={animal?.id}
          onChoose={(id) => void change({ chosen: id })}
          isNeeded={mayAdmit}
        />
        {mayAdmit && <VisitPart {...part} vets={vets} />}
        {known === undefined && <AddressPart {...part} />}
      </fieldset>
      <div className={edit['buttons']}>
        <Buttons
          kind={asked !== undefined && !isBusy ? 'again' : mayAdmit ? 'both' : 'register'}
          busy={!isBusy ? undefined : isAdmitting ? 'admitting' : 'registering'}
          name={animal?.name ?? String(draft['name']).trim()}
          onRegister={() => save(false)}
        />
        {begun === undefined && form !== start && (
          <button type="button" className="button" onClick={startOver}>
            {text.registration.startOver}
          </button>
        )}
        <span className={page['context']} aria-hidden="true">
          {text.registration.needed}
        </span>
      </div>
    </form>
  )
}
