import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
// @ts-expect-error The package has no types of its own.
import { simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { Language } from '../../src/domain/organisation/languages.ts'
import { sendClientMessage, takeClientMessages, type LeasedClientMessage } from '../../src/worker/client-messages.ts'
import { noTurns } from '../../src/worker/lanes.ts'
import type { WorkerParts } from '../../src/worker/messages.ts'
import { useApi, type ApiClient, type TestOrganisation, type TestResponse } from './api.ts'
import { done } from './billing.ts'
import { givenAppointment, givenClient, givenPatient, givenPhoneNumber, type Fields } from './clinic.ts'
import { useReceiver, useWorkerParts } from './deliveries.ts'

/** A mail as it arrived. */
export type ArrivedMail = {
  readonly to: string
  readonly from: string
  readonly replyTo: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly messageId: string
  readonly attachments: readonly { readonly filename: string; readonly content: Buffer }[]
}

type Parsed = {
  readonly from?: { readonly text: string }
  readonly replyTo?: { readonly text: string }
  readonly subject?: string
  readonly text?: string
  readonly html?: string
  readonly messageId?: string
  readonly attachments?: ArrivedMail['attachments']
}
const parse = simpleParser as (source: Buffer) => Promise<Parsed>

/** What a mail server answers to a recipient or to the message itself: nothing if it takes it. */
type Refusal = { readonly responseCode: number; readonly at: 'recipient' | 'message' }

const refusalOf = ({ responseCode }: Refusal) => Object.assign(new Error('No, because of a secret.'), { responseCode })

/** A mail server on the loopback interface that keeps what it receives, and refuses what it is told to. */
export const startMailServer = async (options: SMTPServerOptions = {}) => {
  const mails: ArrivedMail[] = []
  const refusals = new Map<string, Refusal>()
  const delays = new Map<string, Promise<unknown>>()
  const receive = async (stream: Readable, to: string) => {
    const {
      from,
      replyTo,
      subject = '',
      text = '',
      html = '',
      messageId = '',
      attachments = [],
    } = await parse(await buffer(stream))
    const sender = { from: from?.text ?? '', replyTo: replyTo?.text ?? '' }
    mails.push({ to, ...sender, subject, text, html, messageId, attachments })
    await delays.get(to)
    const refusal = refusals.get(to)
    if (refusal?.at === 'message') throw refusalOf(refusal)
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, answer) => {
      const refusal = refusals.get(address)
      answer(refusal?.at === 'recipient' ? refusalOf(refusal) : undefined)
    },
    onData: (stream, { envelope }, answer) => {
      void receive(stream, envelope.rcptTo[0]?.address ?? '').then(
        () => answer(),
        (problem: Error) => answer(problem),
      )
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    host: '127.0.0.1',
    port,
    place: `127.0.0.1:${port}`,
    mails,
    to: (address: string) => mails.filter(({ to }) => to === address),
    refuse: (address: string, refusal: Refusal | undefined) =>
      refusal === undefined ? refusals.delete(address) : refusals.set(address, refusal),
    /** It has the message of this recipient, and answers later. */
    delay: (address: string, until: Promise<unknown>) => void delays.set(address, until),
    close: () => new Promise<void>((closed) => server.close(closed)),
  }
}

const unlimited = noTurns(1_000)

/** Leases what is due of an organisation, as a worker that then dies would. */
export const takeDue = async (
  parts: WorkerParts,
  { id }: Pick<TestOrganisation, 'id'>,
): Promise<readonly LeasedClientMessage[]> => {
  const taken = await takeClientMessages(parts.db, 1_000, unlimited)
  return taken.filter(({ organisation }) => organisation === id)
}

/** Makes one attempt at every message of an organisation that is due. */
export const sendDue = async (parts: WorkerParts, clinic: Pick<TestOrganisation, 'id'>): Promise<number> => {
  const taken = await takeDue(parts, clinic)
  for (const one of taken) await sendClientMessage(parts, one, performance.now())
  return taken.length
}

/** The lease of every message that a worker has runs out, and what waits for another attempt is due. */
export const letLeasesExpire = (clinic: TestOrganisation) =>
  clinic.within((tx) =>
    tx.updateTable('client_message').set({ available: sql<Date>`clock_timestamp() - interval '1 second'` }).execute(),
  )

/** A clinic that writes to its clients through a mail server and an SMS gateway of this test. */
export const useMessaging = async (alsoAllowed: readonly string[] = []) => {
  const [mail, gateway] = [await startMailServer(), await useReceiver()]
  afterAll(() => mail.close())
  const allowed = [mail.place, gateway.host, ...alsoAllowed]
  const api = await useApi({ allowedPrivate: allowed })
  const parts = useWorkerParts(api, allowed)
  const givenClinic = async (changes: Parameters<typeof api.givenOrganisation>[0] = {}) => {
    const clinic = await api.givenOrganisation(changes)
    const caller = await clinic.caller()
    await done(caller.patch('/settings/messaging/', settingsOf(`/sms-${clinic.id}`)))
    return { clinic, caller }
  }
  const settingsOf = (path: string) => ({
    smtp_host: mail.host,
    smtp_port: mail.port,
    mail_from: 'clinic@example.com',
    sms_gateway_url: gateway.at(path),
    sms_account: 'AC1',
    sms_token: 'a token of the gateway',
    sms_from: 'Clinic',
  })
  const { clinic, caller } = await givenClinic()
  /** The SMS that arrived for a clinic. */
  const texts = (of: TestOrganisation = clinic) =>
    gateway.to(`/sms-${of.id}`).map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  return { api, parts, mail, gateway, clinic, caller, texts, givenClinic, settingsOf }
}

let made = 0

/** An appointment of a client who can be reached, with one patient. */
export const givenBooking = async (
  caller: ApiClient,
  {
    client: fields = {},
    language,
    appointment = {},
  }: { readonly client?: Fields; readonly language?: Language; readonly appointment?: Fields } = {},
) => {
  const number = ++made
  const email = `client.${number}@example.com`
  const client = await givenClient(caller, {
    firstname: 'Aino',
    lastname: `Owner ${number}`,
    email,
    ...(language && { language }),
    ...fields,
  })
  const phone = await givenPhoneNumber(caller, client, { phone_number: `+35845${String(1_000_000 + number)}` })
  const patient = await givenPatient(caller, { client: client.url, name: `Bella ${number}` })
  const booked = await givenAppointment(caller, { client: client.url, patients: [patient.url], ...appointment })
  return { client, patient, phone: phone.e164 as string, email, appointment: booked }
}

/** Asks for the confirmation of an appointment. */
export const confirm = (
  caller: ApiClient,
  { id, request_hash }: TestResponse['body'],
  query = '',
): Promise<TestResponse> => caller.post(`/appointment/${id}/send_appointment_confirmation/${query}`, { request_hash })

/** The messages about an appointment, e-mail first. */
export const messagesOf = async (
  caller: ApiClient,
  { id }: { readonly id: number },
): Promise<readonly TestResponse['body'][]> => {
  const { results } = await done(caller.get(`/message/?appointment__is=${id}`))
  return results.toSorted((one: TestResponse['body'], other: TestResponse['body']) => one.channel - other.channel)
}
