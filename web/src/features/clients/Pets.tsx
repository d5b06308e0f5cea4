import { Gender } from '@fetlock/sdk'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Client, Patient } from '../../api/records.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { ageOf, calendarDateText, dateIn, weightText } from '../../format.ts'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import forms from '../../shared/edit/edit.module.css'
import page from '../../shared/page.module.css'
import { clientText } from '../../text/client.ts'
import { text } from '../../text/en.ts'
import classes from './ClientPage.module.css'

const petFacts = ({ species, gender, date_of_birth, deceased }: Patient, today: string) => {
  const age = date_of_birth === null ? undefined : ageOf(date_of_birth, deceased ?? today)
  return [
    species ?? '',
    gender === Gender.Unknown ? '' : gender,
    age === undefined || deceased !== null ? '' : text.patient.age(age.years, age.months),
    deceased === null ? '' : clientText.died(calendarDateText(deceased, new Date(0))),
  ]
    .filter(Boolean)
    .join(', ')
}

const Pet = ({ pet, today }: { readonly pet: Patient; readonly today: string }) => (
  <li className={classes['pet']} data-dead={pet.deceased !== null}>
    <span className={classes['tile']}>
      <SpeciesIcon species={pet.species} size={20} />
    </span>
    <span className={classes['about']}>
      <span>
        <Link to="/patients/$id/" params={{ id: String(pet.id) }} className={classes['whole'] ?? ''}>
          {pet.name || '–'}
        </Link>{' '}
        <span className={page['context']}>{petFacts(pet, today)}</span>
      </span>
      {pet.critical_notes !== '' && (
        <span className={classes['alert']}>
          <IconAlertTriangle size={16} aria-hidden="true" /> {pet.critical_notes.split('\n', 1)[0]}
        </span>
      )}
    </span>
    <span className={page['figure']}>{pet.weight === null ? '' : text.patient.kilograms(weightText(pet.weight))}</span>
  </li>
)

type OfClient = { readonly client: Client; readonly mayAdd: boolean; readonly timeZone: string }

/** The animals of a client, the living ones first. */
export const Pets = ({ client, mayAdd, timeZone }: OfClient) => {
  const today = dateIn(new Date(), timeZone)
  const pets = (client.patients_data ?? []).filter(({ archived }) => !archived)
  const [living, dead] = [pets.filter(({ deceased }) => deceased === null), pets.filter((pet) => pet.deceased !== null)]
  return (
    <section aria-labelledby="pets">
      <div className={forms['groupHead']}>
        <h2 id="pets">{clientText.pets}</h2>
        {mayAdd && (
          <Link className={forms['ghost']} to="/clients/new/" search={{ client: client.id, patient: 'new' }}>
            <IconPlus size={16} stroke={1.6} aria-hidden="true" /> {text.records.actions.addPet}
            <KeyCap keys="p" />
          </Link>
        )}
      </div>
      {pets.length === 0 && <p className={page['none']}>{clientText.noPets}</p>}
      <ul className={classes['pets']}>
        {[...living, ...dead].map((pet) => (
          <Pet key={pet.id} pet={pet} today={today} />
        ))}
      </ul>
    </section>
  )
}
