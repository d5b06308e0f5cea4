import type { FastifyInstance } from 'fastify'
import { inOrganisation } from '../db/tx.ts'
import { forgetGuesses } from '../domain/identity/limits.ts'
import { addPasskey, passkeyRegistration, passkeyRequest, relyingPartyAt } from '../domain/identity/passkeys.ts'
import { makeRecoveryCodes } from '../domain/identity/recovery-codes.ts'
import {
  addTotp,
  begunTotp,
  confirmTotp,
  lockFactors,
  removeFactor,
  secondFactorsOf,
  unconfirmedTotp,
} from '../domain/identity/second-factors.ts'
import type { SignedIn } from '../domain/identity/sessions.ts'
import { ApiError } from '../kernel/errors.ts'
import { type AccountForm, backToAccount, openAccountForm, withFactor } from './account-forms.ts'
import { addPasskeyPage } from './account-page-layout.ts'
import { originOf, requireGuess, type PageParts } from './finish-sign-in.ts'
import { requirePasskeyRequest } from './passkey.ts'
import { addTotpPage, recoveryCodesPage } from './pages.ts'
import { browserOf, type PageRequest, redirectTo, show } from './page-requests.ts'

const numberIn = (text: string | null | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0)

const labelOf = ({ clinicName }: PageRequest, { email }: SignedIn) => ({
  issuer: clinicName ?? 'Fetlock',
  label: email,
})

const confirmAt = ({ home }: PageRequest) => `${home}/account/totp/confirm/`

/** After a factor was added: the codes that came with the first one, or the account. */
const showAdded = ({ reply, visit }: AccountForm, recoveryCodes: readonly string[] | undefined) =>
  recoveryCodes === undefined
    ? redirectTo(reply, `${visit.home}/account/?done=factor`)
    : show(reply, recoveryCodesPage(visit, { codes: recoveryCodes, next: `${visit.home}/account/?done=factor` }))

const addAuthenticatorApps = (scope: FastifyInstance, parts: PageParts) => {
  const { db, rates, sealing } = parts
  const config = { page: true }

  scope.post(
    '/:organisation/account/totp/',
    { config },
    withFactor(parts, {
      title: 'Add an authenticator app',
      label: 'Continue',
      run: async ({ reply, visit, person }) => {
        const begun = await inOrganisation(db, visit.organisation, (tx) =>
          addTotp(tx, sealing, { user: person.user, browser: browserOf(visit) }, labelOf(visit, person)),
        )
        return show(reply, addTotpPage(visit, { ...begun, id: String(begun.id), action: confirmAt(visit) }))
      },
    }),
  )

  scope.post('/:organisation/account/totp/confirm/', { config }, async (request, reply) => {
    const opened = await openAccountForm(parts, request, reply)
    if (opened === undefined) return reply
    const { visit, form, person } = opened
    const { user } = person
    const adding = { user, browser: browserOf(visit) }
    const guesser = ['new app', user]
    await requireGuess(parts, request, visit, { guess: 'secondFactors', guesser, user, isKnown: true })
    const code = form.get('code') ?? ''
    const { id, added, begun } = await inOrganisation(db, visit.organisation, async (tx) => {
      const app = form.has('id') ? numberIn(form.get('id')) : await begunTotp(tx, adding)
      return {
        id: app,
        added: await confirmTotp(tx, sealing, adding, { id: app, code, now: new Date() }, originOf(request)),
        begun: await unconfirmedTotp(tx, sealing, adding, app, labelOf(visit, person)),
      }
    })
    if (added !== undefined) {
      await forgetGuesses(rates, 'secondFactors', visit.organisation, ...guesser)
      return showAdded(opened, added.recoveryCodes)
    }
    if (begun === undefined) return redirectTo(reply, `${visit.home}/account/`)
    const wrong =
      'This code is wrong. Enter the one that the app shows now; check that the clock of the phone is right.'
    return show(reply, addTotpPage(visit, { ...begun, id: String(id), action: confirmAt(visit), wrong }), 400)
  })
}

