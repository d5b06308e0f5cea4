import { linkHours, type MailKind } from '../domain/identity/password-links.ts'
import { html, write } from '../kernel/markup.ts'

type Words = { readonly subject: string; readonly why: string; readonly todo: string; readonly ignore: string }

const wordsOf = (clinic: string): Readonly<Record<MailKind, Words>> => ({
  invitation: {
    subject: `Your account at ${clinic}`,
    why: `${clinic} has made an account for you in Fetlock, its practice management.`,
    todo: 'Choose your password',
    ignore: 'If you do not work there, ignore this message: without a password nobody can use the account.',
  },
  'password reset': {
    subject: `A new password for ${clinic}`,
    why: `Somebody, probably you, has asked for a new password for your account at ${clinic}.`,
    todo: 'Choose a new password',
    ignore: 'If it was not you, ignore this message: your password stays as it is.',
  },
  'password set': {
    subject: `Your password at ${clinic} was set`,
    why: `The password of your account at ${clinic} has just been set. If it was you, there is nothing to do.`,
    todo: 'It was not me: choose a new password',
    ignore: 'A new password signs everybody out who uses the account now. Then tell your clinic.',
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

const lasts = (hours: number) => (hours >= 48 ? `${hours / 24} days` : hours === 1 ? 'one hour' : `${hours} hours`)

export type Letter = { readonly kind: MailKind; readonly clinic: string; readonly name: string; readonly link: string }

/** Writes the mail with the link, as text and as HTML that says the same. */
export const writeMail = ({ kind, clinic, name, link }: Letter) => {
  const { subject, why, todo, ignore } = wordsOf(clinic)[kind]
  const hello = name === '' ? 'Hello,' : `Hello ${name},`
  const lifetime = kind === 'password set' ? '' : `The link works once, within ${lasts(linkHours[kind])}.`
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
