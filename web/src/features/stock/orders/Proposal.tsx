import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { addOrder, type NewOrder, ordersKey, type Proposed, proposalsKey } from '../../../api/order.ts'
import { may, useMe } from '../../../api/me.ts'
import { messageOf } from '../../../api/problem.ts'
import type { Department, Item, Wholesaler } from '../../../api/records.ts'
import { moneyText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { useWrite } from '../../../shared/use-write.ts'
import { ordersText } from '../../../text/stock-orders.ts'
import { AddItem } from './AddItem.tsx'
import { NotesField } from './NotesField.tsx'
import { type Edit, rowsOf, sumOfRows, tickedOf } from './proposal.ts'
import { ProposalTable } from './ProposalTable.tsx'
import { SendDialog } from './SendDialog.tsx'
import { Total } from './Total.tsx'
import classes from './Orders.module.css'

type Props = {
  readonly department: Department
  readonly wholesaler: Wholesaler
  /** Whose credentials the department orders with. */
  readonly credentials: Wholesaler
  readonly proposals: readonly Proposed[]
  readonly onOrder: (id: number) => void
}

/** The lines of a proposal, as somebody has changed them. */
const useRows = (proposals: readonly Proposed[]) => {
  const [edits, setEdits] = useState<Readonly<Record<string, Edit>>>({})
  const [added, setAdded] = useState<readonly Item[]>([])
  const edit = (urls: readonly string[], change: Edit) =>
    setEdits((before) => ({
      ...before,
      ...Object.fromEntries(urls.map((url) => [url, { ...before[url], ...change }])),
    }))
  const isProposed = ({ url }: Item) => proposals.some((line) => line.item === url)
  const add = (item: Item) => {
    if (!isProposed(item)) setAdded((before) => [...before.filter(({ url }) => url !== item.url), item])
    edit([item.url], { isTicked: true })
  }
  return {
    rows: rowsOf(
      proposals,
      added.filter((item) => !isProposed(item)),
      edits,
    ),
    edit,
    add,
  }
}

/** An order as the service proposes it, which somebody changes, saves and sends. */
export const Proposal = ({ department, wholesaler, credentials, proposals, onOrder }: Props) => {
  const me = useMe()
  const words = ordersText.proposal
  const mayWrite = may(me, 'Settings: Stock', 'write')
  const { rows, edit, add } = useRows(proposals)
  const [notes, setNotes] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { write, isBusy, isChecking } = useWrite({
    send: addOrder,
    refresh: () => [ordersKey, proposalsKey],
    said: ({ variables, result }) =>
      (variables.sends ? ordersText.sending.done : words.saved)(result.id, wholesaler.name),
    onDone: ({ result }) => onOrder(result.id),
    onProblem: (error) => setProblem(messageOf(error)),
  })
  const ticked = tickedOf(rows)
  const { total, unpriced } = sumOfRows(ticked)
  const amount = moneyText(total, me.organisation.currency)
  const isWrong = ticked.some(({ quantity }) => quantity === undefined)
  /** What would be ordered, or nothing if that cannot be. */
  const check = (): NewOrder | undefined => {
    setProblem(ticked.length === 0 ? words.nothingTicked : isWrong ? words.badQuantity : undefined)
    if (ticked.length === 0 || isWrong) return undefined
    const items = ticked.map(({ item, quantity }) => ({ item: item.url, quantity: quantity! }))
    return { department: department.url, wholesaler: wholesaler.url, notes, items }
  }
  const order = (sends: boolean) => {
    const body = check()
    if (body !== undefined) void write({ body, sends })
  }
  return (
    <section aria-label={words.title(wholesaler.name)}>
      <div className={classes['detailHead']}>
        <div>
          <h2>{words.title(wholesaler.name)}</h2>
          <p className={page['context']}>{words.explained}</p>
        </div>
        {mayWrite && (
          <div className={classes['buttons']}>
            <button type="button" className="button" aria-busy={isBusy && !isAsking} onClick={() => order(false)}>
              {words.saveDraft}
            </button>
            <button type="button" className="button primary" onClick={() => setAsking(check() !== undefined)}>
              <IconSend size={16} stroke={1.6} aria-hidden="true" /> {words.send(ticked.length, amount)}
            </button>
          </div>
        )}
      </div>
      {problem !== undefined && !isAsking && (
        <p className={`${classes['problem']} ${classes['inset']}`} role="alert">
          {problem}
        </p>
      )}
      <ProposalTable rows={rows} mayWrite={mayWrite} isJudged={problem !== undefined} onEdit={edit} />
      {mayWrite && <AddItem onItem={add} />}
      <div className={classes['foot']}>
        <NotesField wholesaler={wholesaler} credentials={credentials} department={department}>
          {mayWrite && { value: notes, onChange: setNotes }}
        </NotesField>
        <Total amount={amount} unpriced={unpriced} />
      </div>
      {isAsking && (
        <SendDialog
          wholesaler={wholesaler.name}
          lines={ticked.length}
          total={amount}
          state={isBusy ? 'sending' : isChecking ? 'checking' : 'open'}
          problem={problem}
          onSend={() => order(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
