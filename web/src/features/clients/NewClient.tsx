import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { ApiProblem, messageOf } from '../../api/problem.ts'
import { departmentsQuery, may, staffQuery, useMe } from '../../api/me.ts'
import { type Client, idOf, type Me, nameOfClient, nameOfUser, type Patient, type Species } from '../../api/records.ts'
import { remove } from '../../api/request.ts'
import { type Action, useActions } from '../../frame/actions.ts'
import { Heading } from '../../frame/Heading.tsx'
import { KeyCap } from '../../frame/KeyCap.tsx'
import { ErrorState } from '../../frame/states.tsx'
import { say } from '../../frame/toasts.ts'
import { dateIn } from '../../format.ts'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import edit from '../../shared/edit/edit.module.css'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { typedBirth } from '../../shared/edit/birth.ts'
import { Duplicates } from './Duplicates.tsx'
import { problemsBy, ProblemSummary, type Problems, useProblems } from '../../shared/problems.tsx'
import { FieldInput } from '../../shared/edit/FieldInput.tsx'
import type { Draft, Field, Option } from '../../shared/edit/fields.ts'
import { genderOptions } from './fields.ts'
import { onDuty } from './on-duty.ts'
import { clientQuery, datedShiftsQuery, reasonsQuery, speciesQuery, weeklyShiftsQuery } from './queries.ts'
import classes from './Records.module.css'
import { makeRegistering, RefusedStep, type Registration } from './registration.ts'

const words = text.records.form

/** What was typed into a search before, put where it belongs. */
const carried = (typed: string): Draft => {
  const given = typed.trim()
  if (given.includes('@')) return { email: given }
  if (/^[+\d][\d\s().-]*$/.test(given)) return { phone: given }
  const [lastname = '', ...others] = given.split(/[,\s]+/)
  return { lastname, firstname: others.join(' ') }
}

const empty: Draft = {
  lastname: '',
  firstname: '',
  phone: '',
  email: '',
  organization_name: '',
  name: '',
  species: '',
  gender: 'Unknown',
  born: '',
  microchip: '',
  critical_notes: '',
  reason: '',
  vet: '',
  complaint: '',
}

const idOfField = (name: string) => `new-${name}`

/** What stands under another name in the form. */
const fieldOf: Readonly<Record<string, string>> = {
  phone_number: 'phone',
  date_of_birth: 'born',
  supervising_veterinarian: 'vet',
}
/** Where a refusal is shown that is about no field of the form. */
const firstOf = { client: 'lastname', phone: 'phone', patient: 'name', visit: 'reason' } as const

const problemsOf = (error: unknown, draft: Draft): Problems => {
  const { step, problem } = error instanceof RefusedStep ? error : { step: 'client' as const, problem: error }
  const errors = problem instanceof ApiProblem ? Object.entries(problem.errors ?? {}) : []
  const found = errors.map(([name, [first]]) => {
    const shown = fieldOf[name] ?? name
    return [idOfField(shown in draft ? shown : firstOf[step]), first?.message ?? messageOf(problem)] as const
  })
  return problemsBy(found.length > 0 ? found : [[idOfField(firstOf[step]), messageOf(problem)]])
}

type Part = {
  readonly draft: Draft
  readonly problems: Problems
  readonly onChange: (name: string, value: string | boolean) => void
}

const Inputs = ({ fields, draft, problems, onChange }: Part & { readonly fields: readonly Field[] }) =>
  fields.map((field) => (
    <FieldInput
      key={field.name}
      id={idOfField(field.name)}
      field={field}
      draft={draft}
      problem={problems[idOfField(field.name)]}
      onChange={onChange}
    />
  ))

const label = (name: string) => text.records.labels[name] ?? name
const textField = (name: string, said = label(name), kind: Field['kind'] = 'text'): Field => ({
  name,
  label: said,
  kind,
})

