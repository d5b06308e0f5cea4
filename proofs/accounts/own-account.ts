import { setTimeout as sleep } from 'node:timers/promises'
import { inOrganisation } from '../../src/db/tx.ts'
import { makePasswordLink } from '../../src/domain/identity/password-links.ts'
import { askOffice } from './allowing.ts'
import {
  complain,
  count,
  end,
  endAll,
  endGrant,
  expectEvent,
  type Factor,
  type Person,
  type Session,
  type Story,
} from './model.ts'
import {
  formOf,
  nextCode,
  noteSpent,
  noteTried,
  settlePassword,
  signedIn,
  takeCode,
  tryPassword,
} from './signing-in.ts'
import { read, visit, wordsIn } from './visiting.ts'

/** What hashing a password takes at most, roughly: between reading the old hash and starting a session. */
const maxHashMs = 150

const words = ['saddle', 'meadow', 'bridle', 'hollow', 'thistle', 'barley', 'copper', 'lantern', 'willow', 'harvest']
const newPassword = ({ random, run }: Story) =>
  `${random.pick(words)} ${random.pick(words)} ${random.pick(words)} ${++run.sent} ${random.int(1000, 9999)}`

const post = async (
  story: Story,
  person: Person,
  session: Session,
  path: string,
  fields: Readonly<Record<string, string>> = {},
) =>
  visit(story.run, session.visitor, `/${person.organisation}/account/${path}`, {
    form: await formOf(story, person),
    current_password: person.password,
    ...fields,
  })

/** Others sign in at moments around something else that happens to the account. */
const enterMeanwhile = (story: Story, person: Person, password: string, others: number) =>
  Array.from({ length: others }, async () => {
    await sleep(story.random.int(0, maxHashMs))
    return tryPassword(story, person, password)
  })

/** The new password counts, and what was opened with the old one is over. */
const passwordIs = (story: Story, person: Person, password: string) => {
  endAll(story, person)
  person.password = password
}

/** Changes the password while others sign in with the old one: none of those stays in. */
export const changePassword = async (story: Story, person: Person, session: Session, others = 0) => {
  const [before, next] = [person.password, newPassword(story)]
  const code = takeCode(story, person)
  if (person.factor !== undefined && code === undefined) return undefined
  const changing = post(story, person, session, 'password/', { password: next, ...(code && { code: code.text }) })
  const entering = enterMeanwhile(story, person, before, others)
  const [reply, entered] = [await changing, await Promise.all(entering)]
  for (const { outcome, visitor } of entered) {
    noteTried(story, person, outcome, visitor)
  }
  if (code?.isRecovery) expectEvent(story, 'recovery_code.used', String(person.id), reply !== 'unknown')
  if (reply === 'unknown') {
    expectEvent(story, 'password.changed', String(person.id), false)
    return settlePassword(story, person, next)
  }
  if (reply.status !== 303)
    return complain(story, `a change of password was answered ${reply.status} ${wordsIn(reply)}`)
  if (code !== undefined) noteSpent(person, code)
  passwordIs(story, person, next)
  signedIn(story, person, session.visitor)
  expectEvent(story, 'password.changed', String(person.id))
  return count(story, others > 0 ? 'passwords changed while others signed in' : 'passwords changed')
}

/** The link in a mail. A busy machine may be slow to connect. */
const linkTo = async (story: Story, person: Person, tries = 10): Promise<string> => {
  const { organisation, id } = person
  try {
    return await inOrganisation(story.run.mail, organisation, (tx) => makePasswordLink(tx, id, 'password reset'))
  } catch (error) {
    if (tries === 1) throw error
    return linkTo(story, person, tries - 1)
  }
}

