import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { clientQuery } from '../api/client.ts'
import { may, useMe } from '../api/me.ts'
import { messageOf } from '../api/problem.ts'
import { livingOf } from '../api/patient.ts'
import { type Appointment, idOf, nameOfClient } from '../api/records.ts'
import { speciesQuery } from '../api/species.ts'
import { Dialog } from './Dialog.tsx'
import { text } from '../text/en.ts'
import confirm from './ConfirmDialog.module.css'
import { SpeciesIcon } from './SpeciesIcon.tsx'
import type { Answer } from './which-animal.ts'
import classes from './AnimalQuestion.module.css'

type Answered = { readonly onAnswer: (animal: Answer | undefined) => void }

/** An animal that is on no record yet: it is registered with its visit. */
const NewAnimal = ({ onAnswer }: Answered) => {
  const { data: all = [] } = useQuery(speciesQuery)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const species = all.find(({ id }) => String(id) === chosen)
    if (name.trim() === '' || species === undefined) return setIncomplete(true)
    return onAnswer({ made: { name: name.trim(), species: species.id }, species: species.name })
  }
  return (
    <form className={classes['new']} noValidate onSubmit={submit}>
      <h3>{text.whichAnimal.another}</h3>
      {isIncomplete && (
        <p className={confirm['problem']} role="alert">
          {text.whichAnimal.incomplete}
        </p>
      )}
      <label>
        <span>{text.whichAnimal.name}</span>
        <input type="text" maxLength={127} value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      <label>
        <span>{text.whichAnimal.species}</span>
        <select value={chosen} onChange={({ target }) => setChosen(target.value)}>
          <option value="">–</option>
          {all.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button">
        {text.whichAnimal.register}
      </button>
    </form>
  )
}

/** Which animal comes with an appointment that names none. */
export const AnimalQuestion = ({ appointment, onAnswer }: Answered & { readonly appointment: Appointment }) => {
  const me = useMe()
  const { data: client, error } = useQuery(clientQuery(idOf(appointment.client!)))
  const animals = client && livingOf(client)
  const list = useRef<HTMLDivElement>(null)
  const isRead = animals !== undefined
  useEffect(() => {
    if (isRead) list.current?.querySelector<HTMLElement>('button, input')?.focus()
  }, [isRead])
  return (
    <Dialog label={text.whichAnimal.title} onClose={() => onAnswer(undefined)}>
      <div className={confirm['confirm']} ref={list}>
        <h2 className={confirm['title']}>{text.whichAnimal.title}</h2>
        {error !== null && (
          <p className={confirm['problem']} role="alert">
            {messageOf(error)}
          </p>
        )}
        {client !== undefined && <p>{text.whichAnimal.explained(nameOfClient(client))}</p>}
        <div className={confirm['buttons']}>
          {animals?.map((animal) => (
            <button key={animal.url} type="button" className="button" onClick={() => onAnswer({ patient: animal })}>
              <SpeciesIcon species={animal.species} /> {animal.name || '–'}
            </button>
          ))}
        </div>
        {client !== undefined && may(me, 'General: Patients and clients', 'write') && <NewAnimal onAnswer={onAnswer} />}
      </div>
    </Dialog>
  )
}
