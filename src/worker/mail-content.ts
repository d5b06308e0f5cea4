import { linkHours, type MailKind } from '../domain/identity/password-links.ts'
import { html, write } from '../kernel/markup.ts'

type Phrases = { readonly subject: string; readonly why: string; readonly todo: string; readonly ignore: string }

const phrasesOf = (clinic: string): Readonly<Record<MailKind, Phrases>> => ({
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

export type MailContent = {
  readonly kind: MailKind
  readonly clinic: string
  readonly name: string
  readonly link: string
}

/** The subject, text and HTML of a mail. */
export const composeMail = ({ kind, clinic, name, link }: MailContent) => {
  const { subject, why, todo, ignore } = phrasesOf(clinic)[kind]
  const hello = name === '' ? 'Hello,' : `Hello ${name},`
  const lifetime = kind === 'password set' ? '' : `The link works once, within ${duration(linkHours[kind])}.`
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="${styles.body}">
<div style="${styles.paper}">
<p>${hello}</p>
<p>${why}</p>
<p style="margin:24px 0"><a href="${link}" style="${styles.button}">${todo}</a></p>
${lifetime === '' ? undefined : html`<p>${lifetime}</p>`}
<p style="${styles.small}">${ignore}</p>
<p style="${styles.small}">If the button does nothing, copy this address into your browser:<br>
<span style="word-break:break-all">${link}</span></p>
</div></body></html>
`
  const text = `${hello}\n\n${why}\n\n${todo}:\n${link}\n\n${lifetime === '' ? '' : `${lifetime}\n\n`}${ignore}\n`
  // A clinic's name is typed by people; in a header a line break would begin another header.
  return { subject: subject.replace(/\s+/g, ' '), text, html: write(page) }
}