/** Whoever reads the mail sets a new password by its link. */
export const resetPassword = async (story: Story, person: Person, others = 0) => {
  const link = await linkTo(story, person)
  const [before, password] = [person.password, newPassword(story)]
  const form = await formOf(story, person)
  const visitor = { organisation: person.organisation, address: person.address, cookies: new Map(person.browser) }
  const submit = () => visit(story.run, visitor, `/${person.organisation}/set-password/`, { form, link, password })
  const entering = enterMeanwhile(story, person, before, others)
  let [reply, isFirst] = [await submit(), true]
  while (reply === 'unknown') [reply, isFirst] = [await submit(), false]
  for (const { outcome, visitor: other } of await Promise.all(entering)) {
    noteTried(story, person, outcome, other)
  }
  // A link works once: asked again, it is the answer that it was used.
  if (reply.status !== 303 && (isFirst || !person.isActive)) {
    if (person.isActive) complain(story, `a link was answered ${reply.status} ${wordsIn(reply)}`)
    return undefined
  }
  if (!person.isActive) return complain(story, 'somebody who left set a password')
  passwordIs(story, person, password)
  expectEvent(story, 'password.set', String(person.id))
  return count(story, 'passwords reset')
}

const keyIn = (text: string) => /secret=([A-Z2-7]{16,})/.exec(text)?.[1] ?? /data-key="([A-Z2-7]{16,})"/.exec(text)?.[1]
const codesIn = (text: string) => [...text.matchAll(/<code>([^<]{8,})<\/code>/g)].map(([, code]) => code!)

const hasFactor = async (story: Story, person: Person, session: Session) => {
  const { text } = await read(story.run, session.visitor, `/${person.organisation}/account/`)
  return /account\/factors\/\w+\/remove\//.test(text)
}

export const addFactor = async (story: Story, person: Person, session: Session) => {
  if (person.factor !== undefined) return
  const begun = await post(story, person, session, 'totp/', {})
  if (begun === 'unknown') return
  const secret = keyIn(begun.text)
  if (begun.status !== 200 || secret === undefined)
    return complain(story, `adding a factor was answered ${begun.status} ${wordsIn(begun)}`)
  const factor: Factor = { secret, lastStep: 0, lastCode: '' }
  const code = nextCode(factor)!
  const confirmed = await post(story, person, session, 'totp/confirm/', { code })
  if (confirmed === 'unknown') {
    expectEvent(story, 'factor.added', String(person.id), false)
    expectEvent(story, 'recovery_codes.made', String(person.id), false)
    if (await hasFactor(story, person, session)) person.factor = { ...factor, lastCode: code }
    return
  }
  if (confirmed.status >= 400) return complain(story, `a code was answered ${confirmed.status} ${wordsIn(confirmed)}`)
  person.factor = { ...factor, lastCode: code }
  person.codes = codesIn(confirmed.text)
  if (person.codes.length < 8) complain(story, `a new factor came with ${person.codes.length} recovery codes`)
  expectEvent(story, 'factor.added', String(person.id))
  expectEvent(story, 'recovery_codes.made', String(person.id))
  count(story, 'factors added')
}

/**
 * Submits what a password alone must not do. Now and then without a code, which must be refused; undefined then, as for a person
 * whose code cannot be had right now.
 */
const postWithCode = async (story: Story, person: Person, session: Session, path: string) => {
  const code = story.random.chance(0.8) ? takeCode(story, person) : undefined
  const reply = await post(story, person, session, path, code && { code: code.text })
  if (code === undefined) {
    expectEvent(story, 'sign_in.second_factor_failed', String(person.id), reply !== 'unknown')
    if (reply !== 'unknown' && reply.status !== 400)
      complain(story, `${path} was answered ${reply.status} to a password alone`)
    count(story, 'refused to a password alone')
    return undefined
  }
  if (code.isRecovery) expectEvent(story, 'recovery_code.used', String(person.id), reply !== 'unknown')
  if (reply !== 'unknown') noteSpent(person, code)
  return reply
}

export const removeFactor = async (story: Story, person: Person, session: Session) => {
  if (person.factor === undefined) return addFactor(story, person, session)
  const { text } = await read(story.run, session.visitor, `/${person.organisation}/account/`)
  const path = /account\/(factors\/\w+\/remove\/)/.exec(text)?.[1]
  if (path === undefined) return complain(story, 'the account page shows no factor to remove')
  const reply = await postWithCode(story, person, session, path)
  if (reply === undefined) return undefined
  const isRemoved = reply === 'unknown' ? !(await hasFactor(story, person, session)) : reply.status === 303
  if (reply !== 'unknown' && !isRemoved)
    return complain(story, `removing a factor was answered ${reply.status} ${wordsIn(reply)}`)
  expectEvent(story, 'factor.removed', String(person.id), reply !== 'unknown')
  if (!isRemoved) return undefined
  person.factor = undefined
  person.isMarked = false
  person.spentCodes.push(...person.codes.splice(0))
  return count(story, 'factors removed')
}

