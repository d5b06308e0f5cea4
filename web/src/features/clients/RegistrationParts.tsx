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
import { genderOptions } from '../../shared/edit/groups.ts'
import { reasonsQuery } from './queries.ts'
import classes from './NewClient.module.css'

const words = text.registration

export const idOfField = (name: string) => `new-${name}`

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
  /** The client whom this form has registered already. */
  readonly made: Client | undefined
  readonly onKnown: (client: Client | undefined) => void
}

export const ClientPart = ({ known, made, onKnown, ...part }: OfClient) => (
  <section aria-labelledby="new-client">
    <h2 id="new-client">{words.client}</h2>
    {known === undefined ? (
      <>
        {made !== undefined && (
          <p className={classes['note']} role="status">
            {words.isMade(nameOfClient(made))}
          </p>
        )}
        <div className={classes['two']}>
          <Inputs {...part} fields={[{ ...textField('lastname'), isNeeded: true }, textField('firstname')]} />
        </div>
        <div>
          <Inputs {...part} fields={[textField('phone', words.phone)]} />
          <Duplicates kind="phone" typed={String(part.draft['phone'])} except={made?.id} onUse={onKnown} />
        </div>
        <div>
          <Inputs {...part} fields={[textField('email', label('email'), 'email')]} />
          <Duplicates kind="email" typed={String(part.draft['email'])} except={made?.id} onUse={onKnown} />
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

/** Below the others: seldom asked for at the desk, and never in the way of the keys. */
export const AddressPart = (part: Part) => (
  <section aria-labelledby="new-address" className={classes['address']}>
    <h2 id="new-address">{words.address}</h2>
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
      .map(({ id, name }) => [String(id), name, words.commonSpecies] as const),
  ),
  ...all
    .filter(({ code }) => !commonSpecies.includes(code))
    .map(({ id, name }) => [String(id), name, words.allSpecies] as const),
]

type Animals = Part & {
  readonly animals: readonly Patient[]
  readonly chosen: number | undefined
  readonly onChoose: (id: number | undefined) => void
  readonly isNeeded: boolean
}

const KnownAnimals = ({ animals, chosen, onChoose }: Pick<Animals, 'animals' | 'chosen' | 'onChoose'>) => (
  <fieldset className={classes['animals']} aria-label={words.animal}>
    {animals.map((animal) => (
      <label key={animal.id} className={classes['animal']}>
        <input type="radio" name="animal" checked={chosen === animal.id} onChange={() => onChoose(animal.id)} />
        <SpeciesIcon species={animal.species} />
        <span>
          <strong>{animal.name || '–'}</strong> <span className={page['context']}>{animal.species?.toLowerCase()}</span>
        </span>
      </label>
    ))}
    <label className={classes['animal']}>
      <input type="radio" name="animal" checked={chosen === undefined} onChange={() => onChoose(undefined)} />
      {words.newAnimal}
    </label>
  </fieldset>
)

export const AnimalPart = ({ animals, chosen, onChoose, isNeeded, ...part }: Animals) => {
  const { data } = useQuery(speciesQuery)
  const species = speciesOptions(data?.results ?? [])
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
      <h2 id="new-animal">{words.animal}</h2>
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
                textField('born', words.age),
              ]}
            />
          </div>
          <p className={classes['note']}>{words.ageHint}</p>
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
          { name: 'vet', label: words.vet, kind: 'choice', isNeeded: true, options: [['', words.chooseVet], ...vets] },
          textField('complaint', words.complaint, 'area'),
        ]}
      />
    </section>
  )
}
