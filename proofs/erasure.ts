import { parseArgs } from 'node:util'
import { conclude, runsUntil, type Conditions } from './conclude.ts'
import type { Searched } from './erasure/deployment.ts'
import { keptFields } from './erasure/people.ts'
import { runOnce, type Ran } from './erasure/run.ts'
import { countPlaces, type Found } from './erasure/search.ts'
import { erasureMutants } from './mutants/of-proofs/erasure.ts'
import { keptOfStaff } from './erasure/staff.ts'
import { withChanges } from './mutate/copy.ts'

/** Enough that a twin has something of every kind. */
const twinClients = 12

/** Of all that was found, what names these people. */
const ofPeople = ({ found }: Pick<Searched, 'found'>, people: ReadonlySet<number>) =>
  found.filter(({ number }) => people.has(number))

/** Whoever pays invoices with a number, in the invoices, in what the audit trail and answers say of them, and in the dump. */
const isKeptPlace = ({ place, field }: Found) =>
  keptFields.has(field) &&
  /^(invoice\.(payer|alternative_payer)_\w+|auditevent\.changes of invoice|idempotency_key\.body|dump)$/.test(place)

/** Of all that was found, what bookkeeping keeps, of clients who have such invoices, and the rest. */
const divide = (found: readonly Found[]) => {
  const payers = new Set(found.flatMap(({ place, number }) => (place.startsWith('invoice.') ? number : [])))
  const isKept = (one: Found) => payers.has(one.number) && isKeptPlace(one)
  return { kept: found.filter((one) => isKept(one)), rest: found.filter((one) => !isKept(one)) }
}

const erasedIn = ({ loaded }: Ran) => new Set(loaded.erased.map(({ number }) => number))

/** Of all that was found of staff who left, what their records need, and the rest. */
const divideOfStaff = (found: readonly Found[]) => {
  const isKept = ({ place, field }: Found) => keptOfStaff.has(field) && /^(user\.(first|last)_name|dump)$/.test(place)
  return { kept: found.filter((one) => isKept(one)), rest: found.filter((one) => !isKept(one)) }
}
const leftIn = ({ loaded }: Ran) => new Set(loaded.left.map(({ number }) => number))
const isEach = (found: readonly Found[], ...fields: readonly string[]) =>
  fields.every((field) => found.some((one) => one.field === field))

const printFound = (title: string, found: readonly Found[]) => {
  console.log(`  ${title}: ${found.length}`)
  for (const [where, times] of countPlaces(found).slice(0, 12)) console.log(`    ${times} in ${where}`)
}

const report = (title: string, ran: Ran) => {
  const { loaded, killed, judged, restored, seconds } = ran
  const { done, refused, down, unknown, busy, throttled } = loaded.tally
  const [erased, left] = [erasedIn(ran), leftIn(ran)]
  console.log(
    `\n${title}: ${erased.size} clients and ${left.size} members of staff erased in ${seconds.toFixed(0)} s; killed ${killed.apis} API processes and ${killed.workers} workers`,
  )
  console.log(`  ${JSON.stringify(loaded.counts)}`)
  console.log(
    `  answers: ${done} done, ${refused} refused; asked again: ${down} not connected, ${unknown} unknown, ${busy} busy, ${throttled} throttled`,
  )
  const { kept, over } = judged
  console.log(
    `  searched ${kept.columns} columns, ${kept.objects} objects (${kept.pdfs} PDFs) and ${ran.logs.lines} lines of logs`,
  )
  printFound('words and numbers of erased clients that bookkeeping keeps', divide(ofPeople(kept, erased)).kept)
  printFound('others', [...divide(ofPeople(kept, erased)).rest, ...ran.logs.found, ...ran.databaseLog.found])
  printFound('after the term', ofPeople(over, erased))
  printFound('of staff who left, names that records need', divideOfStaff(ofPeople(kept, left)).kept)
  printFound('others of staff, and after the term', [
    ...divideOfStaff(ofPeople(kept, left)).rest,
    ...ofPeople(over, left),
  ])
  if (restored !== undefined) {
    const { before, listed, applied } = restored
    const places = countPlaces(ofPeople(before, erased))
    console.log(`  restored: ${listed} erasures listed, ${applied} applied again; before, in ${places.length} places`)
    printFound('restored, what bookkeeping does not keep', divide(ofPeople(restored.kept, erased)).rest)
    printFound('restored, after the term', ofPeople(restored.over, erased))
  }
  console.log(`  problems: ${loaded.problems.length}`)
  for (const problem of loaded.problems.slice(0, 10)) console.log(`    ${problem}`)
}

