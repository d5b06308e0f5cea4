import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { clientQuery } from '../../api/client.ts'
import { ApiProblem, messageOf } from '../../api/problem.ts'
import { departmentsQuery, may, useMe } from '../../api/me.ts'
import { type Client, idOf, type Me, nameOfClient } from '../../api/records.ts'
import { remove } from '../../api/request.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Heading } from '../../shared/Heading.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { ErrorState } from '../../shared/states.tsx'
import { say } from '../../shared/toasts.ts'
import { dateIn, timeText } from '../../format.ts'
import edit from '../../shared/edit/edit.module.css'
import { type Draft, plainText } from '../../shared/edit/fields.ts'
import page from '../../shared/page.module.css'
import { problemsBy, ProblemSummary, type Problems, useProblems } from '../../shared/problems.tsx'
import { text } from '../../text/en.ts'
import { AlreadyHere } from './AlreadyHere.tsx'
import type { Form } from './kept-registration.ts'
import classes from './NewClient.module.css'
import { carriedDraft, checkDraft, doubtsIn, emptyDraft, type Situation, wantedOf } from './registration-draft.ts'
import { Refused, type RefusedStep } from './registration.ts'
import { AddressPart, AnimalPart, ClientPart, idOfField, type Part, VisitPart } from './RegistrationParts.tsx'
import { usePresent } from './use-present.ts'
import { livingOf, useKeptForm, useRegistration } from './use-registration.ts'
import { useVets } from './use-vets.ts'

const words = text.registration

/** What stands under another name in the form. */
const fieldOf: Readonly<Record<string, string>> = {
  phone_number: 'phone',
  date_of_birth: 'born',
  supervising_veterinarian: 'vet',
}
/** Where a refusal is shown that is about no field of the form. */
const firstOf = { client: 'lastname', phone: 'phone', patient: 'name', visit: 'reason' } as const

const problemsOfStep = ({ step, problem, overlap }: RefusedStep): readonly (readonly [string, string])[] => {
  const placeOf = (name: string) => {
    const shown = fieldOf[name] ?? name
    return idOfField(shown in emptyDraft ? shown : firstOf[step])
  }
  if (overlap !== undefined)
    return overlap.names.map((name) => [placeOf(name), words.changedTo(plainText(overlap.now[name]))])
  const errors = problem instanceof ApiProblem ? Object.entries(problem.errors ?? {}) : []
  return errors.length === 0
    ? [[idOfField(firstOf[step]), messageOf(problem)]]
    : errors.map(([name, [first]]) => [placeOf(name), first?.message ?? messageOf(problem)])
}

const problemsOf = (error: unknown): Problems =>
  problemsBy(
    error instanceof Refused ? error.steps.flatMap(problemsOfStep) : [[idOfField('lastname'), messageOf(error)]],
  )
/** In the order of the form. */
const atFields = (complaints: Readonly<Record<string, string>>): Problems =>
  problemsBy(
    Object.keys(emptyDraft).flatMap((name) =>
      complaints[name] === undefined ? [] : [[idOfField(name), complaints[name]] as const],
    ),
  )

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