/**
 * What the browser is to make a passkey of is on the page that follows the proofs; what it makes counts only with the challenge
 * in there, once.
 */
const addPasskeys = (scope: FastifyInstance, parts: PageParts) => {
  const { db, site } = parts
  const relyingParty = relyingPartyAt(parts.publicUrl)
  const config = { page: true }

  /** For the page that asks for a factor: what one of the person's passkeys is to sign. */
  scope.post('/:organisation/account/factors/passkey/options/', async (request, reply) => {
    const visit = await site.open(db, request, reply)
    site.requireOwnForm(request, visit)
    const person = visit.signedIn
    if (person === undefined) throw new ApiError(401, 'You are no longer signed in. Reload the page.')
    await requirePasskeyRequest(parts, request)
    const ceremony = { purpose: 'second factor' as const, browser: browserOf(visit), user: person.user }
    const publicKey = await inOrganisation(db, visit.organisation, (tx) => passkeyRequest(tx, relyingParty, ceremony))
    return reply.headers({ 'cache-control': 'no-store' }).send({ publicKey })
  })

  scope.post(
    '/:organisation/account/passkeys/begin/',
    { config },
    withFactor(parts, {
      title: 'Add a passkey',
      label: 'Continue',
      run: async ({ reply, visit, person }) => {
        const options = await inOrganisation(db, visit.organisation, (tx) =>
          passkeyRegistration(tx, relyingParty, person.user, browserOf(visit)),
        )
        return show(reply, addPasskeyPage(visit, options))
      },
    }),
  )

  scope.post('/:organisation/account/passkeys/', { config }, async (request, reply) => {
    const opened = await openAccountForm(parts, request, reply)
    if (opened === undefined) return reply
    const { visit, form, person } = opened
    const made = {
      user: person.user,
      browser: browserOf(visit),
      response: form.get('response') ?? '',
      name: form.get('name') ?? '',
    }
    const added = await inOrganisation(db, visit.organisation, (tx) =>
      addPasskey(tx, relyingParty, made, originOf(request)),
    )
    if (added !== undefined) return showAdded(opened, added.recoveryCodes)
    throw new ApiError(
      400,
      'The passkey could not be added. Go back to your account and try again, or use an authenticator app.',
    )
  })
}

/** What is done about one's second factors on the account page. */
export const addAccountFactors = (scope: FastifyInstance, parts: PageParts) => {
  const { db } = parts
  const config = { page: true }

  addAuthenticatorApps(scope, parts)
  addPasskeys(scope, parts)

  scope.post(
    '/:organisation/account/factors/:factor/remove/',
    { config },
    withFactor(parts, {
      title: 'Remove a second factor',
      label: 'Remove it',
      run: async ({ request, reply, visit, person }) => {
        const id = numberIn((request.params as { factor?: string }).factor)
        await inOrganisation(db, visit.organisation, (tx) => removeFactor(tx, person.user, id, originOf(request)))
        return backToAccount({ request, reply, visit }, 'removed')
      },
    }),
  )

  scope.post(
    '/:organisation/account/recovery-codes/',
    { config },
    withFactor(parts, {
      title: 'Make new recovery codes',
      label: 'Make new codes',
      run: async ({ request, reply, visit, person }) => {
        const codes = await inOrganisation(db, visit.organisation, async (tx) => {
          await lockFactors(tx, person.user)
          const factors = await secondFactorsOf(tx, person.user)
          return factors.length === 0 ? undefined : makeRecoveryCodes(tx, person.user, originOf(request))
        })
        if (codes === undefined)
          throw new ApiError(400, 'Recovery codes stand in for a second factor, and you have none. Add one first.')
        return show(reply, recoveryCodesPage(visit, { codes }))
      },
    }),
  )
}
