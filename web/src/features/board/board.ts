import { ConsultationStatus, InvoiceStatus } from '@fetlock/sdk'
import { isVisit } from '../../shared/appointment-types.ts'
import type { Appointment, Consultation, Invoice, Patient, User } from '../../api/records.ts'
import { familyNameOf, idOf, nameOfClient } from '../../api/records.ts'
import { isZero } from '../../format.ts'
import { sumOf } from '../../shared/cash.ts'
import { text } from '../../text/en.ts'

export type ColumnName = 'expected' | 'arrived' | 'progress' | 'ready' | 'pay'
export const columnNames: readonly ColumnName[] = ['expected', 'arrived', 'progress', 'ready', 'pay']

export type Card = {
  readonly key: string
  readonly column: ColumnName
  readonly name: string
  /** The short name, and the whole one. */
  readonly client: string
  readonly fullClient: string
  readonly species: string | null
  readonly what: string
  /** Who called, where no animal says it. */
  readonly note: string
  readonly alert: string
  readonly vet: User | undefined
  /** Since when the visit has been in its stage; for one that is expected, when it is to begin. */
  readonly since: string
  readonly goneHome: boolean
  readonly appointment: Appointment | undefined
  readonly consultation: Consultation | undefined
  /** The appointment with which the visit came about, if it is one of today. */
  readonly booking: Appointment | undefined
  readonly invoice: Invoice | undefined
  /** How many charges seem to be missing. */
  readonly missing: number
  /** What the client owes from before; empty if nothing, or if the person may not see it. */
  readonly owes: string
}

/** What the board shows besides its records, as far as it has been read and may be seen. */
export type Money = {
  /** How many charges seem to be missing, by visit. */
  readonly missing: ReadonlyMap<string, number>
  /** What clients owe, by their ids. */
  readonly owing: ReadonlyMap<number, string>
  /** What animals must not get, by animal. */
  readonly mustNot?: ReadonlyMap<string, readonly string[]>
}
const noMoney: Money = { missing: new Map(), owing: new Map() }

/** The visit of a card, once the service has made it. */
export const visitOf = ({ consultation }: Card) =>
  consultation !== undefined && consultation.id > 0 ? consultation.id : undefined

/** What the name opens: the visit, or who is expected. Several animals are found with their client. */
export const openedBy = (card: Card) => {
  const visit = visitOf(card)
  const { patients_data: patients, client_data: client } = card.appointment ?? {}
  if (visit !== undefined) return { to: '/visits/$id/', params: { id: String(visit) } } as const
  if (patients?.length === 1) return { to: '/patients/$id/', params: { id: String(patients[0]!.id) } } as const
  return client == null ? undefined : ({ to: '/clients/$id/', params: { id: String(client.id) } } as const)
}

const firstLine = (whole: string) => whole.split('\n', 1)[0]!.trim()
const namesOf = (patients: readonly Patient[]) => patients.map(({ name }) => name).join(', ')
const linesOf = (whole: string) =>
  whole
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
const alertOf = (patients: readonly Patient[], { mustNot }: Money) =>
  patients
    .flatMap(({ url, name, critical_notes }) => [
      ...linesOf(critical_notes),
      ...(mustNot?.get(url) ?? []).map((line) => (patients.length > 1 ? `${name}: ${line}` : line)),
    ])
    .join(' · ')

const owedBy = ({ client }: Appointment, { owing }: Money) => {
  const owed = client === null ? undefined : owing.get(idOf(client))
  return owed === undefined || isZero(owed) ? '' : owed
}

const cardOfAppointment = (appointment: Appointment, money: Money): Card => {
  const patients = appointment.patients_data ?? []
  const client = appointment.client_data
  return {
    key: `appointment ${appointment.id}`,
    column: 'expected',
    name: namesOf(patients) || appointment.title || (client == null ? text.board.noClient : '–'),
    client: client == null ? '' : familyNameOf(client),
    fullClient: client == null ? '' : nameOfClient(client),
    species: patients[0]?.species ?? null,
    what: appointment.reason_data?.name ?? firstLine(appointment.complaint),
    note: patients.length === 0 ? appointment.notes.trim() : '',
    alert: alertOf(patients, money),
    vet: appointment.user_data ?? undefined,
    since: appointment.start,
    goneHome: false,
    appointment,
    consultation: undefined,
    booking: undefined,
    invoice: undefined,
    missing: 0,
    owes: owedBy(appointment, money),
  }
}

const columnOf = ({ status }: Consultation): ColumnName | undefined => {
  if (status === ConsultationStatus.Admitted) return 'arrived'
  if (status === ConsultationStatus.InProgress) return 'progress'
  if (status === ConsultationStatus.Finalized) return 'pay'
  return status === ConsultationStatus.ReadyForDischarge ||
    status === ConsultationStatus.Discharged ||
    status === ConsultationStatus.Invoicing
    ? 'ready'
    : undefined
}

