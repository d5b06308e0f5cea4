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

export type Entry = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

/** A composite, with how many of its entries leave a mark, which names the composite and the entry. */
export type Composite = { readonly entries: readonly Entry[]; readonly marks: number }

export const mostEntries = 50
/** What one item costs with VAT, in cents. */
const itemCents = 1240

const to = (entry: string, field = 'url') => ({ $entry: entry, field })
const inEuros = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Text that looks like a reference, and must stay what it is. */
export const lookalike = (mark: string) => `{"$entry":"e0","field":"url"} {e0.id} ${mark}`

type Draft = {
  readonly random: Random
  readonly clinic: Clinic
  readonly entries: Entry[]
  /** The mark of the next entry, which names its composite and itself. */
  readonly mark: () => string
  /** Adds an entry, and answers its name. */
  readonly add: (method: string, path: string, body?: Entry['body']) => string
}

const timesOf = (random: Random, most: number) => Array.from({ length: random.int(1, most) }, (_, at) => at)

const family = ({ random, add, mark }: Draft) => {
  const client = add('POST', '/client/', { lastname: lookalike(mark()) })
  if (random.chance(0.5))
    add('POST', '/phonenumber/', {
      client: to(client),
      phone_number: '040 123 4567',
      type_code: 1,
      description: mark(),
    })
  if (random.chance(0.3)) add('PATCH', `/client/{${client}.id}/`, { remarks: mark() })
  const patients = timesOf(random, 2).map(() => add('POST', '/patient/', { client: to(client), name: mark() }))
  if (random.chance(0.3)) add('PATCH', `/client/{${patients[0]}.client}/`, { city: mark() })
  return { client, patient: patients[0]! }
}

const visit = (draft: Draft) => {
  const { random, clinic, add, mark } = draft
  const { client, patient } = family(draft)
  const opened = add('POST', '/consultation/', {
    client: to(client),
    patients: [to(patient)],
    type: 1,
    department: clinic.department,
    complaint: mark(),
  })
  const write = () =>
    add('POST', `/consultation/{${opened}.id}/consultationnote/`, {
      patient: to(patient),
      text: lookalike(mark()),
      type: 1,
    })
  const notes = timesOf(random, 3).map(write)
  if (random.chance(0.3)) add('DELETE', `/consultationnote/{${notes[0]}.id}/`)
  if (random.chance(0.5)) add('POST', `/consultation/{${opened}.id}/supplies/`, { item: clinic.item, quantity: '1' })
}

/** A sale that is paid in two parts. */
const sale = ({ random, clinic, add, mark }: Draft) => {
  const opened = add('POST', '/countersale/', { department: clinic.department, remarks: mark() })
  const rows = timesOf(random, 3).map(() =>
    add('POST', `/countersale/{${opened}.id}/add_item/`, { item: clinic.item, quantity: '1' }),
  )
  const closed = add('POST', `/countersale/{${opened}.id}/finalize/`, {})
  const first = random.int(1, itemCents - 1)
  for (const cents of [first, rows.length * itemCents - first])
    add('POST', '/invoicepayment/', { invoice: to(closed, 'invoice'), payment_type: 0, paid: inEuros(cents) })
}

const prepaid = ({ clinic, add, mark }: Draft) => {
  const client = add('POST', '/client/', { lastname: mark() })
  add('POST', '/unallocatedpayment/', {
    department: clinic.department,
    client: to(client),
    payment_type: 2,
    paid: '20.00',
    description: mark(),
  })
}

/** Records that others change at the same time, in any order: two of these can wait for each other. */
const shared = ({ random, clinic, add, mark }: Draft) => {
  for (const id of random.shuffle(clinic.shared).slice(0, random.int(2, 3)))
    add('PATCH', `/client/${id}/`, { city: mark() })
}

const replaced = ({ clinic, add, mark }: Draft) => {
  add('PUT', `/accountnumber/${clinic.account}/`, { number: '3000', description: mark() })
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
    [random.int(21, mostEntries - 1), 5],
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
    add: (method, path, body) => {
      const name = `e${entries.length}`
      entries.push({ name, method, path, ...(body && { body }) })
      return name
    },
  }
  while (entries.length < wanted && entries.length <= mostEntries - 13) random.weighted(parts)(draft)
  return { entries, marks }
}

/** Writes to the same records from the other end, to wait for each other with certainty. */
export const opposed = (clinic: Clinic, number: number, isTurned: boolean): Composite => {
  const order = isTurned ? clinic.shared.toReversed() : clinic.shared
  const entries = order.map((id, at) => ({
    name: `e${at}`,
    method: 'PATCH',
    path: `/client/${id}/`,
    body: { city: `c${number}e${at}z` },
  }))
  return { entries, marks: entries.length }
}
