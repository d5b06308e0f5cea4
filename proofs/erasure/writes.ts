import type { Random } from '../../src/demo/random.ts'
import { finishDocument, openDocument, write } from '../../src/pdf/document.ts'
import { sendFile } from '../../test/support/store.ts'
import { ask, type Answer, count, requestOf, type Run, type Subject, urlOf } from './asking.ts'
import { untilKnown } from '../sending.ts'
import { clinicOf, type Clinic } from './clinics.ts'
import { personOf } from './people.ts'

type Write = (run: Run, subject: Subject, random: Random) => Promise<unknown>

const clientOf = ({ clinic, client }: Subject) => urlOf(clinic, 'client', client)
const idIn = (url: unknown) => Number(String(url).split('/').at(-2))

const detailsOf = ({ word, email }: Subject['person']) => ({
  firstname: word('firstname'),
  lastname: word('lastname'),
  email,
  street_address: `${word('street')} street 5`,
  city: word('city'),
  id_number: word('id_number'),
  remarks: `Knows ${word('remarks')}.`,
})

/** Registers a person, unless an import already has. */
export const register = async (
  run: Run,
  clinics: readonly Clinic[],
  number: number,
  imported: number | undefined,
  random: Random,
): Promise<Subject> => {
  const [person, clinic] = [personOf(run.seed, number), clinicOf(clinics, number)]
  const [method, path] =
    imported === undefined ? (['POST', '/client/'] as const) : (['PATCH', `/client/${imported}/`] as const)
  const sent = requestOf(run, clinic, random, method, path, detailsOf(person))
  const { status, text } = await untilKnown(run.bases, sent, run.tally, number)
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
  const { id }: Answer = JSON.parse(text)
  count(run, imported === undefined ? 'registered' : 'imported')
  return {
    person,
    clinic,
    client: id,
    patients: [],
    payers: [],
    invoices: [],
    journal: [sent],
    late: new Set(),
    booking: [],
    isErasing: false,
    isErased: false,
  }
}

const rename: Write = (run, subject, random) =>
  ask(run, subject, random, 'PATCH', `/client/${subject.client}/`, {
    lastname: subject.person.word(random.chance(0.5) ? 'former' : 'lastname'),
    tags_rel: random.chance(0.5) ? [subject.person.word('tag')] : [],
  })

/** A write that changes nothing takes no lock, and has an answer all the same. */
const repeatDetails: Write = (run, subject, random) =>
  ask(run, subject, random, 'PATCH', `/client/${subject.client}/`, { city: subject.person.word('city') })

const describe: Write = (run, subject, random) =>
  ask(run, subject, random, 'PATCH', `/client/${subject.client}/`, {
    fields_rel: [{ field_id: subject.clinic.field, value: subject.person.word('custom') }],
  })

const phone: Write = (run, subject, random) =>
  ask(run, subject, random, 'POST', '/phonenumber/', {
    client: clientOf(subject),
    phone_number: subject.person.phone,
    type_code: 1,
    description: subject.person.word('described'),
  })

const patient: Write = async (run, subject, random) => {
  const made = await ask(run, subject, random, 'POST', '/patient/', {
    client: clientOf(subject),
    name: 'Musti',
    insurance: subject.person.word('policy'),
    insurance_company: 'Insurer',
  })
  if (made !== undefined) subject.patients.push(made.id)
}

export const addPayer: Write = async (run, subject, random) => {
  const { word } = subject.person
  const body = { client: clientOf(subject), organization_name: word('payer'), street_address: word('street') }
  const made = await ask(run, subject, random, 'POST', '/alternative_payer/', body)
  if (made !== undefined) subject.payers.push(made.id)
}

const pdfOf = async (text: string) => {
  const pdf = openDocument({ title: text, author: 'Clinic', dated: new Date(0) })
  write(pdf, 'regular', 9).text(text)
  return new Uint8Array(await finishDocument(pdf, 'Clinic'))
}