/** Those that most clinics see every day, before all by their names. */
const commonSpecies = ['DOG', 'CAT', 'RAB', 'GPG', 'HRS']
const speciesOptions = (all: readonly Species[]): readonly Option[] => [
  ...commonSpecies.flatMap((code): Option[] =>
    all
      .filter((species) => species.code === code)
      .map(({ id, name }) => [String(id), name, words.commonSpecies] as const),
  ),
  ...all
    .filter(({ code }) => !commonSpecies.includes(code))
    .map(({ id, name }) => [String(id), name, words.allSpecies] as const),
]

const ClientPart = ({
  known,
  onKnown,
  ...part
}: Part & { readonly known: Client | undefined; readonly onKnown: (client: Client | undefined) => void }) => (
  <section aria-labelledby="new-client">
    <h2 id="new-client">{words.client}</h2>
    {known === undefined ? (
      <>
        <div className={classes['two']}>
          <Inputs {...part} fields={[{ ...textField('lastname'), isNeeded: true }, textField('firstname')]} />
        </div>
        <div>
          <Inputs {...part} fields={[textField('phone', words.phone)]} />
          <Duplicates kind="phone" typed={String(part.draft['phone'])} onUse={onKnown} />
        </div>
        <div>
          <Inputs {...part} fields={[textField('email', label('email'), 'email')]} />
          <Duplicates kind="email" typed={String(part.draft['email'])} onUse={onKnown} />
        </div>
        <Inputs {...part} fields={[textField('organization_name', words.company)]} />
      </>
    ) : (
      <div className={classes['chosen']}>
        <strong>{nameOfClient(known)}</strong>
        <button type="button" className="button small" onClick={() => onKnown(undefined)}>
          {words.otherClient}
        </button>
      </div>
    )}
  </section>
)

type Animals = Part & {
  readonly animals: readonly Patient[]
  readonly chosen: number | undefined
  readonly onChoose: (id: number | undefined) => void
  readonly isNeeded: boolean
}

const AnimalPart = ({ animals, chosen, onChoose, isNeeded, ...part }: Animals) => {
  const { data } = useQuery(speciesQuery)
  const species = speciesOptions(data?.results ?? [])
  return (
    <section aria-labelledby="new-animal">
      <h2 id="new-animal">{words.animal}</h2>
      {animals.length > 0 && (
        <fieldset className={classes['animals']} aria-label={words.animal}>
          {animals.map((animal) => (
            <label key={animal.id} className={classes['animal']}>
              <input type="radio" name="animal" checked={chosen === animal.id} onChange={() => onChoose(animal.id)} />
              <SpeciesIcon species={animal.species} />
              <span>
                <strong>{animal.name || '–'}</strong>{' '}
                <span className={page['context']}>{animal.species?.toLowerCase()}</span>
              </span>
            </label>
          ))}
          <label className={classes['animal']}>
            <input type="radio" name="animal" checked={chosen === undefined} onChange={() => onChoose(undefined)} />
            {words.newAnimal}
          </label>
        </fieldset>
      )}
      {chosen === undefined && (
        <>
          <Inputs
            {...part}
            fields={[
              { ...textField('name'), isNeeded },
              { name: 'species', label: label('species'), kind: 'choice', isNeeded, options: [['', '–'], ...species] },
            ]}
          />
          <div className={classes['two']}>
            <Inputs
              {...part}
              fields={[
                { name: 'gender', label: label('gender'), kind: 'choice', options: genderOptions },
                textField('born', words.age),
              ]}
            />
          </div>
          <p className={classes['note']}>{words.ageHint}</p>
          <Inputs {...part} fields={[textField('microchip'), textField('critical_notes')]} />
        </>
      )}
    </section>
  )
}

