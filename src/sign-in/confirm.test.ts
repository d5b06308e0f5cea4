// @module-tag waits
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { everything, useApi } from '../../test/support/api.ts'
import { browser } from '../../test/support/identity.ts'
import { codeOf } from '../../test/support/second-factors.ts'
import { addTotp, confirmTotp } from '../domain/identity/second-factors.ts'
import { changePassword } from '../domain/identity/password-links.ts'
import { hashPassword } from '../domain/identity/passwords.ts'
import { sealer } from '../secrets/seal.ts'

const api = await useApi()
const clinic = await api.givenOrganisation()
const sealing = sealer(process.env['FETLOCK_SECRET_KEY']!)
const password = 'a quiet horse in the rain'
const hash = await hashPassword(password)
const problem = { accept: 'application/problem+json' }
let people = 0

/** A manager in a browser, who signed in so long ago that they have to confirm, with an authenticator app if told so. */
const givenManager = async ({ hasApp = false, confirmed = '-6 minutes' } = {}) => {
  const email = `manager${++people}@example.com`
  const user = await clinic.within(async (tx) => {
    const group = await tx
      .insertInto('permissiongroup')
      .values({ name: `Managers ${people}`, read: [], write: [...(everything.write ?? [])] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('user')
      .values({ last_name: 'Manager', email })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('user_permissiongroup').values({ user: id, permissiongroup: group.id }).execute()
    await changePassword(tx, id, hash)
    return id
  })
  const visitor = browser(api.publicUrl)
  await visitor.submit(await visitor.open(`/${clinic.id}/sign-in/`), { email, password })
  const added = hasApp
    ? await clinic.within(async (tx) => {
        const begun = await addTotp(tx, sealing, { user, browser: '' }, { issuer: 'Clinic', label: email })
        const now = new Date(Date.now() - 600_000)
        await confirmTotp(
          tx,
          sealing,
          { user, browser: '' },
          { id: begun.id, code: codeOf(begun.secret, 0, now.getTime()), now },
        )
        return begun.secret
      })
    : ''
  await clinic.within((tx) =>
    sql`update session set confirmed = now() + ${confirmed}::interval where "user" = ${user}`.execute(tx),
  )
  const cookie = `fetlock_session=${visitor.cookie('fetlock_session')}`
  const me = await clinic.as().get('/me/', { headers: { cookie } })
  const headers = { cookie, origin: api.publicUrl, 'x-csrf-token': String(me.body.csrf_token), ...problem }
  return { user, visitor, headers, secret: added }
}

const rename = (headers: Record<string, string>, user: number) =>
  clinic.as().patch(`/user/${user}/`, { phone: '050 1234567' }, { headers })
/** The API may know a session for a second as it was. */
const isAsked = async (headers: Record<string, string>, user: number) => {
  await expect.poll(async () => (await rename(headers, user)).body.code).toBe('step_up_required')
}
const eventsOf = async (user: number) => {
  const rows = await clinic.within((tx) =>
    tx.selectFrom('security_event').select(['kind']).where('user', '=', user).orderBy('id').execute(),
  )
  return rows.map(({ kind }) => kind)
}

describe('what makes access last', () => {
  it('[decision-86] is refused to a session until its person has given the password, and then not for five minutes', async () => {
    const { user, visitor, headers } = await givenManager()
    await isAsked(headers, user)
    const refused = await rename(headers, user)
    expect([refused.status, refused.body.code]).toEqual([403, 'step_up_required'])
    expect(refused.body.detail).toContain(`/${clinic.id}/confirm/`)
    const page = await visitor.open(`/${clinic.id}/confirm/`)
    const wrong = await visitor.submit(page, { password: 'another horse' })
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('The password is wrong')])
    expect((await rename(headers, user)).status).toBe(403)
    expect(new URL((await visitor.submit(page, { password })).url).pathname).toBe(`/${clinic.id}/account/`)
    expect((await rename(headers, user)).status).toBe(200)
    const events = await eventsOf(user)
    expect(events.slice(-3)).toEqual(['session.confirm_failed', 'session.confirmed', 'user.changed'])
    // Nobody is refused anything: they are asked.
    expect(events).not.toContain('access.refused')
  })

  it('[decision-86] needs the code of the app of whoever has one: their password is not enough', async () => {
    const { user, visitor, headers, secret } = await givenManager({ hasApp: true })
    const page = await visitor.open(`/${clinic.id}/confirm/`)
    expect(page.text).not.toContain('name="password"')
    expect((await visitor.submit(page, { password, code: '' })).status).toBe(400)
    await isAsked(headers, user)
    await visitor.submit(page, { code: codeOf(secret) })
    expect((await rename(headers, user)).status).toBe(200)
  })

  it('is open to whoever has just signed in, and closed again after five minutes', async () => {
    const { user, headers } = await givenManager({ confirmed: '-4 minutes' })
    expect((await rename(headers, user)).status).toBe(200)
    const later = await givenManager({ confirmed: '-301 seconds' })
    await isAsked(later.headers, later.user)
  })

  it('is refused in a composite too, which then does nothing', async () => {
    const { user, headers } = await givenManager()
    await isAsked(headers, user)
    const entries = [
      { name: 'client', method: 'POST', path: '/client/', body: { lastname: 'Composite' } },
      { name: 'user', method: 'PATCH', path: `/user/${user}/`, body: { phone: '1' } },
    ]
    const answer = await clinic.as().post('/composite/', { entries }, { headers })
    expect([answer.status, answer.body.code]).toEqual([403, 'step_up_required'])
    const { body } = await clinic.as().get('/client/?lastname__is=Composite', { headers })
    expect(body.count).toBe(0)
  })

  it('is asked of sessions only: tokens keep their rule', async () => {
    const { user } = await givenManager()
    for (const as of [await clinic.caller(), await clinic.userCaller()])
      expect((await as.patch(`/user/${user}/`, { phone: '2' })).status).toBe(200)
  })

  it('is not opened by unlocking with a password where there is another factor', async () => {
    const { user, visitor, headers } = await givenManager({ hasApp: true })
    const open = await visitor.open(`/${clinic.id}/confirm/`)
    const locked = await visitor.submit({ ...open, text: open.text.replace('/confirm/"', '/lock/"') }, {})
    expect(new URL(locked.url).pathname).toBe(`/${clinic.id}/unlock/`)
    await visitor.submit(locked, { password })
    const cookie = `fetlock_session=${visitor.cookie('fetlock_session')}`
    await isAsked({ ...headers, cookie }, user)
  })
})
