import { entry, ref, type Entry } from '../../sdk/index.ts'
import type { Random } from '../../src/demo/random.ts'

/** What a clinic has from the start. */
export type Clinic = {
  readonly organisation: number
  readonly department: string
  readonly item: string
  readonly account: number
  /** Clients that everybody changes. */
  readonly shared: readonly number[]
}

/** A composite, with how many of its entries leave a mark, which names the composite and the entry. */
export type Composite = { readonly entries: readonly Entry[]; readonly marks: number }

export const maxEntries = 50
/** What one item costs with VAT, in cents. */
const itemCents = 1240

const inEuros = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Text that looks like a reference, and must stay what it is. */
export const lookalike = (mark: string) => `{"$entry":"e0","field":"url"} {e0.id} ${mark}`

type Draft = {
  readonly random: Random
  readonly clinic: Clinic
  readonly entries: Entry[]
  /** The name of the next entry. */
  readonly next: () => string
  /** The mark of the next entry, which names its composite and itself. */
  readonly mark: () => string
  readonly add: <E extends Entry>(entry: E) => E
}

const timesOf = (random: Random, most: number) => Array.from({ length: random.int(1, most) }, (_, at) => at)

const family = ({ random, add, next, mark }: Draft) => {
  const client = add(entry(next(), 'POST', '/client/', { body: { lastname: lookalike(mark()) } }))
  const link = ref(client, 'url')
  if (random.chance(0.5)) {
    const body = { client: link, phone_number: '040 123 4567', type_code: 1, description: mark() } as const
    add(entry(next(), 'POST', '/phonenumber/', { body }))
  }
  if (random.chance(0.3))
    add(entry(next(), 'PATCH', '/client/{id}/', { path: { id: ref(client, 'id') }, body: { remarks: mark() } }))
  const patients = timesOf(random, 2).map(() =>
    add(entry(next(), 'POST', '/patient/', { body: { client: link, name: mark() } })),
  )
  const patient = patients[0]!
  if (random.chance(0.3))
    add(entry(next(), 'PATCH', '/client/{id}/', { path: { id: ref(patient, 'client') }, body: { city: mark() } }))
  return { client: link, patient: ref(patient, 'url') }
}

const visit = (draft: Draft) => {
  const { random, clinic, add, next, mark } = draft
  const { client, patient } = family(draft)
  const { department } = clinic
  const opened = add(
    entry(next(), 'POST', '/consultation/', {
      body: { client, patients: [patient], type: 1, department, complaint: mark() },
    }),
  )
  const path = { id: ref(opened, 'id') }
  const write = () =>
    add(
      entry(next(), 'POST', '/consultation/{id}/consultationnote/', {
        path,
        body: { patient, text: lookalike(mark()), type: 1 },
      }),
    )
  const notes = timesOf(random, 3).map(write)
  if (random.chance(0.3))
    add(entry(next(), 'DELETE', '/consultationnote/{id}/', { path: { id: ref(notes[0]!, 'id') } }))
  if (random.chance(0.5))
    add(entry(next(), 'POST', '/consultation/{id}/supplies/', { path, body: { item: clinic.item, quantity: '1' } }))
}

/** A sale that is paid in two parts. */
const sale = ({ random, clinic, add, next, mark }: Draft) => {
  const { department, item } = clinic
  const opened = add(entry(next(), 'POST', '/countersale/', { body: { department, remarks: mark() } }))
  const path = { id: ref(opened, 'id') }
  const rows = timesOf(random, 3).map(() =>
    add(entry(next(), 'POST', '/countersale/{id}/add_item/', { path, body: { item, quantity: '1' } })),
  )
  const invoice = ref(add(entry(next(), 'POST', '/countersale/{id}/finalize/', { path, body: {} })), 'invoice')
  const first = random.int(1, itemCents - 1)
  for (const cents of [first, rows.length * itemCents - first])
    add(entry(next(), 'POST', '/invoicepayment/', { body: { invoice, payment_type: 0, paid: inEuros(cents) } }))
}

const prepaid = ({ clinic, add, next, mark }: Draft) => {
  const { department } = clinic
  const client = ref(add(entry(next(), 'POST', '/client/', { body: { lastname: mark() } })), 'url')
  const body = { department, client, payment_type: 2, paid: '20.00', description: mark() } as const
  add(entry(next(), 'POST', '/unallocatedpayment/', { body }))
}

const moved = (name: string, id: number, city: string) =>
  entry(name, 'PATCH', '/client/{id}/', { path: { id }, body: { city } })

/** Records that others change at the same time, in any order: two of these can wait for each other. */
const shared = ({ random, clinic, add, next, mark }: Draft) => {
  for (const id of random.shuffle(clinic.shared).slice(0, random.int(2, 3))) add(moved(next(), id, mark()))
}

const replaced = ({ clinic, add, next, mark }: Draft) => {
  const body = { number: '3000', description: mark() }
  add(entry(next(), 'PUT', '/accountnumber/{id}/', { path: { id: clinic.account }, body }))
}

const parts = [
  [family, 4],
  [visit, 3],
  [sale, 3],
  [prepaid, 2],
  [shared, 4],
  [replaced, 1],
] as const

/** Many are short, and some as long as may be. */
const lengthOf = (random: Random) =>
  random.weighted([
    [random.int(2, 6), 70],
    [random.int(7, 20), 25],
    [random.int(21, maxEntries - 1), 5],
  ])

/** A composite of at least two entries, whose writes carry its number. */
export const compositeOf = (random: Random, clinic: Clinic, number: number): Composite => {
  const wanted = lengthOf(random)
  const entries: Entry[] = []
  let marks = 0
  const draft: Draft = {
    random,
    clinic,
    entries,
    mark: () => {
      marks++
      return `c${number}e${entries.length}z`
    },
    next: () => `e${entries.length}`,
    add: (added) => {
      entries.push(added)
      return added
    },
  }
  while (entries.length < wanted && entries.length <= maxEntries - 13) random.weighted(parts)(draft)
  return { entries, marks }
}

/** Writes to the same records from the other end, to wait for each other with certainty. */
export const opposed = (clinic: Clinic, number: number, isTurned: boolean): Composite => {
  const order = isTurned ? clinic.shared.toReversed() : clinic.shared
  const entries = order.map((id, at) => moved(`e${at}`, id, `c${number}e${at}z`))
  return { entries, marks: entries.length }
}

/** A write to a client that does not exist. */
export const nobody = moved('nobody', 999_999_999, 'Oulu')