/** Who can be responsible for a visit, those who work today first. Only who works is there unasked: alone, or by oneself. */
const useVets = (me: Me) => {
  const today = dateIn(new Date(), me.organisation.time_zone)
  const enabled = may(me, 'General: Appointments')
  const { data: staff } = useQuery(staffQuery)
  const { data: weekly } = useQuery({ ...weeklyShiftsQuery(today), enabled })
  const { data: dated } = useQuery({ ...datedShiftsQuery(today), enabled })
  return useMemo(() => {
    const working = onDuty(weekly?.results ?? [], dated?.results ?? [])
    const people = (staff?.results ?? []).toSorted((one, other) => nameOfUser(one).localeCompare(nameOfUser(other)))
    const options = [true, false].flatMap((isWorking) =>
      people
        .filter(({ url }) => working.has(url) === isWorking)
        .map((user): Option => [user.url, nameOfUser(user), isWorking ? words.onDuty : words.others]),
    )
    const preset = working.has(me.user.url) ? me.user.url : working.size === 1 ? [...working][0]! : ''
    return { options, preset }
  }, [staff, weekly, dated, me.user.url])
}

const VisitPart = ({ vets, ...part }: Part & { readonly vets: readonly Option[] }) => {
  const { data: reasons } = useQuery(reasonsQuery)
  return (
    <section aria-labelledby="new-visit">
      <h2 id="new-visit">{words.visit}</h2>
      <Inputs
        {...part}
        fields={[
          {
            name: 'reason',
            label: words.reason,
            kind: 'choice',
            options: [['', words.noReason], ...(reasons?.results ?? []).map(({ url, name }) => [url, name] as const)],
          },
          {
            name: 'vet',
            label: words.vet,
            kind: 'choice',
            isNeeded: true,
            options: [['', words.chooseVet], ...vets],
          },
          textField('complaint', words.complaint, 'area'),
        ]}
      />
    </section>
  )
}

/** What is wrong before anything is sent. */
const check = (draft: Draft, isKnownClient: boolean, isKnownAnimal: boolean, today: string, admits: boolean) => {
  const problems: Record<string, string> = {}
  const complain = (name: string, message: string) => void (problems[idOfField(name)] = message)
  const isNamed = ['lastname', 'firstname', 'organization_name'].some((name) => String(draft[name]).trim() !== '')
  if (!isKnownClient && !isNamed) complain('lastname', words.nameNeeded)
  const hasAnimal = String(draft['name']).trim() !== ''
  if (!isKnownAnimal && !hasAnimal && (admits || isKnownClient)) complain('name', words.animalNeeded)
  if (!isKnownAnimal && hasAnimal && draft['species'] === '') complain('species', words.speciesNeeded)
  if (!isKnownAnimal && draft['born'] !== '') {
    const born = typedBirth(String(draft['born']), today, navigator.language)
    if (born === undefined) complain('born', words.badAge)
    else if (born > today) complain('born', words.future)
  }
  if (admits && draft['vet'] === '') complain('vet', words.vetNeeded)
  return problems
}

const typed = (draft: Draft, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, String(draft[name]).trim()] as const).filter(([, value]) => value !== ''),
  )

const wantedOf = (
  draft: Draft,
  known: Client | undefined,
  animal: Patient | undefined,
  today: string,
  department: string | undefined,
  admits: boolean,
): Registration => {
  const born = typedBirth(String(draft['born']), today, navigator.language)
  const newAnimal =
    String(draft['name']).trim() === ''
      ? undefined
      : {
          made: {
            ...typed(draft, ['name', 'gender', 'microchip', 'critical_notes']),
            species: Number(draft['species']),
            ...(born && { date_of_birth: born }),
          },
        }
  return {
    client:
      known === undefined ? { made: typed(draft, ['lastname', 'firstname', 'organization_name', 'email']) } : { known },
    phone: String(draft['phone']).trim(),
    patient: animal === undefined ? newAnimal : { known: animal },
    visit: admits
      ? {
          ...typed(draft, ['reason', 'complaint']),
          supervising_veterinarian: draft['vet'],
          ...(department && { department }),
        }
      : undefined,
  }
}

