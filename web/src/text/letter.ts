import { MessageChannel } from '@fetlock/sdk'
import { plural } from './plural.ts'

/** What is said where somebody writes to a client: loaded with the dialog. */
export const letterText = {
  title: (name: string) => (name === '' ? 'Message' : `Message to ${name}`),
  by: 'Send by',
  channels: { [MessageChannel.EMail]: 'E-mail', [MessageChannel.Sms]: 'Text message' },
  to: (recipient: string) => `To ${recipient}`,
  subject: 'Subject',
  message: 'Message',
  insert: 'Insert a stored text',
  noTexts: 'There are no texts for messages. Add them in Settings, Text templates.',
  length: (characters: number, parts: number) =>
    `${characters} characters, sent and paid for as ${plural(parts, { one: 'text message', other: 'text messages' })}`,
  needed: { subject: 'Enter a subject.', text: 'Write what is to be sent.' },
  send: 'Send',
  sending: 'Checking…',
  sent: 'The message is on its way',
}