const file: Write = async (run, subject, random) => {
  const { word } = subject.person
  const isPdf = random.chance(0.3)
  const bytes = isPdf ? await pdfOf(word('content')) : new TextEncoder().encode(word('content'))
  const announced = await ask(run, subject, random, 'POST', '/attachment/', {
    client: clientOf(subject),
    name: `${word('file')}.${isPdf ? 'pdf' : 'txt'}`,
    content_type: isPdf ? 'application/pdf' : 'text/plain',
    size: bytes.length,
  })
  const form = announced && (await ask(run, subject, random, 'POST', `/attachment/${announced.id}/upload/`))
  if (form === undefined) return
  const { status, text } = await sendFile(form, bytes)
  if (status !== 204) run.problems.push(`the object store answered ${status}: ${text}`)
  await ask(run, subject, random, 'POST', `/attachment/${announced.id}/complete/`)
}

const quarter = 15 * 60_000
/** A time that nobody else has. */
const timeOf = (run: Run, from: string) => {
  const start = Date.parse(from) + ++run.sent * quarter
  return { start: new Date(start).toISOString(), end: new Date(start + quarter).toISOString() }
}
const calendarOf = ({ clinic }: Subject) => ({
  department: urlOf(clinic, 'department', clinic.department),
  user: urlOf(clinic, 'user', clinic.user),
})

const pastAppointment: Write = (run, subject, random) =>
  ask(run, subject, random, 'POST', '/appointment/', {
    ...timeOf(run, '2001-01-01T00:00:00Z'),
    ...calendarOf(subject),
    type: 1,
    client: clientOf(subject),
    title: subject.person.word('noted'),
    complaint: `${subject.person.word('noted')} says it limps`,
    notes: `Call ${subject.person.phone}`,
  })

/** One to come is confirmed by mail and then cancelled: with it, the client could not be erased. */
const cancelledAppointment: Write = async (run, subject, random) => {
  const made = await ask(run, subject, random, 'POST', '/appointment/', {
    ...timeOf(run, '2027-01-01T00:00:00Z'),
    ...calendarOf(subject),
    type: 1,
    client: clientOf(subject),
    title: subject.person.word('noted'),
  })
  if (made === undefined) return
  const path = `/appointment/${made.id}/`
  await ask(run, subject, random, 'POST', `${path}send_appointment_confirmation/`, { request_hash: made.request_hash })
  const cancellation_reason = `${subject.person.word('noted')} called`
  await ask(run, subject, random, 'PATCH', path, { active: false, cancellation_reason })
}

/** A booking from a website, which staff link to the client or decline. */
const booking: Write = async (run, subject, random) => {
  const { person, clinic } = subject
  const appointment = await ask(run, subject, random, 'POST', '/appointment/', {
    ...timeOf(run, '2027-01-01T00:00:00Z'),
    ...calendarOf(subject),
    type: 2,
  })
  // Whoever books after the erasure is somebody whom the clinic does not know.
  if (appointment === undefined || subject.isErasing) return
  const named = { first_name: person.word('firstname'), last_name: person.word('lastname'), email: person.email }
  const reached = { phone_number: person.phone, street_address: person.word('booking') }
  const body = { appointment: urlOf(clinic, 'appointment', appointment.id), ...named, ...reached }
  const booked = ask(run, subject, random, 'POST', '/onlinebookingclient/', body)
  subject.booking.push(booked)
  const made = await booked
  if (made === undefined) return
  const path = `/onlinebookingclient/${made.id}/`
  const isLinked =
    random.chance(0.5) &&
    (await ask(run, subject, random, 'POST', `${path}link/`, { client: clientOf(subject) })) !== undefined
  if (isLinked)
    await ask(run, subject, random, 'PATCH', `/appointment/${appointment.id}/`, {
      active: false,
      cancellation_reason: person.word('noted'),
    })
  else await ask(run, subject, random, 'POST', `${path}decline/`, { reason: `${person.word('booking')} has moved` })
}

const payInvoice = async (run: Run, subject: Subject, random: Random, id: number, paid: string) =>
  ask(run, subject, random, 'POST', '/invoicepayment/', {
    invoice: urlOf(subject.clinic, 'invoice', id),
    payment_type: 0,
    paid,
  })

