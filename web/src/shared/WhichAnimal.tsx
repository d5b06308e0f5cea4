import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { clientQuery } from '../api/client.ts'
import { may, useMe } from '../api/me.ts'
import { messageOf } from '../api/problem.ts'
import { type Appointment, type Client, idOf, nameOfClient, type Patient } from '../api/records.ts'
import { post } from '../api/request.ts'
import { speciesQuery } from '../api/species.ts'
import { Dialog } from './Dialog.tsx'
import { text } from '../text/en.ts'
import confirm from './ConfirmDialog.module.css'
import { SpeciesIcon } from './SpeciesIcon.tsx'
import { useKeyFor } from './use-key-for.ts'
import { useAskedAnimal } from './which-animal.ts'
import classes from './WhichAnimal.module.css'

const words = text.whichAnimal

type Answered = { readonly onAnswer: (animal: Patient | undefined) => void }

/** An animal that is on no record yet, as far as a visit needs it. */
const NewAnimal = ({ client, onAnswer }: Answered & { readonly client: Client }) => {
  const { data } = useQuery(speciesQuery)
  const keyFor = useKeyFor()
  const [name, setName] = useState('')
  const [species, setSpecies] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (name.trim() === '' || species === '') return setProblem(words.incomplete)
    const body = { client: client.url, name: name.trim(), species: Number(species) }
    setBusy(true)
    try {
      onAnswer(await post<Patient>('/patient/', body, { idempotencyKey: keyFor(body) }))
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={classes['new']} noValidate onSubmit={(event) => void submit(event)}>
      <h3>{words.another}</h3>
      {problem !== undefined && (
        <p className={confirm['problem']} role="alert">
          {problem}
        </p>
      )}
      <label>
        <span>{words.name}</span>
        <input type="text" maxLength={127} value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      <label>
        <span>{words.species}</span>
        <select value={species} onChange={({ target }) => setSpecies(target.value)}>
          <option value="">–</option>
          {(data?.results ?? []).map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button" aria-busy={isBusy}>
        {words.register}
      </button>
    </form>
  )
}

const Question = ({ appointment, onAnswer }: Answered & { readonly appointment: Appointment }) => {
  const me = useMe()
  const { data: client, error } = useQuery(clientQuery(idOf(appointment.client!)))
  const animals = client?.patients_data?.filter(({ archived, deceased }) => !archived && deceased === null)
  const list = useRef<HTMLDivElement>(null)
  const isRead = animals !== undefined
  useEffect(() => {
    if (isRead) list.current?.querySelector<HTMLElement>('button, input')?.focus()
  }, [isRead])
  return (
    <Dialog label={words.title} onClose={() => onAnswer(undefined)}>
      <div className={confirm['confirm']} ref={list}>
        <h2 className={confirm['title']}>{words.title}</h2>
        {error !== null && (
          <p className={confirm['problem']} role="alert">
            {messageOf(error)}
          </p>
        )}
        {client !== undefined && <p>{words.explained(nameOfClient(client))}</p>}
        <div className={confirm['buttons']}>
          {animals?.map((animal) => (
            <button key={animal.url} type="button" className="button" onClick={() => onAnswer(animal)}>
              <SpeciesIcon species={animal.species} /> {animal.name || '–'}
            </button>
          ))}
        </div>
        {client !== undefined && may(me, 'General: Patients and clients', 'write') && (
          <NewAnimal client={client} onAnswer={onAnswer} />
        )}
      </div>
    </Dialog>
  )
}

/** Which animal comes with an appointment that names none, asked over whatever page it is checked in on. */
export const WhichAnimal = () => {
  const asked = useAskedAnimal()
  return asked === undefined ? null : (
    <Question key={asked.appointment.id} appointment={asked.appointment} onAnswer={asked.answer} />
  )
}
