import { createRandom, type Random } from '../../src/demo/random.ts'
import { answerMessages, showProgress } from '../harness.ts'
import { newTally, untilKnown, type Reply, type Tally } from '../sending.ts'
import { productsInBatches, type Clinic, type Product } from './clinics.ts'
import { expectedLevels, type History, type Line } from './expected.ts'

export type Load = {
  readonly bases: readonly string[]
  readonly clinics: readonly Clinic[]
  readonly seed: number
  readonly batches: number
  readonly deliveries: number
  readonly histories: number
}
export type Loaded = {
  readonly tally: Tally
  readonly seconds: number
  readonly batches: number
  readonly deliveries: number
  /** Of all histories: what must be in stock, by organisation. */
  readonly expected: Readonly<Record<number, readonly (readonly [level: string, units: number])[]>>
  readonly statuses: Readonly<Record<number, number>>
  readonly steps: Readonly<Record<string, number>>
  readonly problems: readonly string[]
}

const linesEach = 500
const callers = 50
const notOrdered = "Order must be in 'Ordered' status to mark products delivered."

type Run = Load & {
  readonly tally: Tally
  readonly problems: string[]
  readonly steps: Record<string, number>
  sent: number
}
// oxlint-disable-next-line typescript/no-explicit-any -- checked where it is used
type Answer = any

/** Sends a request until its end is known. Each has a key of its own, so that asking again has no second effect. */
const ask = async (run: Run, clinic: Clinic, method: string, path: string, body: object, as?: string) => {
  const number = ++run.sent
  const authorization = as ?? clinic.staff[number % clinic.staff.length]!
  const sent = {
    method,
    path: `/${clinic.organisation}/api/0.1${path}`,
    headers: { authorization, 'idempotency-key': `${run.seed}-${number}` },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  }
  return untilKnown(run.bases, sent, run.tally, number)
}

const parsed = ({ status, text }: Reply, what: string): Answer => {
  if (status >= 300) throw new Error(`${what}: ${status} ${text}`)
  return JSON.parse(text)
}
const act = async (run: Run, clinic: Clinic, path: string, body: object, as?: string): Promise<Answer> =>
  parsed(await ask(run, clinic, 'POST', path, body, as), `POST ${path}`)
const urlOf = ({ organisation }: Clinic, resource: string, id: number) => `/${organisation}/api/0.1/${resource}/${id}/`

const complain = (run: Run, problem: string) => void run.problems.push(problem)

/** Two calls with the same ids at once: each id is accepted once, and the other call has the outcome of the first. */
const submitTwice = async (run: Run, at: number) => {
  const clinic = run.clinics[at % run.clinics.length]!
  const ids = Array.from({ length: linesEach }, (_, line) => `batch ${at} line ${line}`)
  const lines = ids.map((id, line) =>
    line % 50 === 7
      ? { id, quantity: '-1', product_number: 'P-0' }
      : { id, quantity: '1', product_number: `P-${line % productsInBatches}` },
  )
  const shouted = lines.map(({ id, ...line }) => ({ id: id.toUpperCase(), ...line })).toReversed()
  const path = `/wholesaler/${clinic.wholesaler}/receipts/`
  const [one, other] = await Promise.all([
    act(run, clinic, path, { receipt_lines: lines }, clinic.owner),
    act(run, clinic, path, { receipt_lines: shouted }, clinic.owner),
  ])
  const total = (name: string) => one[name] + other[name]
  if (total('lines_accepted') + total('lines_rejected') !== linesEach || total('lines_duplicate') !== linesEach)
    complain(run, `batch ${at}: ${total('lines_accepted')} accepted, ${total('lines_duplicate')} duplicates`)
  const outcomes = new Map<string, Answer[]>()
  for (const { id, ...outcome } of [...one.receipt_lines, ...other.receipt_lines])
    outcomes.set(id.toLowerCase(), [...(outcomes.get(id.toLowerCase()) ?? []), outcome])
  for (const [id, found] of outcomes) {
    const [fresh, ...more] = found.filter(({ status }) => status !== 'duplicate')
    const [repeated] = found.filter(({ status }) => status === 'duplicate')
    const { status: _status, ...rest } = fresh ?? {}
    if (more.length > 0 || JSON.stringify({ ...repeated, status: '' }) !== JSON.stringify({ status: '', ...rest }))
      complain(run, `batch ${at}: ${id} was answered ${JSON.stringify(found)}`)
  }
}

const quantity = (thousandths: number) => (thousandths / 1000).toFixed(3)

const writeOrder = async (run: Run, clinic: Clinic, products: readonly (readonly [Product, number])[]) => {
  const sent = {
    department: urlOf(clinic, 'department', clinic.department),
    wholesaler: urlOf(clinic, 'wholesaler', clinic.wholesaler),
  }
  const { id } = await act(run, clinic, '/order/', sent)
  const items = new Map<Product, number>()
  for (const [product, packages] of products) {
    const line = {
      order: urlOf(clinic, 'order', id),
      item: urlOf(clinic, 'item', product.id),
      quantity: quantity(packages),
    }
    items.set(product, (await act(run, clinic, '/orderitem/', line)).id)
  }
  await act(run, clinic, `/order/${id}/send/`, {})
  return { id: id as number, items }
}

