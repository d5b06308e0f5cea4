import type { ClientMail, ClientMailer, MailOutcome, MailServer } from './client-mail.ts'
import { postSms, type ClientSms, type SmsGateway, type SmsOutcome } from './client-sms.ts'
import type { Outgoing } from './outgoing.ts'

/** A secret as it is stored. Null where there is none. */
type Sealed = Buffer | null

/** The servers of organisations, for whoever may write through them and must not read what is signed in with. */
export type MessageServers = {
  readonly mail: (
    server: Omit<MailServer, 'password'> & { readonly password: Sealed },
    mail: ClientMail,
  ) => Promise<MailOutcome>
  readonly sms: (
    gateway: Omit<SmsGateway, 'token'> & { readonly token: Sealed },
    message: ClientSms,
  ) => Promise<SmsOutcome>
}

type Parts = {
  readonly mailer: ClientMailer
  readonly outgoing: Pick<Outgoing, 'post'>
  readonly unseal: (sealed: Buffer) => string
}

export const messageServers = ({ mailer, outgoing, unseal }: Parts): MessageServers => {
  const open = (sealed: Sealed) => (sealed === null ? '' : unseal(sealed))
  return {
    mail: ({ password, ...server }, mail) => mailer.send({ ...server, password: open(password) }, mail),
    sms: ({ token, ...gateway }, message) => postSms(outgoing, { ...gateway, token: open(token) }, message),
  }
}
