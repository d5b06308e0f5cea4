import { MessageChannel } from '@fetlock/sdk'

export type Beginning = { readonly subject: string; readonly text: string; readonly caret: number }

/** What the service begins a message with, and where it is written on: below the greeting of an e-mail, after the clinic in an SMS. */
export const beginningOf = (
  { subject, text }: { readonly subject: string; readonly text: string },
  channel: MessageChannel,
): Beginning => {
  const end = text.indexOf('\n')
  const [first, rest] = end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end)]
  const gap = channel === MessageChannel.EMail ? '\n\n' : ' '
  const after = channel === MessageChannel.EMail && rest !== '' ? `\n\n${rest.trimStart()}` : rest
  return { subject, text: `${first}${gap}${after}`, caret: first.length + gap.length }
}

type Selection = { readonly selectionStart: number; readonly selectionEnd: number }

/** A text with another put where it was being written, and where it is written on. */
export const insertedAt = (
  text: string,
  inserted: string,
  { selectionStart: from, selectionEnd: until }: Selection,
): { readonly text: string; readonly caret: number } => ({
  text: `${text.slice(0, from)}${inserted}${text.slice(until)}`,
  caret: from + inserted.length,
})