/** Fifty callers at once: one is answered 200, all others the stated 400. */
const deliverOften = async (run: Run, at: number): Promise<History> => {
  const clinic = run.clinics[at % run.clinics.length]!
  const product = clinic.products.at(-1 - Math.floor(at / run.clinics.length))!
  const { id } = await writeOrder(run, clinic, [[product, 3000]])
  const replies = await Promise.all(
    Array.from({ length: callers }, () => ask(run, clinic, 'POST', `/order/${id}/mark_delivered/`, {})),
  )
  const done = replies.filter(({ status }) => status === 200).length
  const refused = replies.filter(({ status, text }) => status === 400 && text.includes(notOrdered)).length
  if (done !== 1 || refused !== callers - 1)
    complain(run, `order ${id}: ${done} callers were answered 200 and ${refused} refused`)
  return { order: id, ordered: new Map([[product, 3000]]), lines: [], isDelivered: true }
}

type Story = History & {
  readonly run: Run
  readonly clinic: Clinic
  readonly random: Random
  readonly items: ReadonlyMap<Product, number>
  /** What the order must read. */
  status: number
}

/** After a delivery, a review, or a new line: a delivered order is 3 once all its lines are reviewed. */
const settle = (story: Story) => {
  if (!story.isDelivered) return
  const own = story.lines.filter(({ isOfOrder }) => isOfOrder)
  const isReviewed = own.some(({ status }) => status !== 'staged') && own.every(({ status }) => status !== 'staged')
  story.status = isReviewed ? 3 : 2
}

const batches = ['', '', 'A', 'B'] as const
const expiries = [null, null, '2027-01-31'] as const

const submit = async (story: Story) => {
  const { run, clinic, random, order, lines, ordered } = story
  const known = [...ordered.keys()]
  const made = Array.from({ length: random.int(1, 3) }, (_, at) => ({
    id: `order ${order} line ${lines.length + at}`,
    packages: random.int(0, 3) * 1000 + random.pick([0, 0, 500, 333]),
    product: random.chance(0.8) ? random.pick(known) : undefined,
    isOfOrder: random.chance(0.8),
    batch: random.pick(batches),
    expiry: random.pick(expiries),
  }))
  const receipt_lines = made.map(({ id, packages, product, isOfOrder, batch, expiry }) => ({
    id,
    quantity: quantity(packages),
    product_number: product?.code ?? 'Unknown',
    batch_number: batch,
    expiry_date: expiry,
    ...(isOfOrder && { order_id: order }),
  }))
  const path = `/wholesaler/${clinic.wholesaler}/receipts/`
  const answer = await act(run, clinic, path, { receipt_lines }, clinic.owner)
  if (answer.lines_accepted !== made.length) complain(run, `order ${order}: ${JSON.stringify(answer)}`)
  for (const { id, packages, ...line } of made) {
    const found = parsed(
      await ask(run, clinic, 'GET', `/receiptline/?external_id__is=${encodeURIComponent(id)}`, {}),
      'the line',
    )
    lines.push({ ...line, id: found.results[0].id, quantity: packages, status: 'staged' })
  }
  if (made.some(({ isOfOrder }) => isOfOrder)) settle(story)
}

const staged = ({ lines }: Story) => lines.filter(({ status }) => status === 'staged')
const idsOf = (lines: readonly Line[]) => ({ receipt_lines: lines.map(({ id }) => id) })

const match = async (story: Story) => {
  const { run, clinic, random, order, ordered } = story
  const [line] = random.shuffle(staged(story))
  if (line === undefined) return
  if (line.product === undefined || random.chance(0.3)) {
    const product = random.pick([...ordered.keys()])
    await act(run, clinic, '/receiptline/match/', { ...idsOf([line]), item: urlOf(clinic, 'item', product.id) })
    line.product = product
  } else {
    const isOfOrder = !line.isOfOrder
    const link = isOfOrder ? urlOf(clinic, 'order', order) : null
    await act(run, clinic, '/receiptline/match/', { ...idsOf([line]), order: link })
    line.isOfOrder = isOfOrder
    settle(story)
  }
}

const some = (story: Story) => {
  const usable = staged(story).filter(({ product }) => product !== undefined)
  return story.random.shuffle(usable).slice(0, story.random.int(1, 3))
}

const approve = async (story: Story) => {
  const { run, clinic, lines, random } = story
  const chosen = some(story)
  if (chosen.length === 0) return
  const [final] = lines.filter(({ status }) => status !== 'staged')
  if (final !== undefined && random.chance(0.2)) {
    // One that is reviewed already: nothing is done.
    const { status } = await ask(run, clinic, 'POST', '/receiptline/approve/', idsOf([...chosen, final]))
    if (status !== 400) complain(run, `line ${final.id} was approved again: ${status}`)
  }
  await act(run, clinic, '/receiptline/approve/', idsOf(chosen))
  for (const line of chosen) line.status = 'approved'
  if (chosen.some(({ isOfOrder }) => isOfOrder)) settle(story)
}

