import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Id, Links } from '../../kernel/fields.ts'
import type { OwnWholesaler } from '../wholesale/ownership.ts'
import { judgeLine, type JudgedLine, type RejectionReason } from './judge-line.ts'
import { matchLines, type Match } from './match-lines.ts'
import { holdOrders, settleOrders } from './settle-orders.ts'
import { rejected, toBeReviewed } from './statuses.ts'

/** What the wholesaler is answered for a line. It is stored, and answered again for the same id. */
export type Outcome = {
  readonly status: 'accepted' | 'rejected'
  readonly reason?: RejectionReason
  readonly order_id: Id<'order'> | null
  readonly matched_item: boolean
  readonly matched_by: string | null
}
type Answer = { readonly id: string | null } & Omit<Outcome, 'status'> & {
    readonly status: Outcome['status'] | 'duplicate'
  }

type Known = {
  readonly place: number
  /** The first line of this call that has the same id. */
  readonly first: number
  /** Of an earlier call. */
  readonly outcome: Outcome | null
}

/** Which ids were submitted before, to this wholesaler or earlier in the same call. Case makes no difference. */
const findKnown = async (tx: Tx, wholesaler: OwnWholesaler, lines: readonly JudgedLine[]) => {
  const sent = lines.flatMap(({ id }, place) => (id === null ? [] : [{ place, id }]))
  const { rows } = await sql<Known>`
    select line.place, min(line.place) over (partition by lower(line.id)) as first, stored.outcome
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as line (place int, id text)
    left join receiptline stored on stored.wholesaler = ${wholesaler.id} and lower(stored.external_id) = lower(line.id)`.execute(
    tx,
  )
  return new Map(rows.map((known) => [known.place, known]))
}

type Fresh = JudgedLine & { readonly match: Match; readonly outcome: Outcome }

const rejection = (reason: RejectionReason): Outcome => ({
  status: 'rejected',
  reason,
  order_id: null,
  matched_item: false,
  matched_by: null,
})
const unmatched: Match = { item: null, matched_by: null, order: null, department: null }

const outcomeOf = ({ item, matched_by, order, department }: Match): Outcome =>
  department === null
    ? rejection('department_unresolved')
    : { status: 'accepted', order_id: order, matched_item: item !== null, matched_by }

/** Decides on lines that were not submitted before. */
const decide = async (tx: Tx, wholesaler: OwnWholesaler, lines: readonly JudgedLine[]): Promise<readonly Fresh[]> => {
  const valid = lines.filter(({ reason }) => reason === null)
  const matches = await matchLines(
    tx,
    wholesaler,
    valid.map(({ values }) => values),
  )
  const matchOf = new Map(valid.map((line, at) => [line, matches[at]!]))
  return lines.map((line) => {
    if (line.reason !== null) return { ...line, match: unmatched, outcome: rejection(line.reason) }
    const match = matchOf.get(line)!
    const outcome = outcomeOf(match)
    return { ...line, match: outcome.status === 'rejected' ? unmatched : match, outcome }
  })
}

/** Stores lines for review. Nothing moves into stock. */
const store = async (tx: Tx, { id: wholesaler }: OwnWholesaler, lines: readonly Fresh[]) => {
  const rows = lines.flatMap(({ id, values: { order_id: _sent, ...values }, match, outcome }) =>
    id === null
      ? []
      : [
          {
            ...values,
            ...match,
            matched_by: match.matched_by ?? '',
            external_id: id,
            status: outcome.status === 'rejected' ? rejected : toBeReviewed,
            reason: outcome.reason ?? '',
            outcome,
          },
        ],
  )
  await sql`
    insert into receiptline (wholesaler, external_id, status, reason, quantity, product_number, barcode, product_name,
      invoice_number, invoice_date, batch_number, expiry_date, "order", item, matched_by, department, outcome)
    select ${wholesaler}, external_id, status, reason, quantity, product_number, barcode, product_name,
      invoice_number, invoice_date, batch_number, expiry_date, "order", item, matched_by, department, outcome
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (external_id text, status int, reason text, quantity numeric,
      product_number text, barcode text, product_name text, invoice_number text, invoice_date date, batch_number text,
      expiry_date date, "order" bigint, item bigint, matched_by text, department bigint, outcome jsonb)`.execute(tx)
}

const answerOf = (id: string | null, outcome: Outcome, isDuplicate: boolean): Answer => ({
  id,
  status: isDuplicate ? 'duplicate' : outcome.status,
  ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
  order_id: outcome.order_id,
  matched_item: outcome.matched_item,
  matched_by: outcome.matched_by,
})

/** Takes lines of what a wholesaler has sent, one by one: each is accepted, rejected, or known already. */
export const submitReceipts = async (tx: Tx, wholesaler: OwnWholesaler, sent: readonly unknown[], links: Links) => {
  const lines = sent.map((line) => judgeLine(line, links))
  const known = await findKnown(tx, wholesaler, lines)
  const isFresh = (place: number) => {
    const found = known.get(place)
    return found === undefined || (found.outcome === null && found.first === place)
  }
  const fresh = await decide(
    tx,
    wholesaler,
    lines.filter((_line, place) => isFresh(place)),
  )
  const orders = fresh.map(({ match }) => match.order)
  await holdOrders(tx, orders)
  await store(tx, wholesaler, fresh)
  await settleOrders(tx, orders)
  const decided = new Map(
    lines.flatMap((_line, place) => (isFresh(place) ? [place] : [])).map((place, at) => [place, fresh[at]!.outcome]),
  )
  const receipt_lines = lines.map(({ sentId }, place) => {
    const found = known.get(place)
    const outcome = found?.outcome ?? decided.get(found?.first ?? place)!
    return answerOf(sentId, outcome, !isFresh(place))
  })
  const count = (status: Answer['status']) => receipt_lines.filter((line) => line.status === status).length
  return {
    lines_total: receipt_lines.length,
    lines_accepted: count('accepted'),
    lines_rejected: count('rejected'),
    lines_duplicate: count('duplicate'),
    receipt_lines,
  }
}
