import { ChargeHintKind, type Modality } from '@fetlock/sdk'
import { Menu } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '../../api/problem.ts'
import type { ChargeHint, Consultation, Item } from '../../api/records.ts'
import { moneyText, timeText } from '../../format.ts'
import { useWrite } from '../../shared/use-write.ts'
import { useFocusAfter } from '../../shared/use-focus-after.ts'
import { text } from '../../text/en.ts'
import classes from './Hints.module.css'
import { imagesOf } from './visit.ts'
import { declineHint, hintsQuery } from '../../api/chargehint.ts'
import { itemQuery } from '../../api/item.ts'
import { itemsOfModalityQuery } from '../../api/item.ts'
import { orderQuery } from '../../api/imagingorder.ts'

type Props = {
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
  const { data: order } = useQuery({ ...orderQuery(hint.source), enabled: hint.kind === ChargeHintKind.Imaging })
  const words = text.visit.hints
  if (hint.kind === ChargeHintKind.DefaultItem)
    return { item, order, title: words.default_item(visit.reason_data?.name ?? '') }
  if (hint.kind === ChargeHintKind.PrescriptionFee) return { item, order, title: words.prescription_fee }
  const what = order === undefined ? text.patient.titles.imaging : imagesOf(order)
  const time = order === undefined ? '' : timeText(order.created, timeZone)
  return { item, order, title: words.imaging(what, time) }
}

/** Where the clinic has several items for an examination, somebody chooses. */
const Choose = ({ modality, onChoose }: { readonly modality: Modality; readonly onChoose: (item: Item) => void }) => {
  const { data } = useQuery(itemsOfModalityQuery(modality))
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <button type="button" className="button small">
          {text.visit.hints.choose}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {data?.map((item) => (
          <Menu.Item key={item.url} onClick={() => onChoose(item)}>
            {item.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const Decline = ({ visit, hint, onDone }: Pick<Props, 'visit' | 'hint'> & { readonly onDone: () => void }) => {
  const [problem, setProblem] = useState<string>()
  const { write } = useWrite({
    send: (reason: string, key) => declineHint(visit.id, hint.id, reason, key),
    onDone,
    onProblem: (error) => setProblem(messageOf(error)),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('reason')
    const reason = typeof given === 'string' ? given.trim() : ''
    if (reason === '') setProblem(text.visit.hints.reasonMissing)
    else void write(reason)
  }
  return (
    <form className={classes['decline']} onSubmit={submit}>
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

export const Hint = ({ visit, hint, timeZone, currency, isReadOnly, onAdd, onDeclined }: Props) => {
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
