import type pg from 'pg'
import type { Finding } from './invariants.ts'
import { idIn, type Act } from './known.ts'

/**
 * What ought to be in stock, computed anew from the rows of visits and sales, refunds, counts and waste, in the order in which
 * they were committed, and never from movements.
 */

type Levels = Map<string, bigint>
type Batch = {
  readonly item: number
  readonly department: number
  readonly batch: string
  readonly expiry: string | null
}
type Taken = Batch & { readonly isAssumed: boolean; units: bigint }
type Row = { readonly facts: Record<string, unknown>; taken: Taken[] }

/** In thousandths. No quantity here has more digits than a float holds. */
const thousandths = (amount: unknown) => BigInt(Math.round(Number(amount) * 1000))
const halfAway = (millionths: bigint) => (millionths + 500n) / 1000n
const least = (one: bigint, other: bigint) => (one < other ? one : other)

const keyOf = ({ item, department, batch, expiry }: Batch) => [item, department, batch, expiry ?? ''].join('|')
const batchOf = (key: string): Batch => {
  const [item, department, batch = '', expiry] = key.split('|')
  return { item: Number(item), department: Number(department), batch, expiry: expiry || null }
}
/** What expires first is used first; what has no date, and then what has no batch, last. */
const placeOf = ({ batch, expiry }: Batch) => `${expiry ?? '9999'} ${batch === '' ? '~' : batch}`
const inOrder = <B extends Batch>(some: readonly B[]) =>
  some.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))

const add = (levels: Levels, batch: Batch, units: bigint) =>
  levels.set(keyOf(batch), (levels.get(keyOf(batch)) ?? 0n) + units)

const take = (levels: Levels, row: Row, batch: Batch, isAssumed: boolean, units: bigint) => {
  add(levels, batch, -units)
  const same = row.taken.find((taken) => keyOf(taken) === keyOf(batch) && taken.isAssumed === isAssumed)
  if (same) same.units += units
  else row.taken.push({ ...batch, isAssumed, units })
}

const giveBack = (levels: Levels, taken: Taken, units: bigint) => {
  add(levels, taken, units)
  taken.units -= units
}

/** Brings a row to what it asks in a department. */
const bring = (levels: Levels, row: Row, department: number, wanted: bigint) => {
  const item = Number(row.facts['item'])
  const batch = ((row.facts['batch_number'] as string | undefined) ?? '').trim()
  const fits = (taken: Taken) =>
    taken.department === department &&
    (batch === '' ? taken.isAssumed || taken.batch === '' : !taken.isAssumed && taken.batch === batch)
  let missing = wanted
  for (const taken of row.taken) if (!fits(taken)) giveBack(levels, taken, taken.units)
  for (const taken of inOrder(row.taken.filter(fits))) {
    const kept = least(taken.units, missing)
    giveBack(levels, taken, taken.units - kept)
    missing -= kept
  }
  row.taken = row.taken.filter(({ units }) => units > 0n)
  const there = inOrder([...levels.keys()].map(batchOf)).filter(
    (level) => level.item === item && level.department === department && (batch === '' || level.batch === batch),
  )
  for (const level of there) {
    const taken = least(missing, levels.get(keyOf(level))!)
    if (taken <= 0n) continue
    take(levels, row, level, batch === '' && level.batch !== '', taken)
    missing -= taken
  }
  if (missing === 0n) return
  const short = batch === '' ? undefined : there[0]
  take(levels, row, short ?? { item, department, batch, expiry: null }, false, missing)
}

type Change = { readonly from: unknown; readonly to: unknown }
type Event = {
  readonly resource: string
  readonly record: number
  readonly action: 'create' | 'change' | 'delete'
  readonly changes: Readonly<Record<string, Change>>
}
type Clinic = {
  readonly units: ReadonlyMap<number, bigint>
  /** Counts and waste by the movement that answered them. */
  readonly acts: ReadonlyMap<number, Act>
}