const NewClientForm = ({ me, name, start, begun, onStartOver }: Shown) => {
  const { department } = useSearch({ from: '/clients/new' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: departments } = useQuery(departmentsQuery)
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
  const { problems, attempt, setProblems } = useProblems()
  const [busy, setBusy] = useState<'admitting' | 'registering'>()
  /** The doubt that somebody has been told of, in its words. */
  const [doubted, setDoubted] = useState('')
  // Who opens a form types: the first field that is empty has the focus once it is there.
  useEffect(() => focusOn(start), [start])
  const mayAdmit = may(me, 'Clinical: Consultations', 'write')
  const take = (taken: Client | undefined) => {
    setProblems({})
    const isTyped = String(draft['name']).trim() !== ''
    change({ known: taken, chosen: isTyped ? undefined : livingOf(taken)[0]?.id })
    requestAnimationFrame(() => focusOn({ known: taken, draft }))
  }

  const goToBoard = () => navigate({ to: '/', search: (before) => ({ department: before.department }) })

  const done = async (situation: Situation) => {
    const made = await register(wantedOf(draft, situation))
    forget()
    const { visit } = made
    void client.invalidateQueries({ queryKey: ['today'] })
    void client.invalidateQueries({ queryKey: ['clients'] })
    void client.invalidateQueries({ queryKey: ['client', made.client.id] })
    if (visit === undefined) {
      say(words.registered(made.patient?.name || nameOfClient(made.client)))
      return navigate({ to: '/clients/$id/', params: { id: String(made.client.id) } })
    }
    say(words.admitted(made.patient?.name ?? ''), {
      undo: async () => {
        await remove(`/consultation/${visit.id}/`)
        await client.invalidateQueries({ queryKey: ['today'] })
      },
    })
    return goToBoard()
  }

  const save = async (admits: boolean, isSecond = false) => {
    if (busy !== undefined) return
    const situation: Situation = {
      client: known,
      animal,
      admits,
      today: dateIn(new Date(), me.organisation.time_zone),
      locale: navigator.language,
      department: departments?.results.find(({ url }) => idOf(url) === department)?.url,
    }
    const doubts = doubtsIn(draft, situation)
    const doubt = Object.values(doubts).join()
    const wrong = { ...(doubt === doubted ? {} : doubts), ...checkDraft(draft, situation) }
    setDoubted(doubt)
    setProblems(atFields(wrong))
    if (Object.keys(wrong).length > 0) return
    setBusy(admits ? 'admitting' : 'registering')
    try {
      // What was sent before and has no answer may be the visit that is there.
      if (admits && !isSecond && progress.visit === undefined && (await readPresent()) !== undefined)
        return requestAnimationFrame(() => alreadyHere.current?.querySelector<HTMLElement>('a, button')?.focus())
      await done(situation)
    } catch (error) {
      setProblems(problemsOf(error))
    } finally {
      setBusy(undefined)
    }
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

/** The form as it was left on this device, or as it begins. */
const KeptForm = ({ me, opened, given }: { me: Me; opened: Client | undefined; given: string }) => {
  const { patient: asked } = useSearch({ from: '/clients/new' })
  const [begins, setBegins] = useState(0)
  const name = [me.user.url, opened?.id ?? 'new', asked ?? '', given].join(' ')
  const kept = useKeptForm(name)
  const start = useMemo((): Form => {
    const chosen = asked === 'new' ? undefined : (asked ?? livingOf(opened)[0]?.id)
    const fresh: Form = { draft: { ...emptyDraft, ...carriedDraft(given) }, known: opened, chosen, progress: {} }
    return begins > 0 || kept?.found === undefined ? fresh : { ...fresh, ...kept.found.form }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the client may be read again while the form is open
  }, [kept, begins])
  if (kept === undefined) return null
  return (
    <NewClientForm
      key={begins}
      me={me}
      name={name}
      start={start}
      begun={begins > 0 ? undefined : kept.found?.at}
      onStartOver={() => setBegins(begins + 1)}
    />
  )
}

/** A client, an animal and a visit in one form: for who walks in, and for whoever is registered for later. */
export const NewClient = () => {
  const me = useMe()
  const { client: id, q = '' } = useSearch({ from: '/clients/new' })
  const { data, error, refetch } = useQuery({ ...clientQuery(id ?? 0), enabled: id !== undefined })
  const mayRegister = may(me, 'General: Patients and clients', 'write')
  if (!mayRegister)
    return (
      <ErrorState
        isPage
        what={words.what}
        error={new ApiProblem({ status: 403, code: 'permission_denied', detail: words.needs })}
      />
    )
  if (error !== null && data === undefined)
    return <ErrorState isPage error={error} what={text.client.what} onRetry={() => void refetch()} />
  if (id !== undefined && data === undefined) return null
  return (
    <>
      <div className={page['head']}>
        <Heading title={data === undefined ? words.title : words.titleKnown(nameOfClient(data))} />
      </div>
      <div className={classes['walkIn']}>
        <KeptForm key={`${id ?? 'new'} ${q}`} me={me} opened={data} given={q} />
      </div>
    </>
  )
}
