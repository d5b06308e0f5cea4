import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { nameOfUser } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import classes from './OrderSheet.module.css'
import type { PrescribedFor } from './prescribed-for.ts'

/**
 * Whoever signs is the prescriber: the person at this screen, or else the veterinarian of the visit, who signs it later. What
 * comes in the place of another prescription stays its prescriber's.
 */
export const usePrescriber = ({ veterinarian, replaces }: PrescribedFor) => {
  const { user } = useMe()
  const [chosen, setChosen] = useState(replaces?.prescriber ?? user.url)
  const people = [
    { url: user.url, name: nameOfUser(user) },
    ...(veterinarian === undefined || veterinarian.url === user.url ? [] : [veterinarian]),
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
