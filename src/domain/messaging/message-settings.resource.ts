import { optional, type Field } from '../../kernel/fields.ts'
import { modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { email, validatedText } from '../../kernel/text-formats.ts'
import { boolean, integer, text } from '../../kernel/values.ts'
import { organisationOfSettings, settingsOfOrganisation } from '../organisation/settings-of-organisation.ts'
import { changeMessageSettings } from './settings.ts'

const permission = 'Settings: Integration settings'

const secret = { optional: true, writeOnly: true, verbatim: true } as const

/** Says that there is a secret, which nothing shows. */
const isSet = (column: string, about: string): Field<boolean, { readOnly: true; about: string }> => ({
  ...boolean({ readOnly: true, about }),
  select: (_column, at) => `(${at.row}.${column} is not null)`,
})

export const messageSettings = defineResource({
  name: 'message_settings',
  title: 'Message settings',
  about:
    'Through which servers the organisation writes to its clients by e-mail and SMS. There is always exactly one record, with the id of the organisation.',
  path: 'settings/messaging',
  permission,
  fields: {
    organisation: organisationOfSettings,
    smtp_host: validatedText(
      {
        ...optional,
        about:
          'The host name of the mail server, which must be publicly reachable. What it resolves to is checked again at every connection. Empty: e-mails are held as `not_set_up`.',
      },
      255,
      'smtp.example.com',
      (value) => !/[\s/@]/.test(value),
      'Enter a host name such as smtp.example.com, without anything else.',
    ),
    smtp_port: integer({
      optional: true,
      min: 1,
      max: 65_535,
      about:
        '465 (encrypted from the start), 587 (encrypted by STARTTLS) or 25 (encrypted if the server can, and always with a user name). 587 unless changed.',
    }),
    smtp_username: text(255, { ...optional, about: 'Who signs in at the mail server. Empty: nobody does.' }),
    smtp_password: text(1000, {
      ...secret,
      about:
        'The password of `smtp_username`. Stored encrypted and never shown. Send it again with another host or user name: otherwise it is removed. Empty removes it.',
    }),
    smtp_password_set: isSet('smtp_password', 'Whether there is a password. It is not shown.'),
    mail_from: email({
      ...optional,
      about:
        'The address that e-mails come from, under the name of the clinic; answers go to the department if it has an address. Empty: e-mails are held as `not_set_up`.',
    }),
    sms_gateway_url: text(2000, {
      ...optional,
      about:
        'Where SMS are posted, in Twilio’s format: a form with `To`, `From` and `Body` over `https` to a public host, for example `https://api.twilio.com/2010-04-01/Accounts/AC…/Messages.json`. Empty: SMS are held as `not_set_up`.',
    }),
    sms_account: text(255, { ...optional, about: 'Who signs in at the SMS gateway (Basic authentication).' }),
    sms_token: text(1000, {
      ...secret,
      about:
        'The password of `sms_account`. Stored encrypted and never shown. Send it again with another address or account: otherwise it is removed. Empty removes it.',
    }),
    sms_token_set: isSet('sms_token', 'Whether there is a token. It is not shown.'),
    sms_from: text(63, {
      ...optional,
      about:
        'The number or name that SMS come from, as the gateway has it registered. Empty: SMS are held as `not_set_up`.',
    }),
    modified,
  },
  filters: {},
  retrieve: { rate: 300 },
  patch: {
    rate: 300,
    stepUp: true,
    run: changeMessageSettings,
    about:
      'Applies to the next attempt, also of messages that are queued. Nothing is sent to try it out: `test/` does that.',
  },
})

export const { read: currentMessageSettings, change: changeCurrentMessageSettings } =
  settingsOfOrganisation(messageSettings)