const cardOfConsultation = (
  consultation: Consultation,
  column: ColumnName,
  money: Money,
  booking?: Appointment,
): Card => {
  const patients = consultation.patients_data ?? []
  const client = consultation.client_data
  return {
    key: `consultation ${consultation.id}`,
    column,
    name: namesOf(patients) || '–',
    client: client == null ? '' : familyNameOf(client),
    fullClient: client == null ? '' : nameOfClient(client),
    species: patients[0]?.species ?? null,
    what: consultation.reason_data?.name ?? firstLine(consultation.complaint),
    note: '',
    alert: alertOf(patients, money),
    vet: consultation.supervising_veterinarian_data ?? undefined,
    since: consultation.status_changed,
    goneHome: consultation.status === ConsultationStatus.Discharged,
    appointment: undefined,
    consultation,
    booking,
    invoice: consultation.invoice_data ?? undefined,
    missing: money.missing.get(consultation.url) ?? 0,
    owes: '',
  }
}

/** Somebody is expected until they are admitted: a visit that was only prepared is not there yet. */
const isExpected = (appointment: Appointment) => {
  const { active, consultation, consultation_data } = appointment
  const isAwaited = consultation === null || consultation_data?.status === ConsultationStatus.Draft
  return active && isVisit(appointment) && isAwaited
}

/** A visit is done when nothing is owed for it, or when its invoice cannot be seen. */
const isDone = ({ status, invoice_data }: Consultation) =>
  status === ConsultationStatus.InvoicePaid ||
  (status === ConsultationStatus.Finalized && (invoice_data == null || isSettled(invoice_data)))
const isSettled = ({ status, due_sum }: Invoice) => status !== InvoiceStatus.Draft && isZero(due_sum)

export type Board = {
  readonly columns: Readonly<Record<ColumnName, readonly Card[]>>
  /** What is over, the latest first. */
  readonly done: readonly Card[]
  /** What is owed for the visits that are to be paid. */
  readonly owing: string
}

const bySince = (one: Card, other: Card) => one.since.localeCompare(other.since)

export const boardOf = (
  appointments: readonly Appointment[],
  consultations: readonly Consultation[],
  money: Money = noMoney,
  /** The appointments of all, of which those of one veterinarian may be shown. */
  bookings: readonly Appointment[] = appointments,
): Board => {
  const bookingOf = ({ url }: Consultation) => bookings.find(({ consultation }) => consultation === url)
  const cards = [
    ...appointments.filter(isExpected).map((appointment) => cardOfAppointment(appointment, money)),
    ...consultations
      .filter((visit) => !isDone(visit))
      .flatMap((visit) => {
        const column = columnOf(visit)
        return column === undefined ? [] : [cardOfConsultation(visit, column, money, bookingOf(visit))]
      }),
  ].toSorted(bySince)
  const of = (name: ColumnName) => cards.filter(({ column }) => column === name)
  return {
    columns: {
      expected: of('expected'),
      arrived: of('arrived'),
      progress: of('progress'),
      ready: of('ready'),
      pay: of('pay'),
    },
    done: consultations
      .filter(isDone)
      .map((visit) => cardOfConsultation(visit, 'pay', money))
      .toSorted(bySince)
      .toReversed(),
    owing: sumOf(of('pay').flatMap(({ invoice }) => (invoice === undefined ? [] : [invoice.due_sum]))),
  }
}

export const lateMinutes = ({ column, since }: Card, now: number) =>
  column === 'expected' ? Math.floor((now - Date.parse(since)) / 60_000) : 0

/** Where the next step of a card leads, as the status of its visit. */
export const nextStatus: Readonly<Partial<Record<ColumnName, ConsultationStatus>>> = {
  arrived: ConsultationStatus.InProgress,
  progress: ConsultationStatus.ReadyForDischarge,
}
/** The status before, for whoever went a step too far. */
export const previousStatus: Readonly<Partial<Record<ColumnName, ConsultationStatus>>> = {
  progress: ConsultationStatus.Admitted,
  ready: ConsultationStatus.InProgress,
}
/** The service lets a visit go back only from some statuses. */
export const canGoBack = ({ column, consultation }: Card) =>
  (column === 'progress' && consultation?.status === ConsultationStatus.InProgress) ||
  (column === 'ready' && consultation?.status === ConsultationStatus.ReadyForDischarge)

/** Whoever was checked in by mistake can be taken back while nothing is recorded. What else keeps a visit, the service says. */
export const canWithdraw = ({ column, consultation }: Card) =>
  column === 'arrived' && consultation !== undefined && consultation.id > 0 && consultation.first_entry === null
