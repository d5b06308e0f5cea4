import type { FastifyReply, FastifyRequest } from 'fastify'
import { inOrganisation } from '../db/tx.ts'
import { forgetGuesses } from '../domain/identity/limits.ts'
import { isPassword } from '../domain/identity/passwords.ts'
import type { SignedIn } from '../domain/identity/sessions.ts'
import { confirmPage } from './account-page-layout.ts'
import { nameOfBrowser, recordRefusal, requireGuess, type PageParts } from './finish-sign-in.ts'
import { type PageRequest, show } from './page-requests.ts'

/** A form of the account page, with whoever is signed in. */
export type AccountForm = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly visit: PageRequest
  readonly form: URLSearchParams
  readonly person: SignedIn
}

/** Reads a form of the account page. Undefined if nobody is signed in: they are being redirected to where they sign in. */
export const openAccountForm = async (
  { db, site }: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountForm | undefined> => {
  const visit = await site.open(db, request, reply)
  const form = site.requireOwnForm(request, visit)
  const person = site.signedInOr(request, reply, visit)
  return person && { request, reply, visit, form, person }
}

/** The stored hash of the person's password, if the form has the current one. Guesses count like those at sign-in. */
export const checkCurrentPassword = async (parts: PageParts, { request, visit, form, person }: AccountForm) => {
  const { organisation } = visit
  const { password_hash } = await inOrganisation(parts.db, organisation, (tx) =>
    tx.selectFrom('user').select('password_hash').where('id', '=', person.user).executeTakeFirstOrThrow(),
  )
  const browser = nameOfBrowser(parts, visit, { id: person.user, password_hash })
  const guesser = browser === undefined ? ['account', person.email.toLowerCase()] : ['browser', person.user, browser]
  const isKnown = browser !== undefined
  await requireGuess(parts, request, visit, { guess: 'passwords', guesser, user: person.user, isKnown })
  if (password_hash !== null && (await isPassword(password_hash, form.get('current_password') ?? ''))) {
    await forgetGuesses(parts.rates, 'passwords', organisation, ...guesser)
    return password_hash
  }
  const details = { at: 'account page' }
  await recordRefusal(parts, request, visit, { kind: 'sign_in.failed', user: person.user, details })
  return undefined
}

export const wrongPassword = 'The current password is wrong. Try again.'

type Step = {
  readonly title: string
  readonly label: string
  /** Fields of the form that are sent again with the password. */
  readonly kept?: readonly string[]
  /** `checked` is the stored hash that the password was compared with. */
  readonly run: (form: AccountForm & { readonly checked: string }) => Promise<unknown>
}

/** A form that takes effect once the password has been given with it; without one, asks for it on a page of its own. */
export const withPassword =
  (parts: PageParts, { title, label, kept = [], run }: Step) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const opened = await openAccountForm(parts, request, reply)
    if (opened === undefined) return reply
    const { visit, form, person } = opened
    const ask = (wrong?: string) => {
      const action = `${parts.site.base}${request.url.replace(/\?.*$/, '')}`
      const fields = Object.fromEntries(kept.map((name) => [name, form.get(name) ?? '']))
      const page = confirmPage(visit, { action, title, label, email: person.email, fields, wrong })
      return show(reply, page, wrong === undefined ? 200 : 400)
    }
    if (!form.has('current_password')) return ask()
    const checked = await checkCurrentPassword(parts, opened)
    return checked === undefined ? ask(wrongPassword) : run({ ...opened, checked })
  }
