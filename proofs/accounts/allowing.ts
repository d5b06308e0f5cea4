import { createHash, randomBytes } from 'node:crypto'
import type { Reply } from '../sending.ts'
import { redirectUri } from './clinics.ts'
import {
  complain,
  count,
  end,
  endApplication,
  endGrant,
  expectEvent,
  type Grant,
  type Held,
  type Line,
  type Person,
  type Session,
  type Story,
} from './model.ts'
import { formOf, noteSpent, takeCode } from './signing-in.ts'
import { locationOf, sendOnce, visit, wordsIn, type Outcome } from './visiting.ts'

type Tokens = { readonly access_token: string; readonly refresh_token?: string }

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

/** A request to the token endpoint by the application. Another address each time, as from another machine of its maker. */
const askToken = (
  { run, share, application, random }: Story,
  form: Readonly<Record<string, string>>,
  path = 'token/',
): Promise<Outcome> =>
  sendOnce(
    run.bases,
    {
      method: 'POST',
      path: `/${share.organisation}/oauth2/${path}`,
      headers: {
        authorization: basic(application.client_id, application.secret),
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `172.16.${random.int(0, 250)}.${random.int(1, 250)}`,
      },
      body: new URLSearchParams(form).toString(),
    },
    run.tally,
    ++run.sent,
  )

const bearer = ({ share }: Story, what: string, { access_token }: Tokens): Held => ({
  what,
  organisation: share.organisation,
  headers: { authorization: `Bearer ${access_token}` },
})

/** Where a person goes to allow the application access. */
export const authorizePath = ({ share, application }: Story, challenge: string, more = {}) => {
  const query = new URLSearchParams({
    client_id: application.client_id,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'restapi',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  })
  return `/${share.organisation}/oauth2/authorize/?${query.toString()}`
}

/** The person says yes on the page that asks. */
const consent = async (story: Story, person: Person, session: Session, path: string) => {
  const form = await formOf(story, person)
  const reply = await visit(story.run, session.visitor, path, { form, answer: 'allow' })
  const isDone = reply === 'unknown' || !locationOf(reply).includes('/confirm/')
  if (isDone) expectEvent(story, 'grant.given', String(person.id), reply !== 'unknown')
  return reply
}

/** The person shows that it is them, if they have something to show right now, and is led back to the page that asks. */
const confirm = async (story: Story, person: Person, session: Session, path: string): Promise<Outcome> => {
  const code = takeCode(story, person)
  if (person.factor !== undefined && code === undefined) return 'unknown'
  const form = await formOf(story, person)
  const next = new URL(path, 'http://localhost').searchParams.get('next') ?? ''
  const proof = code === undefined ? { password: person.password } : { code: code.text }
  const reply = await visit(story.run, session.visitor, `/${person.organisation}/confirm/`, { form, next, ...proof })
  const isKnown = reply !== 'unknown'
  if (code?.isRecovery) expectEvent(story, 'recovery_code.used', String(person.id), isKnown)
  if (isKnown && code !== undefined) noteSpent(person, code)
  expectEvent(story, 'session.confirmed', String(person.id), isKnown)
  count(story, 'confirmed')
  return reply
}

/** Walks through the pages on which a person allows the application, up to the code; undefined if that could not be followed. */
const walkToCode = async (story: Story, person: Person, session: Session, challenge: string) => {
  let [path, isAsked] = [authorizePath(story, challenge), false]
  for (let hop = 0; hop < 10; hop++) {
    let reply = await visit(story.run, session.visitor, path)
    if (reply !== 'unknown' && reply.status === 200 && path.includes('/consent/'))
      [reply, isAsked] = [await consent(story, person, session, path), true]
    else if (reply !== 'unknown' && reply.status === 200 && path.includes('/confirm/'))
      reply = await confirm(story, person, session, path)
    if (reply === 'unknown') {
      if (isAsked) session.mayHaveAllowed = true
      return undefined
    }
    const asked = path
    path = locationOf(reply)
    const code = path.startsWith(redirectUri) ? new URL(path).searchParams.get('code') : null
    if (code !== null) return { code, isAsked }
    if (reply.status !== 303 && reply.status !== 302) return { ...reply, asked }
  }
  return undefined
}

