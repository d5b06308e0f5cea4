import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { type Consultation, nameOfUser } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import classes from './OrderSheet.module.css'

/** Whoever signs is the prescriber: the person at this screen, or else the veterinarian of the visit, who signs it later. */
export const usePrescriber = ({ supervising_veterinarian, supervising_veterinarian_data }: Consultation) => {
  const { user } = useMe()
  const [chosen, setChosen] = useState(user.url)
  const people = [
    { url: user.url, name: nameOfUser(user) },
    ...(supervising_veterinarian_data == null || supervising_veterinarian === user.url
      ? []
      : [{ url: supervising_veterinarian, name: nameOfUser(supervising_veterinarian_data) }]),
  ]
  const { url, name } = people.find((one) => one.url === chosen) ?? people[0]!
  return { url, name, people, isMe: url === user.url, choose: setChosen }
}
type Prescriber = ReturnType<typeof usePrescriber>

/** Who prescribes, where it can be somebody else, and who signs. */
export const PrescriberChoice = ({ prescriber }: { readonly prescriber: Prescriber }) => (
  <>
    {prescriber.people.length > 1 && (
      <fieldset className={classes['choices']}>
        <legend>{text.visit.prescribe.prescriber}</legend>
        {prescriber.people.map(({ url, name }) => (
          <label key={url}>
            <input
              type="radio"
              name="prescriber"
              checked={url === prescriber.url}
              onChange={() => prescriber.choose(url)}
            />
            {name}
          </label>
        ))}
      </fieldset>
    )}
    <p className={classes['signer']}>
      {prescriber.isMe
        ? text.visit.prescribe.signedBy(prescriber.name)
        : text.visit.prescribe.signedLater(prescriber.name)}
    </p>
  </>
)