const conditionsOf = (ran: Ran): Conditions => {
  const { loaded, killed, judged, restored, erasures } = ran
  const [erased, left] = [erasedIn(ran), leftIn(ran)]
  const ofStaff = divideOfStaff(ofPeople(judged.kept, left))
  const others = new Set(judged.over.found.flatMap(({ place, number }) => (place.startsWith('client.') ? number : [])))
  const { before, listed, applied, kept, over, erasedEvents } = restored!
  const isListed = (resource: string, people: Ran['loaded']['erased']) =>
    people.every(({ organisation, record }) =>
      erasures.some(
        (one) => one.resource === resource && one.organisation === organisation && one.record === String(record),
      ),
    )
  const divided = divide(ofPeople(judged.kept, erased))
  const first = loaded.first.filter((number) => erased.has(number))
  return {
    'everybody was erased once, however often it was asked for':
      erasures.length === erased.size + left.size &&
      erasures.every(({ records, events }) => records === 1 && events === 1) &&
      isListed('client', loaded.erased) &&
      isListed('user', loaded.left),
    'every answer is as expected, and none names an erased client': loaded.problems.length === 0,
    'nothing of an erased client is in a table, an object or a dump but whoever pays invoices':
      divided.rest.length === 0,
    'whoever pays invoices with a number stays for the term': divided.kept.length > 0,
    'after the term nothing is left at all': ofPeople(judged.over, erased).length === 0,
    'no log of a process names anybody': ran.logs.lines > 100 && ran.logs.found.length === 0,
    'the log of PostgreSQL names nobody': ran.databaseLog.found.length === 0,
    'whoever was not erased is still found': others.size > 0 && ![...others].some((number) => erased.has(number)),
    'the audit chains verify from the first event to the last': (judged.erasedEvents ?? 0) > 0,
    'the backup has names, numbers, addresses and files of whoever was erased': isEach(
      ofPeople(before, new Set(first)),
      'lastname',
      'phone',
      'email',
      'street',
      'content',
    ),
    'restored and applied, every erasure of the list is carried out again':
      listed === erased.size + left.size && applied === first.length + left.size,
    'of staff who left nothing is anywhere but the names that records need': left.size > 0 && ofStaff.rest.length === 0,
    'names of staff stay while records need them, and go afterwards':
      ofStaff.kept.length > 0 && ofPeople(judged.over, left).length === 0,
    'the backup has names, numbers and addresses of staff': isEach(
      ofPeople(before, left),
      'lastname',
      'phone',
      'email',
    ),
    'restored and applied, the same holds for staff':
      divideOfStaff(ofPeople(kept, left)).rest.length === 0 && ofPeople(over, left).length === 0,
    'restored and applied, nothing is left but whoever pays invoices': divide(ofPeople(kept, erased)).rest.length === 0,
    'restored and applied, after the term nothing is left': ofPeople(over, erased).length === 0,
    'restored and applied, the audit chains verify': (erasedEvents ?? 0) > 0,
    'answers were replayed': (loaded.counts['replayed'] ?? 0) > 0,
    'writes were refused because the client is erased': (loaded.counts['refused'] ?? 0) > 0,
    'PDFs were searched': before.pdfs > 0,
    'API processes were killed': killed.apis > 0,
    'workers were killed': killed.workers > 0,
  }
}

const isIn =
  (...places: readonly string[]) =>
  (ran: Ran) =>
    divide(ofPeople(ran.judged.kept, erasedIn(ran))).rest.some(({ place }) => places.includes(place))

/** Where each broken rule of the twin must be noticed. */
const noticed: Readonly<Record<keyof typeof erasureMutants, (ran: Ran) => boolean>> = {
  'phone numbers stay': isIn('phonenumber.phone_number'),
  'messages stay': isIn('client_message.recipient', 'client_message.text'),
  'stored answers stay': isIn('idempotency_key.body'),
  'files stay': isIn('bucket'),
  'rows of imports stay': isIn('import_row.cells'),
  'the audit trail keeps its values': isIn('auditevent.changes of client'),
  'the audit trail keeps what it says of staff': (ran) =>
    ofPeople(ran.judged.kept, leftIn(ran)).some(({ place }) => place === 'auditevent.changes of user'),
  'something is added to a client who is erased': isIn('alternative_payer.organization_name', 'alternative_payer.name'),
  'whoever pays stays after the term': (ran) =>
    ofPeople(ran.judged.over, erasedIn(ran)).some(({ place }) => place === 'invoice.payer_name'),
}
const isAllNoticed = (ran: Ran) => Object.values(noticed).every((isNoticed) => isNoticed(ran))

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '500' },
    writers: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
  },
})
const [clients, writers, seed] = [Number(values.clients), Number(values.writers), Number(values.seed)]
console.log(
  `seed ${seed}, ${clients} clients of two clinics by ${writers} writers, API processes and workers are killed`,
)
const ran = await runOnce({ clients, writers, seed })
report('as it is', ran)
const twins = await withChanges(Object.values(erasureMutants).flat(), (folder) =>
  runsUntil(isAllNoticed, seed, async (withSeed) => {
    const twin = await runOnce({ clients: Math.min(clients, twinClients), writers, seed: withSeed, folder })
    report('each table forgotten (must fail)', twin)
    const missed = Object.entries(noticed).flatMap(([what, isNoticed]) => (isNoticed(twin) ? [] : [what]))
    console.log(`  broken rules that this run did not notice: ${missed.join('; ') || 'none'}`)
    return twin
  }),
)
conclude({
  ...conditionsOf(ran),
  ...Object.fromEntries(Object.entries(noticed).map(([what, isNoticed]) => [`twin: ${what}`, twins.some(isNoticed)])),
})
