import type { FastifyReply, FastifyRequest } from 'fastify'
import { inOrganisation } from '../db/tx.ts'
import { forgetGuesses } from '../domain/identity/limits.ts'
import { relyingPartyAt, verifyPasskey } from '../domain/identity/passkeys.ts'
import { isPassword } from '../domain/identity/passwords.ts'
import { secondFactorsOf, takeCode } from '../domain/identity/second-factors.ts'
import type { SignedIn } from '../domain/identity/sessions.ts'
import { confirmPage } from './account-page-layout.ts'
import { nameOfBrowser, originOf, recordRefusal, requireGuess, type PageParts } from './finish-sign-in.ts'
import { browserOf, type PageRequest, redirectTo, show, showJson, wantsJson } from './page-requests.ts'

/** A form of the account page, with whoever is signed in. */
export type AccountForm = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly visit: PageRequest
  readonly form: URLSearchParams
  readonly person: SignedIn
}

/** What a form was refused for: the field, and what is wrong with it. */
export type Wrong<Field extends string = string> = { readonly field: Field; readonly message: string }

export const refuseJson = (reply: FastifyReply, { field, message }: Wrong) =>
  showJson(reply, { [field]: [message] }, 400)

/** Says what was done: on the account page, or to the app, whose page it is that sent the form. */
export const backToAccount = (
  { request, reply, visit }: Pick<AccountForm, 'request' | 'reply' | 'visit'>,
  done: string,
) => (wantsJson(request) ? showJson(reply, { done }) : redirectTo(reply, `${visit.home}/account/?done=${done}`))

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

/** What somebody can show besides the password; nothing if they have no second factor. */
type Askable = { readonly hasCode: boolean; readonly hasPasskey: boolean }

export const askable = (parts: PageParts, { visit, person }: AccountForm): Promise<Askable | undefined> =>
  inOrganisation(parts.db, visit.organisation, async (tx) => {
    const factors = await secondFactorsOf(tx, person.user)
    const has = (asked: string) => factors.some(({ kind }) => kind === asked)
    return factors.length === 0 ? undefined : { hasCode: has('totp'), hasPasskey: has('passkey') }
  })

/** Whether the form has a second factor of the person: a code, or the answer of a passkey. Guesses count like those at sign-in. */
export const checkFactor = async (parts: PageParts, { request, visit, form, person }: AccountForm, checked: string) => {
  const { user } = person
  const browser = nameOfBrowser(parts, visit, { id: user, password_hash: checked })
  const guesser = browser === undefined ? ['account', user] : ['browser', user, browser]
  await requireGuess(parts, request, visit, { guess: 'secondFactors', guesser, user, isKnown: browser !== undefined })
  const [response, now] = [form.get('response'), new Date()]
  const isRight = await inOrganisation(parts.db, visit.organisation, async (tx) => {
    if (response === null)
      return (
        (await takeCode(tx, parts.sealing, user, { code: form.get('code') ?? '', now }, originOf(request))) !==
        undefined
      )
    const ceremony = { purpose: 'second factor' as const, browser: browserOf(visit), user, response, now }
    return !('refused' in (await verifyPasskey(tx, relyingPartyAt(parts.publicUrl), ceremony)))
  })
  if (isRight) await forgetGuesses(parts.rates, 'secondFactors', visit.organisation, ...guesser)
  else {
    const details = { factor: response === null ? 'code' : 'passkey', at: 'account page' }
    await recordRefusal(parts, request, visit, { kind: 'sign_in.second_factor_failed', user, details })
  }
  return isRight
}

export const wrongFactor =
  'The code or the passkey is wrong, or was used before. Enter the code that your app shows now, or an unused recovery code.'

const withProofs =
  (parts: PageParts, { title, label, kept = [], run }: Step, asksForFactor: boolean) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const opened = await openAccountForm(parts, request, reply)
    if (opened === undefined) return reply
    const { visit, form, person } = opened
    const factor = asksForFactor ? await askable(parts, opened) : undefined
    const ask = (wrong?: Wrong<'current_password' | 'code'>) => {
      if (wrong !== undefined && wantsJson(request)) return refuseJson(reply, wrong)
      const action = `${parts.site.base}${request.url.replace(/\?.*$/, '')}`
      const fields = Object.fromEntries(kept.map((name) => [name, form.get(name) ?? '']))
      const page = confirmPage(visit, { action, title, label, email: person.email, fields, factor, wrong })
      return show(reply, page, wrong === undefined ? 200 : 400)
    }
    if (!form.has('current_password')) return ask()
    const checked = await checkCurrentPassword(parts, opened)
    if (checked === undefined) return ask({ field: 'current_password', message: wrongPassword })
    if (factor !== undefined && !(await checkFactor(parts, opened, checked)))
      return ask({ field: 'code', message: wrongFactor })
    return run({ ...opened, checked })
  }

/** A form that takes effect once the password has been given with it; without one, asks for it on a page of its own. */
export const withPassword = (parts: PageParts, step: Step) => withProofs(parts, step, false)

/** Likewise, and asks whoever has a second factor for that too: a password alone must neither remove one nor stand in for one. */
export const withFactor = (parts: PageParts, step: Step) => withProofs(parts, step, true)