const newBooks = () => ({
  levels: new Map() as Levels,
  rows: { consultationitem: new Map<number, Row>(), countersaleitem: new Map<number, Row>() },
  departments: { consultation: new Map<number, number>(), countersale: new Map<number, number>() },
})
type Books = ReturnType<typeof newBooks>
type RowKind = keyof Books['rows']
const parentOf = { consultationitem: 'consultation', countersaleitem: 'countersale' } as const

const stocked: ReadonlySet<unknown> = new Set([2, 3, 4])
const asked = ({ facts }: Row, { units }: Clinic): bigint => {
  if (!stocked.has(facts['type_code']) || facts['usage_type'] === 3) return 0n
  const quantity = thousandths(facts['quantity'])
  return facts['usage_size'] === 2 ? quantity : halfAway(quantity * units.get(Number(facts['item']))!)
}

const applyRow = (books: Books, clinic: Clinic, kind: RowKind, { record, action, changes }: Event) => {
  const rows = books.rows[kind]
  const row = rows.get(record) ?? { facts: {}, taken: [] }
  rows.set(record, row)
  for (const [name, { to }] of Object.entries(changes)) if (action !== 'delete') row.facts[name] = to
  const parent = parentOf[kind]
  const department = books.departments[parent].get(Number(row.facts[parent]))!
  bring(books.levels, row, department, action === 'delete' ? 0n : asked(row, clinic))
  if (action === 'delete') rows.delete(record)
}

const moveVisit = (books: Books, clinic: Clinic, { record, changes }: Event) => {
  const department = Number(changes['department']!.to)
  books.departments.consultation.set(record, department)
  const rows = [...books.rows.consultationitem].filter(([, { facts }]) => facts['consultation'] === record)
  for (const [, row] of rows.toSorted(([one], [other]) => one - other))
    bring(books.levels, row, department, asked(row, clinic))
}

const applyReturn = (books: Books, { changes }: Event) => {
  const [visited, sold] = [changes['consultation_item']?.to, changes['countersale_item']?.to]
  const row = books.rows.consultationitem.get(Number(visited)) ?? books.rows.countersaleitem.get(Number(sold))
  for (const taken of row?.taken ?? []) add(books.levels, taken, taken.units)
}

const applyAct = ({ levels }: Books, { kind, body }: Act) => {
  const [item, department] = [idIn(body['item']), idIn(body['department'])]
  const [batch, expiry] = [String(body['batch_number']), body['expiry_date'] as string | null]
  const named = { item, department, batch, expiry }
  if (kind === 'waste') return add(levels, named, -thousandths(body['quantity']))
  if (kind === 'transfer') {
    add(levels, named, -thousandths(body['quantity']))
    return add(levels, { ...named, department: idIn(body['to_department']) }, thousandths(body['quantity']))
  }
  const undated = keyOf({ ...named, expiry: null })
  if (batch !== '' && levels.has(undated)) levels.set(undated, 0n)
  return levels.set(keyOf(named), thousandths(body['counted']))
}

const applyEvent = (books: Books, clinic: Clinic, event: Event) => {
  const { resource, record, action, changes } = event
  if (resource === 'consultationitem' || resource === 'countersaleitem') return applyRow(books, clinic, resource, event)
  if (resource === 'consultation' && action !== 'delete') return moveVisit(books, clinic, event)
  if (resource === 'countersale') return books.departments.countersale.set(record, Number(changes['department']!.to))
  if (resource === 'invoicerow') return applyReturn(books, event)
  const act = resource === 'stock_movement' ? clinic.acts.get(record) : undefined
  return act && applyAct(books, act)
}

const relevant = `select resource, record, action, changes from auditevent where organisation = $1 and (
    resource in ('consultationitem', 'countersaleitem')
    or (resource in ('consultation', 'countersale') and changes ? 'department')
    or (resource = 'invoicerow' and action = 'create' and changes #>> '{return_to_stock,to}' = 'true')
    or (resource = 'stock_movement' and action = 'create')) order by sequence`

