import { useQuery } from '@tanstack/react-query'
import { type Client, nameOfClient, type Patient, type Species } from '../../api/records.ts'
import { speciesQuery } from '../../api/species.ts'
import { FieldInput } from '../../shared/edit/FieldInput.tsx'
import type { Draft, Field, Option } from '../../shared/edit/fields.ts'
import page from '../../shared/page.module.css'
import type { Problems } from '../../shared/problems.tsx'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import { text } from '../../text/en.ts'
import { Duplicates } from './Duplicates.tsx'
import { idOfField } from './registration-problems.ts'
import { genderOptions } from '../../shared/edit/groups.ts'
import { reasonsQuery } from '../../api/reason.ts'
import classes from './NewClient.module.css'

export type Part = {
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

type OfClient = Part & {
  readonly known: Client | undefined
  readonly onKnown: (client: Client | undefined) => void
}

export const ClientPart = ({ known, onKnown, ...part }: OfClient) => (
  <section aria-labelledby="new-client">
    <h2 id="new-client">{text.registration.client}</h2>
    {known === undefined ? (
      <>
        <div className={classes['two']}>
          <Inputs {...part} fields={[{ ...textField('lastname'), isNeeded: true }, textField('firstname')]} />
        </div>
        <div>
          <Inputs {...part} fields={[textField('phone', text.registration.phone)]} />
          <Duplicates kind="phone" typed={String(part.draft['phone'])} onUse={onKnown} />
        </div>
        <div>
          <Inputs {...part} fields={[textField('email', label('email'), 'email')]} />
          <Duplicates kind="email" typed={String(part.draft['email'])} onUse={onKnown} />
        </div>
        <Inputs {...part} fields={[textField('organization_name', text.registration.company)]} />
      </>
    ) : (
      <div className={classes['chosen']}>
        <strong>{nameOfClient(known)}</strong>
        <button type="button" className="button small" onClick={() => onKnown(undefined)}>
          {text.registration.otherClient}
        </button>
      </div>
    )}
  </section>
)

/** Below the others: seldom asked for at the desk, and never in the way of the keys. */
export const AddressPart = (part: Part) => (
  <section aria-labelledby="new-address" className={classes['address']}>
    <h2 id="new-address">{text.registration.address}</h2>
    <div className={classes['three']}>
      <Inputs {...part} fields={['street_address', 'zip_code', 'city'].map((name) => textField(name))} />
    </div>
  </section>
)

/** Those that most clinics see every day, before all by their names. */
const commonSpecies = ['DOG', 'CAT', 'RAB', 'GPG', 'HRS']
const speciesOptions = (all: readonly Species[]): readonly Option[] => [
  ...commonSpecies.flatMap((code): Option[] =>
    all
      .filter((species) => species.code === code)
      .map(({ id, name }) => [String(id), name, text.registration.commonSpecies] as const),
  ),
  ...all
    .filter(({ code }) => !commonSpecies.includes(code))
    .map(({ id, name }) => [String(id), name, text.registration.allSpecies] as const),
]

type Animals = Part & {
  readonly animals: readonly Patient[]
  readonly chosen: number | undefined
  readonly onChoose: (id: number | undefined) => void
  readonly isNeeded: boolean
}

const KnownAnimals = ({ animals, chosen, onChoose }: Pick<Animals, 'animals' | 'chosen' | 'onChoose'>) => (
  <fieldset className={classes['animals']} aria-label={text.registration.animal}>
    {animals.map((animal) => (
      <label key={animal.id} className={classes['animal']}>
        <input type="radio" name="animal" checked={chosen === animal.id} onChange={() => onChoose(animal.id)} />
        <SpeciesIcon species={animal.species} />
        <span>
          <strong>{animal.name || '–'}</strong> <span className={page['context']}>{animal.species}</span>
        </span>
      </label>
    ))}
    <label className={classes['animal']}>
      <input type="radio" name="animal" checked={chosen === undefined} onChange={() => onChoose(undefined)} />
      {text.registration.newAnimal}
    </label>
  </fieldset>
)

export const AnimalPart = ({ animals, chosen, onChoose, isNeeded, ...part }: Animals) => {
  const { data } = useQuery(speciesQuery)
  const species = speciesOptions(data ?? [])
  const choices: Part = {
    ...part,
    onChange: (name, value) => {
      part.onChange(name, value)
      // A breed belongs to its species.
      if (name === 'species') part.onChange('breed', '')
    },
  }
  return (
    <section aria-labelledby="new-animal">
      <h2 id="new-animal">{text.registration.animal}</h2>
      {animals.length > 0 && <KnownAnimals animals={animals} chosen={chosen} onChoose={onChoose} />}
      {chosen === undefined && (
        <>
          <Inputs
            {...choices}
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
                textField('born', text.registration.age),
              ]}
            />
          </div>
          <p className={classes['note']}>{text.registration.ageHint}</p>
          <Inputs
            {...part}
            fields={[textField('breed', label('breed'), 'breed'), textField('microchip'), textField('critical_notes')]}
          />
        </>
      )}
    </section>
  )
}

export const VisitPart = ({ vets, ...part }: Part & { readonly vets: readonly Option[] }) => {
  const { data: reasons } = useQuery(reasonsQuery)
  return (
    <section aria-labelledby="new-visit">
      <h2 id="new-visit">{text.registration.visit}</h2>
      <Inputs
        {...part}
        fields={[
          {
            name: 'reason',
            label: text.registration.reason,
            kind: 'choice',
            options: [
              ['', text.registration.noReason],
              ...(reasons ?? []).map(({ url, name }) => [url, name] as const),
            ],
          },
          {
            name: 'vet',
            label: text.registration.vet,
            kind: 'choice',
            isNeeded: true,
            options: [['', text.registration.chooseVet], ...vets],
          },
          textField('complaint', text.registration.complaint, 'area'),
        ]}
      />
    </section>
  )
}
