import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Provider } from 'oidc-provider'
import { fingerprint } from '../domain/identity/secrets.ts'
import { ApiError } from '../kernel/errors.ts'
import { requestOrigin } from '../oauth/addresses.ts'
import { sessionCookie } from '../oauth/cookies.ts'
import { consentPage } from './pages.ts'
import { originOf } from './finish-sign-in.ts'
import { type PageParts, targetOf } from './sign-in.ts'
import { redirectTo, show, type PageRequest } from './page-requests.ts'
import { textOf } from '../oauth/parameters.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

const startAgain = () =>
  new ApiError(
    400,
    'This request to sign in has expired or was begun in another browser. Go back to the application and start again.',
  )

const findInteraction = async (
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction> => {
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw)
    if (interaction.uid === (request.params as { uid: string }).uid) return interaction
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
  }
  throw startAgain()
}

/** If an application requires a new sign-in, the session from before it does not count; signing in starts a new session. */
const hasSignedInAgain = async (interaction: Interaction, { cookies }: PageRequest) => {
  const session = fingerprint(cookies.get(sessionCookie) ?? '')
  const before = interaction.result?.['before']
  if (before !== undefined) return before !== session
  interaction.result = { before: session }
  await interaction.persist()
  return false
}

/** Completes the login prompt once the user has signed in, again if the application requires that. */
const finishLogin = async (interaction: Interaction, visit: PageRequest, reply: FastifyReply) => {
  const { home, signedIn } = visit
  const isForced = interaction.prompt.reasons.some((reason) => reason !== 'no_session')
  if ((isForced && !(await hasSignedInAgain(interaction, visit))) || signedIn === undefined) {
    const next = encodeURIComponent(`${home}/consent/${interaction.uid}/`)
    const place = visit.locked === undefined || isForced ? 'sign-in' : 'unlock'
    return redirectTo(reply, `${home}/${place}/?next=${next}${isForced ? '&again=1' : ''}`)
  }
  const accountId = String(signedIn.user)
  // Another user has signed in meanwhile: the provider's session of the first is not continued.
  if (interaction.session !== undefined && interaction.session.accountId !== accountId) delete interaction.session
  const ts = Math.floor(signedIn.since.getTime() / 1000)
  interaction.result = { ...interaction.lastSubmission, login: { accountId, ts } }
  await interaction.persist()
  return redirectTo(reply, interaction.returnTo)
}

const requireSamePerson = (interaction: Interaction, { signedIn }: PageRequest) => {
  if (signedIn === undefined || interaction.session?.accountId !== String(signedIn.user)) throw startAgain()
  return signedIn
}

const askedScopes = ({ prompt, params }: Interaction) => {
  const missing = prompt.details['missingOIDCScope']
  return Array.isArray(missing) ? missing.map(String) : textOf(params['scope']).split(' ')
}

const allow = async (provider: Provider, interaction: Interaction, accountId: string) => {
  const clientId = textOf(interaction.params['client_id'])
  const known = interaction.grantId === undefined ? undefined : await provider.Grant.find(interaction.grantId)
  const grant = known ?? new provider.Grant({ accountId, clientId })
  // Allowed anew today, so it lasts from today.
  grant.iat = Math.floor(Date.now() / 1000)
  grant.addOIDCScope(askedScopes(interaction).join(' '))
  return { consent: { grantId: await grant.save() } }
}

/** The page on which a user allows an application to act on their behalf. */
export const addConsent = (scope: FastifyInstance, { db, providers, site }: PageParts) => {
  const config = { page: true }

  scope.get('/:organisation/consent/:uid/', { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const provider = providers.of(visit.organisation)
    const interaction = await findInteraction(provider, request, reply)
    if (interaction.prompt.name === 'login') return finishLogin(interaction, visit, reply)
    const { name, email } = requireSamePerson(interaction, visit)
    const client = await provider.Client.find(textOf(interaction.params['client_id']))
    if (client === undefined) throw startAgain()
    const redirectUri = textOf(interaction.params['redirect_uri'])
    const page = consentPage(visit, {
      action: `${visit.home}/consent/${interaction.uid}/`,
      application: client.clientName ?? client.clientId,
      scopes: askedScopes(interaction),
      name,
      email,
      returnsTo: new URL(redirectUri).host || new URL(redirectUri).protocol.slice(0, -1),
      leadsTo: targetOf(redirectUri),
    })
    return show(reply, page)
  })

  scope.post('/:organisation/consent/:uid/', { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const form = site.requireOwnForm(request, visit)
    const provider = providers.of(visit.organisation)
    const interaction = await findInteraction(provider, request, reply)
    if (interaction.prompt.name !== 'consent') throw startAgain()
    const { user, confirmed } = requireSamePerson(interaction, visit)
    const isAllowed = form.get('answer') === 'allow'
    if (isAllowed && !confirmed) {
      const next = encodeURIComponent(`${visit.home}/consent/${interaction.uid}/`)
      return redirectTo(reply, `${visit.home}/confirm/?next=${next}`)
    }
    const answer = isAllowed
      ? await requestOrigin.run(originOf(request), () => allow(provider, interaction, String(user)))
      : { error: 'access_denied', error_description: 'The user did not allow access.' }
    return redirectTo(reply, await provider.interactionResult(request.raw, reply.raw, answer))
  })
}
