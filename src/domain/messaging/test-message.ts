import type { Tx } from '../../db/tx.ts'
import type { MessageServers } from '../../gateways/message-servers.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import { toE164 } from '../clients/phone-numbers.ts'
import { organisationCountry } from '../clients/clients.ts'
import type { Language } from '../organisation/languages.ts'
import { htmlOf } from './compose.ts'
import { sms, type MessageChannel } from './kinds.ts'
import { holdReasons } from './reasons.ts'

export const testOutcomes = ['sent', 'bounced', 'refused', 'failed', 'unknown', 'not_set_up', 'not_tried'] as const
export const testCauses = [
  'none',
  'address',
  'sign_in',
  'encryption',
  'sender',
  'recipient',
  'message',
  'settings',
  'other',
] as const

export type TestResult = {
  readonly outcome: (typeof testOutcomes)[number]
  readonly recipient: string
  readonly cause: (typeof testCauses)[number]
  readonly detail: string
}

type Wording = { readonly subject: string; readonly text: string }

/** What a test message says. Nobody but the person who asked for it reads it. */
const wordings: Readonly<Record<Language, Wording>> = {
  de: { subject: 'Testnachricht', text: 'Dies ist eine Testnachricht. Nachrichten an Ihre Kunden gehen diesen Weg.' },
  en: { subject: 'Test message', text: 'This is a test message. Messages to your clients go this way.' },
  es: { subject: 'Mensaje de prueba', text: 'Este es un mensaje de prueba. Los mensajes a sus clientes van por aquí.' },
  fi: { subject: 'Testiviesti', text: 'Tämä on testiviesti. Viestit asiakkaillenne kulkevat tätä kautta.' },
  fr: { subject: 'Message de test', text: 'Ceci est un message de test. Les messages à vos clients passent par ici.' },
  sv: { subject: 'Testmeddelande', text: 'Det här är ett testmeddelande. Meddelanden till era kunder går denna väg.' },
}

export type TestAsked = { readonly channel: MessageChannel; readonly phone_number?: string }

/** Reads everything that a test message needs, so that no transaction is open while a server is waited for. */
export const prepareTest = async (tx: Tx, actor: Actor, { channel, phone_number = '' }: TestAsked) => {
  const settings = await tx.selectFrom('message_settings').selectAll().executeTakeFirstOrThrow()
  const { name, language } = await tx.selectFrom('organisation').select(['name', 'language']).executeTakeFirstOrThrow()
  const { email } = await tx.selectFrom('user').select('email').where('id', '=', actor.user).executeTakeFirstOrThrow()
  if (channel === sms && phone_number.trim() === '')
    throw invalid('phone_number', 'Send the phone number that the text message goes to.', 'required')
  const recipient = channel === sms ? toE164(phone_number, await organisationCountry(tx)) : (email ?? '')
  const isSetUp =
    channel === sms
      ? settings.sms_gateway_url !== '' && settings.sms_from !== ''
      : settings.smtp_host !== '' && settings.mail_from !== ''
  return { channel, settings, clinic: name.replace(/\s+/g, ' '), language: language as Language, recipient, isSetUp }
}

export type PreparedTest = Awaited<ReturnType<typeof prepareTest>>

type From = {
  readonly servers: MessageServers
  /** What no other mail has. */
  readonly messageId: string
}

/** Hands a test message to the server of the clinic, once, and says in words what it answered. */
export const sendTest = async (
  { channel, settings, clinic, language, recipient, isSetUp }: PreparedTest,
  { servers, messageId }: From,
): Promise<TestResult> => {
  if (!isSetUp) return { outcome: 'not_set_up', recipient, cause: 'settings', detail: holdReasons.not_set_up }
  const { subject, text } = wordings[language]
  const outcome =
    channel === sms
      ? await servers.sms(
          { url: settings.sms_gateway_url, account: settings.sms_account, token: settings.sms_token },
          { to: recipient, from: settings.sms_from, text: `${clinic}: ${text}` },
        )
      : await servers.mail(
          {
            host: settings.smtp_host,
            port: settings.smtp_port,
            username: settings.smtp_username,
            password: settings.smtp_password,
          },
          {
            from: { name: clinic, address: settings.mail_from },
            to: recipient,
            subject: `${subject}: ${clinic}`,
            text: `${text}\n`,
            html: htmlOf({ subject, text }, language),
            messageId,
          },
        )
  if (outcome.kind === 'sent') return { outcome: 'sent', recipient, cause: 'none', detail: '' }
  return { outcome: outcome.kind, recipient, cause: outcome.cause, detail: outcome.reason }
}
