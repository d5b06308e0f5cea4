import { connect, isIP, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { bareHost, isAllowedPlace, mailServerProblem } from '../network/public-address.ts'
import { NotPublic, publicLookup } from '../network/public-lookup.ts'

/** The mail server of an organisation. */
export type MailServer = {
  readonly host: string
  readonly port: number
  /** Without one nobody signs in. */
  readonly username: string
  readonly password: string
}

export type ClientMail = {
  readonly from: { readonly name: string; readonly address: string }
  readonly replyTo?: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same in every attempt, so that a mailbox can drop a copy. */
  readonly messageId: string
  readonly attachments?: readonly {
    readonly filename: string
    readonly contentType: string
    readonly content: Buffer
  }[]
}

export type MailOutcome =
  | { readonly kind: 'sent' }
  /** The server refused the recipient for good. */
  | { readonly kind: 'bounced'; readonly reason: string; readonly cause: MailCause }
  /** The server refused the message for good. */
  | { readonly kind: 'refused'; readonly reason: string; readonly cause: MailCause }
  /** It may be sent later. */
  | { readonly kind: 'failed'; readonly reason: string; readonly cause: MailCause }

/** What whoever sets the server up can look at: where it is, what is signed in with, encryption, the sender, or the recipient. */
export type MailCause = 'address' | 'sign_in' | 'encryption' | 'sender' | 'recipient' | 'message' | 'other'

export type ClientMailer = {
  /** Never throws: what went wrong is the outcome. */
  readonly send: (server: MailServer, mail: ClientMail) => Promise<MailOutcome>
}

export type ClientMailerOptions = {
  /** Private servers, as `host:port`, that a development machine allows, also without TLS. */
  readonly allowedPrivate: readonly string[]
  /** For the whole exchange, from the lookup to the answer to the message. */
  readonly timeoutMs?: number
}

/** A server that answers nothing is given up earlier than one that goes on slowly. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

type Failure = {
  readonly code?: unknown
  readonly originalCode?: unknown
  readonly responseCode?: unknown
  readonly command?: unknown
}

/** What the sender can do something about, by the code of the error. */
const explanations: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name of the mail server does not exist.',
  ENODATA: 'The host name of the mail server has no address.',
  ECONNREFUSED: 'The mail server refused the connection.',
  ECONNRESET: 'The mail server closed the connection.',
  ECONNECTION: 'The mail server closed the connection.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  EAUTH: 'The mail server refused the user name or password.',
  ETLS: 'No encrypted connection to the mail server could be made.',
  ESOCKET: 'The connection to the mail server failed.',
  EPROTOCOL: 'What answers there is not a mail server.',
}

/** The answer of the server is not repeated, except for its number: it may quote what was sent. */
const explain = ({ code, originalCode, responseCode }: Failure): string => {
  const known = [originalCode, code].find((one) => typeof one === 'string' && one in explanations)
  const sentence = typeof known === 'string' ? explanations[known]! : 'The mail server did not take the message.'
  return typeof responseCode === 'number' ? `${sentence} It answered ${responseCode}.` : sentence
}

const causes: Readonly<Record<string, MailCause>> = {
  ENOTFOUND: 'address',
  ENODATA: 'address',
  ECONNREFUSED: 'address',
  ETIMEDOUT: 'address',
  EPROTOCOL: 'address',
  EAUTH: 'sign_in',
  ETLS: 'encryption',
}
const commandCauses: Readonly<Record<string, MailCause>> = {
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
  DATA: 'message',
}

const causeOf = ({ code, originalCode, command }: Failure): MailCause => {
  const known = [originalCode, code].find((one) => typeof one === 'string' && one in causes)
  if (typeof known === 'string') return causes[known]!
  return commandCauses[String(command)] ?? 'other'
}

/** A 5xx about the recipient or the message will be the same tomorrow; one about us may be put right. */
const outcomeOf = (problem: unknown): MailOutcome => {
  if (problem instanceof NotPublic) return { kind: 'failed', reason: problem.message, cause: 'address' }
  const failure = problem as Failure
  const [reason, cause] = [explain(failure), causeOf(failure)]
  const isPermanent = Number(failure.responseCode) >= 500 && failure.responseCode !== 503
  if (isPermanent && failure.command === 'RCPT TO') return { kind: 'bounced', reason, cause }
  if (isPermanent && failure.command === 'DATA') return { kind: 'refused', reason, cause }
  return { kind: 'failed', reason, cause }
}

type Place = { readonly host: string; readonly port: number }

/** Connects to a public address or to an allowed private one. The addresses of a name are judged inside the lookup. */
const connectTo = ({ host, port }: Place, allowed: readonly string[]): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const problem = mailServerProblem(host, port, allowed)
    // A host that is an address is judged by its text: a socket asks no resolver about it.
    if (problem !== undefined) throw new NotPublic(problem.problem)
    const guard = isAllowedPlace(host, port, allowed) ? {} : { lookup: publicLookup }
    const socket = connect({ host: bareHost(host), port, autoSelectFamily: true, ...guard })
    socket.setTimeout(timeouts.connectionTimeout, () =>
      socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })),
    )
    socket.once('error', reject)
    // Afterwards nobody else may listen for a while, and an error without a listener would end the process.
    socket.on('error', () => {})
    socket.once('connect', () => {
      socket.off('error', reject)
      socket.setTimeout(0)
      resolve(socket)
    })
  })

/**
 * Sends mail through the servers that organisations name, one connection for each mail: a server has nothing of ours that
 * another organisation could use. What is signed in with is sent over TLS only, except to allowed private servers.
 */
export const clientMailer = ({ allowedPrivate, timeoutMs = 30_000 }: ClientMailerOptions): ClientMailer => {
  const exchange = async (server: MailServer, mail: ClientMail, late: AbortSignal) => {
    const { host, port, username, password } = server
    const isPrivate = isAllowedPlace(host, port, allowedPrivate)
    const connection = await connectTo(server, allowedPrivate)
    late.addEventListener('abort', () => connection.destroy(), { once: true })
    if (late.aborted) connection.destroy()
    const name = bareHost(host)
    const transport = createTransport({
      host: name,
      port,
      secure: port === 465,
      requireTLS: !isPrivate && (port === 587 || username !== ''),
      // Said outright, so that no environment variable turns it off.
      tls: { rejectUnauthorized: true, ...(isIP(name) > 0 ? {} : { servername: name }) },
      ...(username === '' ? {} : { auth: { user: username, pass: password } }),
      ...timeouts,
      getSocket: (_options, callback) => callback(null, { connection }),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      await transport.sendMail({
        ...mail,
        // As an address and not as text, in which a comma would begin another.
        to: { name: '', address: mail.to },
        attachments: [...(mail.attachments ?? [])],
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    } finally {
      transport.close()
      connection.destroy()
    }
  }
  return {
    send: async (server, mail) => {
      const late = AbortSignal.timeout(timeoutMs)
      try {
        await exchange(server, mail, late)
        return { kind: 'sent' }
      } catch (problem) {
        return outcomeOf(late.aborted ? { code: 'ETIMEDOUT' } : problem)
      }
    },
  }
}