/** The grant that a code belongs to: a new one if the person was asked, otherwise what was allowed in this session before. */
const grantOf = (story: Story, person: Person, session: Session, isAsked: boolean) => {
  const { grant } = session
  if (!isAsked && grant !== undefined && grant.ended === undefined) return grant
  if (!isAsked && !session.mayHaveAllowed)
    complain(story, `${person.email} was not asked before an application got a code`)
  const given: Grant = { access: [], lines: [] }
  session.grant = given
  session.mayHaveAllowed = false
  person.grants.push(given)
  return given
}

export const allow = async (story: Story, person: Person, session: Session) => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const walked = await walkToCode(story, person, session, challenge)
  if (walked === undefined) return undefined
  if ('status' in walked) return complain(story, `${walked.asked} was answered ${walked.status} ${wordsIn(walked)}`)
  const { code, isAsked } = walked
  session.held.cookies = new Map(session.visitor.cookies)
  const grant = grantOf(story, person, session, isAsked)
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
  const reply = await askToken(story, form)
  // Nobody has what may have been issued, and the code is spent.
  if (reply === 'unknown') return expectEvent(story, 'token.issued', String(person.id), false)
  if (reply.status !== 200) return complain(story, `a code was answered ${reply.status} ${reply.text}`)
  const tokens = JSON.parse(reply.text) as Required<Tokens>
  grant.access.push(bearer(story, 'access token', tokens))
  grant.lines.push({ refresh: tokens.refresh_token, spent: [] })
  expectEvent(story, 'token.issued', String(person.id))
  return count(story, isAsked ? 'allowed' : 'allowed again')
}

const isInvalidGrant = ({ status, text }: Reply) => status === 400 && text.includes('invalid_grant')
const forget = (person: Person, grant: Grant) => {
  person.grants = person.grants.filter((other) => other !== grant)
}

export const refresh = async (story: Story, person: Person, grant: Grant, line: Line) => {
  const form = { grant_type: 'refresh_token', refresh_token: line.refresh }
  const first = await askToken(story, form)
  // Asked again, it is either unused, or used twice, which ends the grant.
  let reply = first
  while (reply === 'unknown') reply = await askToken(story, form)
  if (reply.status === 200) {
    const tokens = JSON.parse(reply.text) as Required<Tokens>
    line.spent.push(line.refresh)
    line.refresh = tokens.refresh_token
    grant.access.push(bearer(story, 'refreshed access token', tokens))
    expectEvent(story, 'token.refreshed', String(person.id), first !== 'unknown')
    return count(story, 'refreshed')
  }
  if (first !== 'unknown' || !isInvalidGrant(reply))
    complain(story, `a refresh was answered ${reply.status} ${reply.text}`)
  expectEvent(story, 'token.refreshed', String(person.id), false)
  expectEvent(story, 'token.refused', String(person.id))
  endGrant(story, grant)
  forget(person, grant)
  return count(story, 'refreshed without an answer, and again')
}

/** A thief uses a refresh token that was used before: everything of its grant ends. */
export const reuse = async (story: Story, person: Person, grant: Grant, line: Line) => {
  const spent = line.spent.at(-1)
  if (spent === undefined) return refresh(story, person, grant, line)
  let reply: Outcome = 'unknown'
  while (reply === 'unknown') reply = await askToken(story, { grant_type: 'refresh_token', refresh_token: spent })
  if (!isInvalidGrant(reply)) complain(story, `a spent refresh token was answered ${reply.status} ${reply.text}`)
  endGrant(story, grant)
  forget(person, grant)
  expectEvent(story, 'token.refused', String(person.id))
  return count(story, 'reused')
}

