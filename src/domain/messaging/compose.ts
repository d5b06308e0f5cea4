import type { Tx } from '../../db/tx.ts'
import { html, write } from '../../kernel/markup.ts'
import { builtInText, type MessageText } from './built-in-texts.ts'
import type { MessageContent, QueuedMessage } from './content.ts'
import { sms, type MessageChannel, type MessageKind } from './kinds.ts'
import type { Language } from '../organisation/languages.ts'
import { fillIn } from './placeholders.ts'

/** What gateways take in one message. */
export const maxSms = 1_600

/** The clinic's own wording, or the built-in one. */
export const findWording = async (
  tx: Tx,
  kind: MessageKind,
  channel: MessageChannel,
  language: Language,
): Promise<MessageText & { readonly isBuiltIn: boolean }> => {
  const own = await tx
    .selectFrom('message_template')
    .select(['subject', 'text'])
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('language', '=', language)
    .executeTakeFirst()
  return own === undefined ? { ...builtInText(kind, channel, language), isBuiltIn: true } : { ...own, isBuiltIn: false }
}

const findSender = async (tx: Tx, department: number) => {
  const { name: clinic } = await tx.selectFrom('organisation').select('name').executeTakeFirstOrThrow()
  const { name, street_address, zip_code, city, phone, email } = await tx
    .selectFrom('department')
    .select(['name', 'street_address', 'zip_code', 'city', 'phone', 'email'])
    .where('id', '=', department)
    .executeTakeFirstOrThrow()
  const town = `${zip_code} ${city}`.trim()
  return { clinic, name, phone, email, address: [street_address, town].filter((part) => part !== '').join(', ') }
}

export type ComposedMessage = {
  readonly subject: string
  readonly text: string
  /** Whom it is from, and where answers go. */
  readonly clinic: string
  readonly replyTo: string
}

/** Fills a wording in with these values and with what is true of the clinic now. */
export const composeText = async (
  tx: Tx,
  wording: MessageText,
  { department }: Pick<QueuedMessage, 'department'>,
  values: MessageContent['values'],
): Promise<ComposedMessage> => {
  const { clinic, name, phone, email, address } = await findSender(tx, department)
  const known = {
    clinic,
    department: name,
    department_address: address,
    department_phone: phone,
    department_email: email,
    ...values,
  }
  return {
    // Names are typed by people; in a header a line break would begin another header.
    subject: fillIn(wording.subject, known).replace(/\s+/g, ' '),
    text: fillIn(wording.text, known),
    clinic: clinic.replace(/\s+/g, ' '),
    replyTo: email,
  }
}

/** What is too long for an SMS is cut: names may be longer than whoever worded it foresaw. */
export const cutFor = (channel: MessageChannel, text: string): string =>
  channel === sms ? [...text].slice(0, maxSms).join('') : text

/** Writes a message in the reader's language, from what is true now; one that somebody has written stays as it is. */
export const composeMessage = async (
  tx: Tx,
  message: Pick<QueuedMessage, 'kind' | 'channel' | 'department'>,
  { language, values, written }: Pick<MessageContent, 'language' | 'values' | 'written'>,
): Promise<ComposedMessage> => {
  const wording = written ?? (await findWording(tx, message.kind, message.channel, language))
  const composed = await composeText(tx, wording, message, values)
  return { ...composed, ...written, text: cutFor(message.channel, (written ?? composed).text) }
}

/** Mail programs drop style sheets, so every element carries its own. */
const styles = {
  body: "margin:0;padding:24px;background:#f3f6f5;color:#1c2b2a;font:16px/1.5 'Segoe UI',Roboto,Arial,sans-serif",
  paper: 'max-width:36rem;margin:0 auto;padding:24px;background:#fff;border:1px solid #b9c6c3;border-radius:12px',
} as const

/** The same text as HTML. Whatever it has in it is text: nothing of it is markup. */
export const htmlOf = ({ subject, text }: MessageText, language: Language): string => {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => {
    const [first = '', ...others] = paragraph.split('\n')
    return html`<p>${first}${others.map(
      (line) => html`<br>
${line}`,
    )}</p>
`
  })
  return write(html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="${styles.body}">
<div style="${styles.paper}">
${paragraphs}</div></body></html>
`)
}