type EventText = Omit<Event, 'record'> & { readonly record: string }

const expectedOf = async (client: pg.Client, organisation: number, acts: readonly Act[]): Promise<Levels> => {
  const { rows: items } = await client.query<{ id: string; units: string }>(
    'select id, dosage_units as units from item where organisation = $1',
    [organisation],
  )
  const clinic: Clinic = {
    units: new Map(items.map(({ id, units }) => [Number(id), thousandths(units)])),
    acts: new Map(acts.filter(({ kind }) => kind !== 'refund').map((act) => [act.record, act])),
  }
  const books = newBooks()
  const { rows: events } = await client.query<EventText>(relevant, [organisation])
  for (const event of events) applyEvent(books, clinic, { ...event, record: Number(event.record) })
  return books.levels
}

const shownOf = async (client: pg.Client, organisation: number): Promise<Levels> => {
  const { rows } = await client.query<{
    item: string
    department: string
    batch: string
    expiry: string
    units: string
  }>(
    `select item, department, batch_number as batch, expiry_date::text as expiry, trunc(on_hand * 1000)::text as units
     from stock_level where organisation = $1`,
    [organisation],
  )
  return new Map(
    rows.map((row) => [
      keyOf({ ...row, item: Number(row.item), department: Number(row.department) }),
      BigInt(row.units),
    ]),
  )
}

type Acts = readonly (Act & { readonly organisation: number })[]

/** Whether every level is what visits, sales, refunds, counts and waste come to. */
export const compareStock = async (
  client: pg.Client,
  acts: Acts,
  organisations: readonly number[],
): Promise<Finding> => {
  const wrong: string[] = []
  let looked = 0
  for (const organisation of organisations) {
    const own = acts.filter((act) => act.organisation === organisation)
    const [expected, shown] = [await expectedOf(client, organisation, own), await shownOf(client, organisation)]
    for (const key of new Set([...expected.keys(), ...shown.keys()])) {
      looked++
      const [wanted, found] = [expected.get(key) ?? 0n, shown.get(key) ?? 0n]
      if (wanted !== found) wrong.push(`organisation ${organisation} ${key}: ${found} instead of ${wanted} thousandths`)
    }
  }
  const what = 'stock is what visits, sales, refunds, counts and waste come to'
  return { number: 16, what, looked, wrong: wrong.length, example: wrong[0] ?? null }
}

type Credited = { readonly invoice: string; readonly row: string; readonly flag: boolean }

/** Whether the rows of credit notes say what the refund asked: which goods go back into stock. */
export const compareReturns = async (client: pg.Client, acts: Acts): Promise<Finding> => {
  const refunds = new Map(acts.filter(({ kind }) => kind === 'refund').map((act) => [act.record, act.body]))
  const { rows } = await client.query<Credited>(
    `select invoice, credited_invoicerow as row, return_to_stock as flag from invoicerow
     where credited_invoicerow is not null and invoice = any($1::bigint[])`,
    [[...refunds.keys()]],
  )
  const isAsked = ({ invoice, row }: Credited) => {
    const body = refunds.get(Number(invoice))!
    const entries = body['invoice_rows'] as readonly { invoice_row: string; return_to_stock?: boolean }[] | undefined
    if (entries === undefined) return body['return_to_stock'] === true
    return entries.some(({ invoice_row, return_to_stock }) => idIn(invoice_row) === Number(row) && return_to_stock)
  }
  const wrong = rows.filter((credited) => credited.flag !== isAsked(credited))
  const example = wrong[0] === undefined ? null : `row ${wrong[0].row} credited by ${wrong[0].invoice}`
  const what = 'goods go back into stock where the refund says so'
  return { number: 16, what, looked: rows.length, wrong: wrong.length, example }
}