const NewClientForm = ({ me, opened, given }: { me: Me; opened: Client | undefined; given: string }) => {
  const { patient: asked, department } = useSearch({ from: '/clients/new' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: departments } = useQuery(departmentsQuery)
  const [known, setKnown] = useState(opened)
  const animals = (known?.patients_data ?? []).filter(({ archived, deceased }) => !archived && deceased === null)
  const [chosen, setChosen] = useState(() => (asked === 'new' ? undefined : (asked ?? animals[0]?.id)))
  const [typedDraft, setDraft] = useState<Draft>(() => ({ ...empty, ...carried(given) }))
  const { options: vets, preset } = useVets(me)
  const draft = useMemo(
    (): Draft => ({ ...typedDraft, vet: String(typedDraft['vet']) || preset }),
    [typedDraft, preset],
  )
  const { problems, attempt, setProblems } = useProblems()
  const [busy, setBusy] = useState<'admitting' | 'registering'>()
  // Who opens a form types: the first field that is empty has the focus once it is there.
  useEffect(() => {
    const first =
      known === undefined ? (given === '' ? '#new-lastname' : '#new-firstname') : '[name="animal"]:checked, #new-name'
    document.querySelector<HTMLElement>(first)?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only as the form opens
  }, [])
  const register = useRef(makeRegistering())
  const mayAdmit = may(me, 'Clinical: Consultations', 'write')
  const animal = animals.find(({ id }) => id === chosen)
  const take = (taken: Client | undefined) => {
    setKnown(taken)
    setProblems({})
    const living = (taken?.patients_data ?? []).filter(({ archived, deceased }) => !archived && deceased === null)
    setChosen(String(draft['name']).trim() === '' ? living[0]?.id : undefined)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[name="animal"]:checked, #new-name')?.focus())
  }

  const save = async (admits: boolean) => {
    if (busy !== undefined) return
    const today = dateIn(new Date(), me.organisation.time_zone)
    const wrong = check(draft, known !== undefined, animal !== undefined, today, admits)
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(admits ? 'admitting' : 'registering')
    try {
      const place = departments?.results.find(({ url }) => idOf(url) === department)?.url
      const made = await register.current(wantedOf(draft, known, animal, today, place, admits))
      const { visit } = made
      void client.invalidateQueries({ queryKey: ['today'] })
      void client.invalidateQueries({ queryKey: ['client', made.client.id] })
      if (visit === undefined) {
        say(words.registered(made.patient?.name || nameOfClient(made.client)))
        return void navigate({ to: '/clients/$id/', params: { id: String(made.client.id) } })
      }
      say(words.admitted(made.patient?.name ?? ''), {
        undo: async () => {
          await remove(`/consultation/${visit.id}/`)
          await client.invalidateQueries({ queryKey: ['today'] })
        },
      })
      void navigate({ to: '/', search: (before) => ({ department: before.department }) })
    } catch (error) {
      setProblems(problemsOf(error, draft))
    } finally {
      setBusy(undefined)
    }
  }
  const part: Part = {
    draft,
    problems,
    onChange: (name, value) => setDraft((before) => ({ ...before, [name]: value })),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(mayAdmit)
  }
  const saving = useRef(save)
  saving.current = save
  useActions(
    useMemo(
      (): readonly Action[] => [
        ...(mayAdmit
          ? [
              {
                id: 'admit',
                title: words.admit,
                group: 'here' as const,
                keys: 'Mod+Enter',
                run: () => void saving.current(true),
              },
            ]
          : []),
        { id: 'register', title: words.register, group: 'here', run: () => void saving.current(false) },
      ],
      [mayAdmit],
    ),
  )
  return (
    <form noValidate onSubmit={submit}>
      <ProblemSummary problems={problems} attempt={attempt} className={edit['summary']} />
      <div className={classes['parts']}>
        <ClientPart {...part} known={known} onKnown={take} />
        <AnimalPart {...part} animals={animals} chosen={animal?.id} onChoose={setChosen} isNeeded={mayAdmit} />
        {mayAdmit && <VisitPart {...part} vets={vets} />}
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
        <span className={page['context']} aria-hidden="true">
          {words.needed}
        </span>
      </div>
    </form>
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
        <NewClientForm key={id ?? 'new'} me={me} opened={data} given={q} />
      </div>
    </>
  )
}
