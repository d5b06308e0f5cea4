import { createTransport } from 'nodemailer'

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same for every try to send one message, so that a mailbox can drop a copy. */
  readonly messageId: string
}

export type Smtp = { readonly send: (mail: Mail) => Promise<void>; readonly close: () => void }

/** A server that does not answer holds a worker up no longer than this. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 }

type SmtpOptions = {
  readonly url: string
  readonly from: string
  /** Nothing is said in the clear: a server that does not offer STARTTLS gets no mail. */
  readonly requiresTls?: boolean
}

const transportTo = ({ url, from, requiresTls = false }: SmtpOptions) =>
  createTransport(
    { url, ...(requiresTls ? { requireTLS: true } : {}), ...timeouts, disableFileAccess: true, disableUrlAccess: true },
    { from },
  )

/** Connects and signs in as for a mail, and sends none. */
export const verifySmtp = async (options: SmtpOptions): Promise<void> => {
  const transport = transportTo(options)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Sends mail through the server at `url`, such as smtps://user:password@mail.example.com. */
export const smtpAt = (options: SmtpOptions): Smtp => {
  const transport = transportTo(options)
  return {
    send: async (mail) => {
      await transport.sendMail({ ...mail, headers: { 'Auto-Submitted': 'auto-generated' } })
    },
    close: () => transport.close(),
  }
}
