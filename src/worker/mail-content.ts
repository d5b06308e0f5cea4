import { linkHours, type MailKind } from '../domain/identity/mails.ts'
import { html, write } from '../kernel/markup.ts'

/** Alerts about security events are composed from the event. */
type NoticeKind = Exclude<MailKind, 'security alert'>
type Phrases = { readonly subject: string; readonly why: string; readonly todo: string; readonly ignore: string }

type AddressChange = { readonly old_email: string; readonly new_email: string }

const phrasesOf = (clinic: string, { old_email, new_email }: AddressChange): Readonly<Record<NoticeKind, Phrases>> => ({
  invitation: {
    subject: `Your account at ${clinic}`,
    why: `${clinic} has created an account for you in Fetlock, its practice management system.`,
    todo: 'Choose your password',
    ignore: 'If you do not work there, ignore this message: the account cannot be used without a password.',
  },
  'password reset': {
    subject: `A new password for ${clinic}`,
    why: `A new password was requested for your account at ${clinic}, probably by you.`,
    todo: 'Choose a new password',
    ignore: 'If this was not you, ignore this message: your password is unchanged.',
  },
  'password set': {
    subject: `Your password at ${clinic} was set`,
    why: `The password of your account at ${clinic} has just been set. If this was you, there is nothing left to do.`,
    todo: 'This was not me: choose a new password',
    ignore: 'A new password signs out everyone who is using the account. Then tell your clinic.',
  },
  'confirm old address': {
    subject: `Another e-mail address for your account at ${clinic}`,
    why: `Your account at ${clinic} shall have the address ${new_email} instead of this one. It changes when both addresses have confirmed it.`,
    todo: 'Confirm the change',
    ignore:
      'If this was not you, somebody knows your password: confirm nothing, choose a new password with “Forgot your password?” on the sign-in page, and tell your clinic.',
  },
  'confirm new address': {
    subject: `Confirm your e-mail address for ${clinic}`,
    why: `This shall be the address of an account at ${clinic}. It changes when the address until now has confirmed it too.`,
    todo: 'Confirm this address',
    ignore: 'If you do not work there, ignore this message: nothing changes unless you confirm it.',
  },
  'email changed': {
    subject: `Your e-mail address at ${clinic} was changed`,
    why: `The e-mail address of your account at ${clinic} was changed from ${old_email} to ${new_email}. If you know of it, there is nothing left to do.`,
    todo: 'Look at your account',
    ignore:
      'If you do not know of it, tell whoever manages users at your clinic at once: your account may be in other hands.',
  },
})

/** Mail programs drop style sheets, so every element carries its own. */
const styles = {
  body: "margin:0;padding:24px;background:#f3f6f5;color:#1c2b2a;font:16px/1.5 'Segoe UI',Roboto,Arial,sans-serif",
  paper: 'max-width:32rem;margin:0 auto;padding:24px;background:#fff;border:1px solid #b9c6c3;border-radius:12px',
  button: `display:inline-block;padding:12px 20px;background:#0f5e57;color:#fff;font-weight:600;
    text-decoration:none;border-radius:8px`,
  small: 'color:#556563;font-size:14px',
} as const

const duration = (hours: number) => (hours >= 48 ? `${hours / 24} days` : hours === 1 ? 'one hour' : `${hours} hours`)

export type MailLayout = {
  readonly subject: string
  readonly name: string
  /** Sentences, each a paragraph; then what to do and the page for it; then what is left to say, smaller. */
  readonly why: readonly string[]
  readonly todo: string
  readonly link: string
  readonly lifetime?: string
  readonly ignore: string
}

/** The subject, text and HTML of a mail to staff. */
export const layOutMail = ({ subject, name, why, todo, link, lifetime, ignore }: MailLayout) => {
  const hello = name === '' ? 'Hello,' : `Hello ${name},`
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="${styles.body}">
<div style="${styles.paper}">
<p>${hello}</p>
${why.map((sentence) => html`<p>${sentence}</p>`)}
<p style="margin:24px 0"><a href="${link}" style="${styles.button}">${todo}</a></p>
${lifetime === undefined ? undefined : html`<p>${lifetime}</p>`}
<p style="${styles.small}">${ignore}</p>
<p style="${styles.small}">If the button does nothing, copy this address into your browser:<br>
<span style="word-break:break-all">${link}</span></p>
</div></body></html>
`
  const last = [...(lifetime === undefined ? [] : [lifetime]), ignore]
  const text = `${[hello, ...why, `${todo}:\n${link}`, ...last].join('\n\n')}\n`
  // A clinic's name is typed by people; in a header a line break would begin another header.
  return { subject: subject.replace(/\s+/g, ' '), text, html: write(page) }
}

export type MailContent = {
  readonly kind: NoticeKind
  readonly clinic: string
  readonly name: string
  readonly link: string
  /** The addresses that a mail about a change of them names. */
  readonly change?: AddressChange | undefined
}

const noChange: AddressChange = { old_email: '', new_email: '' }

/** The subject, text and HTML of an invitation, a link or a notice. */
export const composeMail = ({ kind, clinic, name, link, change = noChange }: MailContent) => {
  const { why, ...phrases } = phrasesOf(clinic, change)[kind]
  const hours = kind in linkHours ? linkHours[kind as keyof typeof linkHours] : undefined
  const lifetime = hours === undefined ? {} : { lifetime: `The link works once, within ${duration(hours)}.` }
  return layOutMail({ ...phrases, why: [why], name, link, ...lifetime })
}
