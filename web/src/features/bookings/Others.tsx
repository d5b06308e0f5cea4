import { IconPaw, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Suggestion } from '../../api/onlinebooking.ts'
import { idOf } from '../../api/records.ts'
import { searchQuery } from '../../api/search.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { ListOption } from '../../shared/ListOption.tsx'
import { useCombobox } from '../../shared/use-combobox.ts'
import { useSettled } from '../../shared/useSettled.ts'
import { bookings as text } from '../../text/bookings.ts'
import classes from './Bookings.module.css'

type Choose = (client: number) => void

const maxShown = 6

/** Finds any client, by their name, number or animal. */
const FindClient = ({
  box,
  onChoose,
}: {
  readonly box: RefObject<HTMLInputElement | null>
  readonly onChoose: Choose
}) => {
  const [typed, setTyped] = useState('')
  const asked = useSettled(typed.trim())
  const { data } = useQuery({ ...searchQuery(asked), enabled: asked.length > 1, placeholderData: keepPreviousData })
  const isOpen = typed.trim().length > 1
  const found = isOpen
    ? (data?.results ?? [])
        .filter(
          ({ type, state, client }) => state === 'active' && (type === 'client' || (type === 'patient' && client)),
        )
        .slice(0, maxShown)
    : []
  const choose = (index: number) => {
    const one = found[index]
    if (one === undefined) return
    setTyped('')
    onChoose(one.type === 'client' ? one.id : idOf(one.client!))
  }
  const { reset, field, list, option } = useCombobox({
    count: found.length,
    isOpen,
    onEnter: choose,
    onEscape: () => setTyped(''),
  })
  return (
    <div className={classes['find']}>
      <input
        {...field}
        ref={box}
        aria-label={text.search}
        placeholder={text.searchHint}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          reset()
        }}
      />
      <KeyCap keys="/" />
      <div {...list} aria-label={text.search} className={classes['found']} hidden={found.length === 0}>
        {found.map(({ url, type, label, detail }, index) => (
          <ListOption key={url} {...option(index)} onClick={() => choose(index)}>
            {type === 'patient' ? (
              <IconPaw size={16} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconUser size={16} stroke={1.6} aria-hidden="true" />
            )}
            <span>
              <strong>{label}</strong> {detail}
            </span>
          </ListOption>
        ))}
      </div>
      {isOpen && asked === typed.trim() && data?.results.length === 0 && (
        <p className={classes['hint']} role="status">
          {text.nothing(asked)}
        </p>
      )}
    </div>
  )
}

const groundsText = ({ matches }: Suggestion) => {
  const said = matches.map((match) => text.matches[match])
  return said.length === 1 ? text.only(said[0]!) : said.join(', ')
}

type Props = {
  readonly suggestions: readonly Suggestion[]
  /** The client that the booking is compared with. */
  readonly chosen: number | undefined
  readonly box: RefObject<HTMLInputElement | null>
  readonly onChoose: Choose
}

/** Who else it may be, with what agrees; and whoever is found by searching. */
export const Others = ({ suggestions, chosen, box, onChoose }: Props) => {
  const others = suggestions.filter(({ client }) => idOf(client) !== chosen)
  return (
    <section className={classes['others']}>
      <h2>{text.others}</h2>
      <ul>
        {others.map((suggestion) => (
          <li key={suggestion.client}>
            <strong>{suggestion.name}</strong>
            <span>{suggestion.patients.map(({ name }) => name).join(', ')}</span>
            <span>{groundsText(suggestion)}</span>
            <button type="button" className="button small" onClick={() => onChoose(idOf(suggestion.client))}>
              {text.compare}
              <span className="unseen"> {suggestion.name}</span>
            </button>
          </li>
        ))}
        <li>
          <span>{suggestions.length === 0 ? text.nobody : text.noneOfThese}</span>
          <FindClient box={box} onChoose={onChoose} />
        </li>
      </ul>
    </section>
  )
}