export const revoke = async (story: Story, person: Person, grant: Grant, line: Line) => {
  const token = story.random.chance(0.5)
    ? line.refresh
    : grant.access.at(-1)!.headers['authorization']!.slice('Bearer '.length)
  let [reply, isFirst]: [Outcome, boolean] = [await askToken(story, { token }, 'revoke_token/'), true]
  while (reply === 'unknown') [reply, isFirst] = [await askToken(story, { token }, 'revoke_token/'), false]
  if (reply.status !== 200) complain(story, `revoking was answered ${reply.status} ${reply.text}`)
  endGrant(story, grant)
  forget(person, grant)
  expectEvent(story, 'token.revoked', String(person.id), isFirst)
  count(story, 'revoked')
}

/** A token of the application's own; while the secret is replaced, it may be refused. */
export const takeToken = async (story: Story, isReplaced = false) => {
  const { application } = story
  const reply = await askToken(story, { grant_type: 'client_credentials' })
  if (reply === 'unknown') {
    expectEvent(story, 'token.issued', `application ${application.id}`, false)
    return undefined
  }
  const isRight = !application.isArchived
  if (reply.status === 200) {
    const held = bearer(story, 'client credentials token', JSON.parse(reply.text) as Tokens)
    application.tokens.push(held)
    if (!isRight) complain(story, 'a token was issued to an application that must not have one')
    expectEvent(story, 'token.issued', `application ${application.id}`)
    count(story, 'tokens taken')
    return held
  }
  if (isRight && !isReplaced) complain(story, `client credentials were answered ${reply.status} ${reply.text}`)
  else count(story, 'tokens refused')
  return undefined
}

/** A request of whoever manages users and applications, with a key, so that it has one effect however often it is sent. */
export const askOffice = async (
  story: Story,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly reply: Reply; readonly isFirst: boolean }> => {
  const { run, share, office } = story
  const sent = {
    method,
    path: `/${share.organisation}/api/0.1${path}`,
    headers: { authorization: office, 'idempotency-key': `${run.seed}-${run.sent}-${randomBytes(4).toString('hex')}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  let [reply, isFirst]: [Outcome, boolean] = [await sendOnce(run.bases, sent, run.tally, ++run.sent), true]
  while (reply === 'unknown' || reply.status === 409)
    [reply, isFirst] = [await sendOnce(run.bases, sent, run.tally, ++run.sent), false]
  return { reply, isFirst }
}

/** Replaces the secret while tokens are taken with the old one: none of those opens anything afterwards. */
export const rotate = async (story: Story, takers = 0): Promise<void> => {
  const { application } = story
  const path = `/application/${application.id}/`
  const asking = askOffice(story, 'POST', `${path}rotate_secret/`)
  const taking = Array.from({ length: takers }, () => takeToken(story, true))
  const [{ reply }, taken] = [await asking, await Promise.all(taking)]
  if (reply.status !== 200) return complain(story, `rotating was answered ${reply.status} ${reply.text}`)
  const { client_secret } = JSON.parse(reply.text) as { client_secret?: string | null }
  for (const held of taken) if (held !== undefined) end(story, held)
  endApplication(story)
  expectEvent(story, 'application.secret_rotated', `application ${application.id}`)
  count(story, takers > 0 ? 'rotated while tokens were taken' : 'rotated')
  // The answer is replayed without its secret: then another rotation shows the next one.
  if (typeof client_secret !== 'string') return rotate(story)
  application.secret = client_secret
}

const setArchived = async (story: Story, archived: boolean) => {
  const { application } = story
  const { reply } = await askOffice(story, 'PATCH', `/application/${application.id}/`, { archived })
  if (reply.status !== 200) complain(story, `archived ${archived} was answered ${reply.status} ${reply.text}`)
  application.isArchived = archived
  expectEvent(story, archived ? 'application.archived' : 'application.restored', `application ${application.id}`)
}

/** What an archived application had is not its own again when it is restored. */
export const archiveAndRestore = async (story: Story) => {
  await setArchived(story, true)
  endApplication(story)
  await takeToken(story)
  await setArchived(story, false)
  count(story, 'archived and restored')
}