const dismiss = async (story: Story) => {
  const chosen = some(story).slice(0, 1)
  if (chosen.length === 0) return
  await act(story.run, story.clinic, '/receiptline/dismiss/', idsOf(chosen))
  for (const line of chosen) line.status = 'dismissed'
  if (chosen[0]!.isOfOrder) settle(story)
}

const deliver = async (story: Story) => {
  const { run, clinic, order } = story
  const as = story.random.chance(0.5) ? clinic.owner : undefined
  const { status, text } = await ask(run, clinic, 'POST', `/order/${order}/mark_delivered/`, {}, as)
  if (status !== (story.isDelivered ? 400 : 200)) complain(run, `order ${order}: ${status} ${text}`)
  story.isDelivered = true
  settle(story)
}

/** Whichever comes first, each package is counted once. */
const deliverAndApprove = async (story: Story) => {
  const chosen = some(story)
  if (story.isDelivered || chosen.length === 0) return
  const { run, clinic, order } = story
  await Promise.all([
    act(run, clinic, `/order/${order}/mark_delivered/`, {}),
    act(run, clinic, '/receiptline/approve/', idsOf(chosen)),
  ])
  for (const line of chosen) line.status = 'approved'
  story.isDelivered = true
  settle(story)
}

const changeQuantity = async (story: Story) => {
  const { run, clinic, random, items, ordered, isDelivered } = story
  const [product, id] = random.pick([...items])
  const packages = random.int(1, 5) * 1000 + random.pick([0, 500])
  const reply = await ask(run, clinic, 'PATCH', `/orderitem/${id}/`, { quantity: quantity(packages) })
  if (reply.status !== (isDelivered ? 400 : 200)) complain(run, `order item ${id}: ${reply.status} ${reply.text}`)
  if (!isDelivered) ordered.set(product, packages)
}

const steps = { submit, match, approve, dismiss, deliver, deliverAndApprove, changeQuantity }
const weights: readonly (readonly [keyof typeof steps, number])[] = [
  ['submit', 6],
  ['match', 4],
  ['approve', 6],
  ['dismiss', 2],
  ['deliver', 2],
  ['deliverAndApprove', 1],
  ['changeQuantity', 2],
]

const liveThrough = async (run: Run, at: number): Promise<Story> => {
  const random = createRandom(run.seed * 100_000 + at)
  const clinic = run.clinics[at % run.clinics.length]!
  const first = 2 * Math.floor(at / run.clinics.length)
  const products = clinic.products.slice(first, first + random.int(1, 2))
  const wanted = products.map((product) => [product, random.int(1, 5) * 1000 + random.pick([0, 500])] as const)
  const { id, items } = await writeOrder(run, clinic, wanted)
  const story: Story = {
    run,
    clinic,
    random,
    items,
    order: id,
    ordered: new Map(wanted),
    lines: [],
    isDelivered: false,
    status: 1,
  }
  for (let left = random.int(6, 14); left > 0; left--) {
    const name = random.weighted(weights)
    await steps[name](story)
    run.steps[name] = (run.steps[name] ?? 0) + 1
  }
  return story
}

/** Does so many tasks, some side by side. */
const inParallel = async <T>(count: number, width: number, task: (at: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const at = next++
      made[at] = await task(at)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return made
}

const load = async (order: Load): Promise<Loaded> => {
  const began = performance.now()
  const run: Run = { ...order, tally: newTally(), problems: [], steps: {}, sent: 0 }
  const { batches: pairs, deliveries, histories, clinics } = order
  let done = 0
  const endProgress = showProgress(pairs + deliveries + histories, () => done)
  const counted = async <T>(task: Promise<T>) => {
    const result = await task
    done++
    return result
  }
  await inParallel(pairs, 2, (at) => counted(submitTwice(run, at)))
  const delivered = await inParallel(deliveries, 1, (at) => counted(deliverOften(run, at)))
  const lived = await inParallel(histories, 8, (at) => counted(liveThrough(run, at)))
  endProgress()
  const expected: Record<number, (readonly [string, number])[]> = {}
  const add = (clinic: Clinic, history: History) =>
    (expected[clinic.organisation] ??= []).push(...expectedLevels(history))
  delivered.forEach((history, at) => add(clinics[at % clinics.length]!, history))
  for (const story of lived) add(story.clinic, story)
  return {
    tally: run.tally,
    seconds: (performance.now() - began) / 1000,
    batches: pairs,
    deliveries,
    expected,
    statuses: Object.fromEntries(lived.map(({ order: id, status }) => [id, status])),
    steps: run.steps,
    problems: run.problems,
  }
}

answerMessages(load)