const sale: Write = async (run, subject, random) => {
  const { clinic, payers } = subject
  const opened = await ask(run, subject, random, 'POST', '/countersale/', {
    client: clientOf(subject),
    department: urlOf(clinic, 'department', clinic.department),
    ...(payers.length > 0 &&
      random.chance(0.5) && { alternative_payer: urlOf(clinic, 'alternative_payer', random.pick(payers)) }),
  })
  if (opened === undefined) return
  const path = `/countersale/${opened.id}`
  const item = { item: urlOf(clinic, 'item', clinic.item), quantity: '1' }
  if ((await ask(run, subject, random, 'POST', `${path}/add_item/`, item)) === undefined) return
  const finalized = await ask(run, subject, random, 'POST', `${path}/finalize/`)
  if (finalized === undefined) return
  const invoice = idIn(finalized.invoice)
  subject.invoices.push(invoice)
  if (random.chance(0.5)) await payInvoice(run, subject, random, invoice, '12.40')
  if (random.chance(0.5)) await ask(run, subject, random, 'POST', `/invoice/${invoice}/send/`, {})
}

const visit: Write = async (run, subject, random) => {
  const { clinic } = subject
  if (subject.patients.length === 0) await patient(run, subject, random)
  if (subject.patients.length === 0) return
  const opened = await ask(run, subject, random, 'POST', '/consultation/', {
    client: clientOf(subject),
    patients: [urlOf(clinic, 'patient', random.pick(subject.patients))],
    type: 1,
    department: urlOf(clinic, 'department', random.pick([clinic.department, clinic.drafting])),
  })
  if (opened === undefined) return
  const path = `/consultation/${opened.id}`
  const item = { item: urlOf(clinic, 'item', clinic.item), quantity: '1' }
  await ask(run, subject, random, 'POST', `${path}/supplies/`, item)
  await ask(run, subject, random, 'POST', `${path}/update_status/`, { status: 10 })
}

const composite: Write = (run, subject, random) => {
  const { person, client } = subject
  const named = { $entry: 'client', field: 'url' }
  return ask(run, subject, random, 'POST', '/composite/', {
    entries: [
      {
        name: 'client',
        method: 'PATCH',
        path: `/client/${client}/`,
        body: { remarks: `Again ${person.word('remarks')} ${run.sent}` },
      },
      {
        name: 'number',
        method: 'POST',
        path: '/phonenumber/',
        body: { client: named, phone_number: person.phone, type_code: 1, description: person.word('described') },
      },
      {
        name: 'payer',
        method: 'POST',
        path: '/alternative_payer/',
        body: { client: named, name: person.word('payer') },
      },
    ],
  })
}

/** Looks for the client as staff do: what they type must not be in a log. */
const look: Write = (run, subject, random) =>
  ask(run, subject, random, 'GET', `/search/?q=${subject.person.word(random.pick(['lastname', 'firstname']))}`)

const ways: readonly (readonly [name: string, write: Write, weight: number])[] = [
  ['rename', rename, 3],
  ['repeat details', repeatDetails, 2],
  ['custom field', describe, 2],
  ['phone number', phone, 3],
  ['patient', patient, 2],
  ['payer', addPayer, 3],
  ['file', file, 3],
  ['past appointment', pastAppointment, 2],
  ['cancelled appointment', cancelledAppointment, 2],
  ['booking', booking, 3],
  ['sale', sale, 4],
  ['visit', visit, 3],
  ['composite', composite, 2],
  ['search', look, 1],
]

const carryOut = async (run: Run, subject: Subject, random: Random, [name, carry]: (typeof ways)[number]) => {
  await carry(run, subject, random)
  count(run, name)
}

/** One of the things that a clinic does. */
export const writeSomething = (run: Run, subject: Subject, random: Random) =>
  carryOut(run, subject, random, random.weighted(ways.map((way) => [way, way[2]] as const)))

/** Most of the things that a clinic does, so that there is something of almost every kind. */
export const writeMuch = async (run: Run, subject: Subject, random: Random) => {
  for (const way of random.shuffle(ways)) if (random.chance(0.7)) await carryOut(run, subject, random, way)
}

/** Bookkeeping goes on with the invoices of a client who was erased: it is neither refused nor does it bring them back. */
export const keepBooks = async (run: Run, subject: Subject, random: Random) => {
  const invoice = subject.invoices[0]
  if (invoice === undefined) return
  const before = run.counts['refused']
  const path = `/invoice/${invoice}/full_refund/`
  if ((await ask(run, subject, random, 'POST', path, {})) === undefined && before !== run.counts['refused'])
    run.problems.push(`POST ${path} was refused because the client is erased`)
  count(run, 'credited afterwards')
}
