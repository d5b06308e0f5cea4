import { type FormEvent, useEffect, useMemo, useRef } from 'react'
import { may } from '../../api/me.ts'
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
import { livingOf, useRegistration } from './use-registration.ts'
import { useVets } from './use-vets.ts'

const words = text.registration

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

type Shown = {
  readonly me: Me
  readonly name: string
  readonly start: Form
  /** When the form was typed into before the page was left. */
  readonly begun: string | undefined
  readonly onStartOver: () => void
}

/** The form for a client, an animal and a visit. What it has is kept on this device until it is sent. */
export const NewClientForm = ({ me, name, start, begun, onStartOver }: Shown) => {
  const { form, change, register, forget } = useRegistration(name, start)
  const { known, chosen, progress } = form
  const animals = livingOf(known)
  const animal = animals.find(({ id }) => id === chosen)
  const { options: vets, preset } = useVets(me)
  const { present, read: readPresent } = usePresent(me, known, animal)
  const alreadyHere = useRef<HTMLDivElement>(null)
  const draft = useMemo(
    (): Draft => ({ ...form.draft, vet: String(form.draft['vet']) || preset }),
    [form.draft, preset],
  )
  const { save, busy, goToBoard, problems, attempt, setProblems } = useSaving({
    me,
    draft,
    known,
    animal,
    progress,
    register,
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
    change({ known: taken, chosen: isTyped ? undefined : livingOf(taken)[0]?.id })
    requestAnimationFrame(() => focusOn({ known: taken, draft }))
  }

  const part: Part = {
    draft,
    problems,
    onChange: (field, value) => change((before) => ({ draft: { ...before.draft, [field]: value } })),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(mayAdmit)
  }
  const startOver = () => {
    if (busy !== undefined) return
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
        title: words.admit,
        group: 'here',
        keys: 'Mod+Enter',
        run: () => void latestSave.current(true),
      }
      const registering: Action = {
        id: 'register',
        title: words.register,
        group: 'here',
        run: () => void latestSave.current(false),
      }
      return mayAdmit ? [admitting, registering] : [registering]
    }, [mayAdmit]),
  )
  return (
    <form noValidate onSubmit={submit}>
      {begun !== undefined && (
        <p className={classes['kept']} role="status">
          <span>{words.kept(timeText(begun, me.organisation.time_zone))}</span>
          <button type="button" className="button small" onClick={startOver}>
            {words.startOver}
          </button>
        </p>
      )}
      {present !== undefined && animal !== undefined && progress.visit === undefined && (
        <AlreadyHere
          place={alreadyHere}
          present={present}
          animal={animal}
          timeZone={me.organisation.time_zone}
          onCheckedIn={() => {
            forget()
            void goToBoard()
          }}
          onSecond={() => void save(true, true)}
        />
      )}
      <ProblemSummary problems={problems} attempt={attempt} className={edit['summary']} />
      <div className={classes['parts']}>
        <ClientPart {...part} known={known} made={progress.client?.record} onKnown={take} />
        <AnimalPart
          {...part}
          animals={animals}
          chosen={animal?.id}
          onChoose={(id) => change({ chosen: id })}
          isNeeded={mayAdmit}
        />
        {mayAdmit && <VisitPart {...part} vets={vets} />}
        {known === undefined && <AddressPart {...part} />}
      </div>
      <div className={edit['buttons']}>
        {mayAdmit && (
          <button type="submit" className="button primary" aria-busy={busy === 'admitting'}>
            {busy === 'admitting' ? words.admitting : words.admitName(animal?.name ?? String(draft['name']).trim())}
            <KeyCap keys="Mod+Enter" />
          </button>
        )}
        <button
          type={mayAdmit ? 'button' : 'submit'}
          className={mayAdmit ? 'button' : 'button primary'}
          aria-busy={busy === 'registering'}
          onClick={() => mayAdmit && void save(false)}
        >
          {busy === 'registering' ? words.registering : words.register}
        </button>
        {begun === undefined && form !== start && (
          <button type="button" className="button" onClick={startOver}>
            {words.startOver}
          </button>
        )}
        <span className={page['context']} aria-hidden="true">
          {words.needed}
        </span>
      </div>
    </form>
  )
}