export const remakeCodes = async (story: Story, person: Person, session: Session) => {
  if (person.factor === undefined) return addFactor(story, person, session)
  const reply = await postWithCode(story, person, session, 'recovery-codes/')
  if (reply === undefined) return undefined
  const before = person.codes.splice(0)
  expectEvent(story, 'recovery_codes.made', String(person.id), reply !== 'unknown')
  // Nobody knows whether the old ones still work.
  if (reply === 'unknown') return undefined
  person.spentCodes.push(...before)
  person.codes = codesIn(reply.text)
  if (person.codes.length < 8) complain(story, `new recovery codes were answered ${reply.status} ${wordsIn(reply)}`)
  return count(story, 'recovery codes made')
}

/** Ends all sessions but this one from the account page. */
export const endOthers = async (story: Story, person: Person, session: Session) => {
  let [reply, isFirst] = [
    await post(story, person, session, 'sessions/end-others/', { current_password: person.password }),
    true,
  ]
  while (reply === 'unknown')
    [reply, isFirst] = [
      await post(story, person, session, 'sessions/end-others/', { current_password: person.password }),
      false,
    ]
  if (reply.status !== 303)
    return complain(story, `ending other sessions was answered ${reply.status} ${wordsIn(reply)}`)
  const others = person.sessions.filter((other) => other !== session)
  for (const { held } of others) end(story, held)
  person.sessions = [session]
  person.isMarked = false
  // There may be more: of sign-ins whose answers never came.
  expectEvent(story, 'session.ended', String(person.id), isFirst && others.length > 0)
  return count(story, 'other sessions ended')
}

/** Ends what was allowed to the application from the account page. */
export const endAllowed = async (story: Story, person: Person, session: Session) => {
  if (person.grants.length === 0) return undefined
  const path = `applications/${story.application.id}/end/`
  let [reply, isFirst] = [await post(story, person, session, path, {}), true]
  while (reply === 'unknown') [reply, isFirst] = [await post(story, person, session, path, {}), false]
  if (reply.status !== 303 && isFirst)
    return complain(story, `ending an application’s access was answered ${reply.status} ${wordsIn(reply)}`)
  for (const grant of person.grants) endGrant(story, grant)
  person.grants = []
  expectEvent(story, 'grant.ended', String(person.id), isFirst)
  return count(story, 'applications ended')
}

/** Deactivates or activates a person, while somebody signs in as them. */
export const setActive = async (story: Story, person: Person, is_active: boolean, others = 0) => {
  const asking = askOffice(story, 'PATCH', `/user/${person.id}/`, { is_active })
  const entering = enterMeanwhile(story, person, person.password, others)
  const [{ reply }, entered] = [await asking, await Promise.all(entering)]
  for (const { outcome, visitor } of entered) {
    noteTried(story, person, outcome, visitor)
  }
  if (reply.status !== 200) return complain(story, `is_active ${is_active} was answered ${reply.status} ${reply.text}`)
  expectEvent(story, 'user.changed', String(person.id))
  if (person.isActive !== is_active)
    expectEvent(story, is_active ? 'user.activated' : 'user.deactivated', String(person.id))
  person.isActive = is_active
  if (!is_active) endAll(story, person)
  return count(story, is_active ? 'activated' : 'deactivated')
}

/** Gives or takes the permission to see clients. */
export const regroup = async (story: Story, person: Person) => {
  const { organisation, group } = story.share
  const groups = person.seesClients ? [] : [`/${organisation}/api/0.1/permissiongroup/${group}/`]
  const { reply } = await askOffice(story, 'PATCH', `/user/${person.id}/`, { permission_groups: groups })
  if (reply.status !== 200) return complain(story, `a change of groups was answered ${reply.status} ${reply.text}`)
  person.seesClients = !person.seesClients
  expectEvent(story, 'permission.changed', String(person.id))
  return count(story, 'permissions changed')
}
