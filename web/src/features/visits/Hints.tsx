import { Menu } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '../../api/problem.ts'
import type { ChargeHint, Consultation, Item } from '../../api/records.ts'
import { moneyText, timeText } from '../../format.ts'
import { useFocusAfter } from '../../shared/use-focus-after.ts'
import { text } from '../../text/en.ts'
import classes from './Hints.module.css'
import { declineHint, hintsQuery, itemQuery } from './charge-queries.ts'
import { itemsOfModalityQuery, orderQuery } from './order-queries.ts'

type Shown = {
  readonly visit: Consultation
  readonly hint: ChargeHint
  readonly timeZone: string
  readonly currency: string | undefined
  readonly isReadOnly: boolean
  readonly onAdd: (item: Item, hint: ChargeHint) => Promise<unknown>
  readonly onDeclined: () => void
}

/** What looks uncharged, in words, and the item to add for it. */
export const useHintWords = (hint: ChargeHint, visit: Consultation, timeZone: string) => {
  const { data: item } = useQuery({ ...itemQuery(hint.item ?? ''), enabled: hint.item !== null })
  const { data: order } = useQuery({ ...orderQuery(hint.source), enabled: hint.kind === 'imaging' })
  const words = text.visit.hints
  if (hint.kind === 'default_item') return { item, order, title: words.default_item(visit.reason_data?.name ?? '') }
  if (hint.kind === 'prescription_fee') return { item, order, title: words.prescription_fee }
  const modality = order === undefined ? '' : (words.modalities[order.modality] ?? order.modality)
  const what = [modality, order?.target_areas.join(', ').toLowerCase()].filter(Boolean).join(' ')
  const time = order === undefined ? '' : timeText(order.created, timeZone)
  return { item, order, title: words.imaging(what || text.patient.titles.imaging, time) }
}

/** Where the clinic has several items for an examination, somebody chooses. */
const Choose = ({ modality, onChoose }: { readonly modality: string; readonly onChoose: (item: Item) => void }) => {
  const { data } = useQuery(itemsOfModalityQuery(modality))
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <button type="button" className="button small">
          {text.visit.hints.choose}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {data?.results.map((item) => (
          <Menu.Item key={item.url} onClick={() => onChoose(item)}>
            {item.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const Decline = ({ visit, hint, onDone }: Pick<Shown, 'visit' | 'hint'> & { readonly onDone: () => void }) => {
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('reason')
    const reason = typeof given === 'string' ? given.trim() : ''
    if (reason === '') return setProblem(text.visit.hints.reasonMissing)
    try {
      await declineHint(visit.id, hint.id, reason)
      return onDone()
    } catch (error) {
      return setProblem(messageOf(error))
    }
  }
  return (
    <form className={classes['decline']} onSubmit={(event) => void submit(event)}>
      <label htmlFor={`decline-${hint.id}`}>{text.visit.hints.reason}</label>
      <input
        id={`decline-${hint.id}`}
        name="reason"
        maxLength={255}
        autoComplete="off"
        autoFocus
        aria-invalid={problem !== undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Not the dialog that it may be in.
          event.preventDefault()
          onDone()
        }}
      />
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div className={classes['ways']}>
        <button type="submit" className="button small">
          {text.visit.hints.saveReason}
        </button>
        <button type="button" className={classes['plain']} onClick={onDone}>
          {text.visit.hints.cancel}
        </button>
      </div>
    </form>
  )
}

export const Hint = ({ visit, hint, timeZone, currency, isReadOnly, onAdd, onDeclined }: Shown) => {
  const { item, order, title } = useHintWords(hint, visit, timeZone)
  const client = useQueryClient()
  const [isDeclining, setDeclining] = useState(false)
  const decline = useRef<HTMLButtonElement>(null)
  const focusAfter = useFocusAfter()
  const isAdding = useRef(false)
  /** Once, until it is known whether the hint still stands. */
  const add = async (chosen: Item) => {
    if (isAdding.current) return
    isAdding.current = true
    await onAdd(chosen, hint)
    await client.invalidateQueries({ queryKey: hintsQuery(visit.id).queryKey })
    isAdding.current = false
  }
  const price = item === undefined || currency === undefined ? '' : moneyText(item.price_with_vat, currency)
  if (hint.declined !== null)
    return (
      <li className={classes['declined']}>
        <p>{title}</p>
        <p>{text.visit.hints.declined(hint.declined.reason)}</p>
      </li>
    )
  return (
    <li className={classes['hint']}>
      <IconBulb size={18} stroke={1.6} aria-hidden="true" />
      <div>
        <p className={classes['title']}>{title}</p>
        {item !== undefined && <p>{[item.name, price].filter(Boolean).join(' · ')}</p>}
        {isDeclining ? (
          <Decline
            visit={visit}
            hint={hint}
            onDone={() => {
              setDeclining(false)
              focusAfter(() => decline.current)
              onDeclined()
            }}
          />
        ) : (
          !isReadOnly && (
            <div className={classes['ways']}>
              {item !== undefined && (
                <button type="button" className="button small" onClick={() => void add(item)}>
                  {text.visit.hints.add} <span className={classes['figure']}>{price}</span>
                </button>
              )}
              {hint.item === null && order !== undefined && (
                <Choose modality={order.modality} onChoose={(chosen) => void add(chosen)} />
              )}
              <button ref={decline} type="button" className={classes['plain']} onClick={() => setDeclining(true)}>
                {text.visit.hints.notCharged}
              </button>
            </div>
          )
        )}
      </div>
    </li>
  )
}
