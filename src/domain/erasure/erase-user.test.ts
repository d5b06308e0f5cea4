import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { connected } from '../../../scripts/database.ts'
import { useApi, type TestResponse } from '../../../test/support/api.ts'
import { done } from '../../../test/support/billing.ts'
import { asProblem, codesOf, givenAppointment, givenConsultation, givenPatient } from '../../../test/support/clinic.ts'
import { findAnywhere } from '../../../test/support/find-anywhere.ts'
import { eraseUserAgain } from './erase-user.ts'
import { eraseKeptNames, keptRecords, needNoName } from './kept-names.ts'

type Body = TestResponse['body']
const api = await useApi()
const clinic = await api.givenOrganisation({ country: 'FI' })
const caller = await clinic.userCaller()

let made = 0
/** Somebody with words that nobody else has, who was called otherwise before. */
const givenUser = async (fields: object = {}) => {
  const word = `Zq${(++made).toString(36)}u${process.pid.toString(36)}`
  const user = await done(
    caller.post(
      '/user/',
      { first_name: `Former${word}`, last_name: `${word}Before`, email: `before@${word}.example`, is_active: true },
      { headers: { 'idempotency-key': `user-${made}` } },
    ),
  )
  const changed = { first_name: `Anna${word}`, last_name: `${word}nen`, email: `Anna@${word}.example`, title: word }
  await done(caller.patch(user.url, { ...changed, initials: word.slice(0, 7), phone: `+358 40 ${word}`, ...fields }))
  return { user, word, name: `Anna${word} ${word}nen` }
}
const leave = (user: Body) => done(caller.patch(user.url, { is_active: false }))
const erase = (user: Body, options = {}) => caller.post(`/user/${user.id}/erase/`, {}, options)

const find = (word: string) =>
  connected(api.database.superuserUrl, async (client) => [
    ...new Set((await findAnywhere(client, [word])).map(({ table, column }) => `${table}.${column}`)),
  ])

describe('erasing somebody who has left', () => {
  it('leaves nothing of them in any table, says what went, and keeps the chain [security-3]', async () => {
    const { user, word } = await givenUser()
    await clinic.within(async (tx) => {
      await tx
        .insertInto('user_preference')
        .values({ user: user.id, name: 'theme', value: JSON.stringify(word) })
        .execute()
      await tx
        .insertInto('second_factor')
        .values({ user: user.id, kind: 'totp', name: word, secret: Buffer.from('secret') })
        .execute()
    })
    await leave(user)
    expect(await find(word)).toEqual(
      expect.arrayContaining(['user.email', 'user_preference.value', 'auditevent.changes', 'idempotency_key.body']),
    )
    const tried = await erase(user, { headers: { prefer: 'dry-run' } })
    expect((await caller.get(user.url)).body.initials).toBe(word.slice(0, 7))
    const { status, body } = await erase(user)
    expect({ status, body }).toEqual({ status: 200, body: tried.body })
    expect(body.kept).toEqual([])
    expect(body.erased.map(({ kind }: Body) => kind)).toEqual(
      expect.arrayContaining(['user', 'second_factors', 'preferences', 'mails', 'stored_answers', 'audit_values']),
    )
    expect(await find(word)).toEqual([])
    expect((await caller.get(user.url)).body).toMatchObject({
      first_name: '',
      last_name: 'Erased user',
      email: '',
      is_active: false,
    })
    const { rows } = await clinic.within((tx) => sql<{ said: string }>`select verify_audit() as said`.execute(tx))
    expect(rows).toEqual([])
  })

  it('keeps the name while a record must say who treated, and erases it afterwards', async () => {
    const { user, word, name } = await givenUser()
    const patient = await givenPatient(caller)
    const visit = await givenConsultation(caller, { patients: [patient], supervising_veterinarian: user.url })
    const appointment = await givenAppointment(caller, { user: user.url })
    await clinic.within(async (tx) => {
      const { department } = await tx
        .selectFrom('appointment')
        .select('department')
        .where('id', '=', appointment.id)
        .executeTakeFirstOrThrow()
      const sent = { kind: 1, channel: 1, request: `${made}`, status: 3, sent: new Date(), text: `With ${name}.` }
      await tx
        .insertInto('client_message')
        .values({ ...sent, department, appointment: appointment.id })
        .execute()
    })
    await leave(user)
    const { body } = await erase(user)
    const year = Number(visit.started.slice(0, 4)) + 6
    expect(body.kept).toEqual([{ kind: 'medical_records', count: 1, until: `${year}-12-31` }])
    expect(await find(word)).toEqual(
      expect.arrayContaining(['user.first_name', 'user.last_name', 'user.title', 'client_message.text']),
    )
    expect(await find(word)).toHaveLength(4)
    const at = (today: string) => clinic.within((tx) => eraseKeptNames(tx, { today }))
    expect(await at(`${year}-12-31`)).toBe(0)
    expect(await at(`${year + 1}-01-01`)).toBe(1)
    expect(await find(word)).toEqual([])
    expect(await at(`${year + 1}-01-01`)).toBe(0)
    expect((await caller.get(visit.url)).body.supervising_veterinarian).toBe(user.url)
  })

  it('is refused while they may sign in, of applications, and a second time', async () => {
    const { user } = await givenUser()
    expect(codesOf(await erase(user, asProblem))).toEqual({ non_field_errors: 'still_active' })
    await leave(user)
    await done(erase(user))
    expect(codesOf(await erase(user, asProblem))).toEqual({ non_field_errors: 'erased' })
    const [virtual] = (await caller.get('/user/?is_virtual__is=true')).body.results
    expect((await erase(virtual)).status).toBe(400)
    const other = await (await api.givenOrganisation()).userCaller()
    expect((await other.post(`/user/${user.id}/erase/`, {})).status).toBe(404)
  })

  it('is for good: they are not changed, activated or put into a group any more', async () => {
    const { user } = await givenUser()
    await leave(user)
    await done(erase(user))
    const change = async (fields: object) => codesOf(await caller.patch(user.url, fields, asProblem))
    expect(await change({ last_name: 'Back' })).toEqual({ non_field_errors: 'erased' })
    expect(await change({ email: 'back@clinic.example', is_active: true })).toEqual({ non_field_errors: 'erased' })
    const [group] = (await caller.get('/permissiongroup/')).body.results
    expect(await change({ permission_groups: [group.url] })).toEqual({ user: 'erased' })
  })

  it('takes address, number and name from orders that wholesalers were told', async () => {
    const { user, word, name } = await givenUser()
    const { email, phone } = (await caller.get(user.url)).body
    await leave(user)
    const purchaser = { name, phone, email }
    await clinic.within((tx) =>
      sql`with application as (insert into application (name, client_id, "user", secret_hash)
            values ('Wholesale', gen_random_uuid()::text, ${user.id}, 'x') returning id),
          registered as (insert into available_wholesaler (application, name, webhook_callback_url, verification_salt)
            select id, 'Wholesale', 'https://example.com', 'x' from application returning id),
          connected as (insert into wholesaler (name, type, available_wholesaler)
            select 'Wholesale', 1, id from registered returning id),
          ordered as (insert into "order" (department, wholesaler, status, purchaser, ordered, last_placed)
            select (select min(id) from department), connected.id, 1, ${user.id}, now(), now() from connected)
        insert into delivery (available_wholesaler, event, event_id, content_type, body)
          select id, 'order.placed', 'x', 1, ${JSON.stringify({ order: { purchaser } })} from registered`.execute(tx),
    )
    await clinic.within((tx) =>
      sql`insert into delivery_attempt (delivery, milliseconds, status_code, answer)
        select id, 12, 200, ${JSON.stringify({ purchaser })} from delivery where event = 'order.placed'`.execute(tx),
    )
    const { body } = await erase(user)
    expect(body.kept).toMatchObject([{ kind: 'bookkeeping', count: 1 }])
    expect(body.erased).toContainEqual({ kind: 'orders', count: 1 })
    const told = async () => {
      const { rows } = await clinic.within((tx) =>
        sql<{ body: string }>`select body from delivery where event = 'order.placed'`.execute(tx),
      )
      return rows.map((row) => JSON.parse(row.body).order.purchaser)
    }
    expect(await told()).toEqual([{ name, phone: 'Erased user', email: 'Erased user' }])
    await clinic.within((tx) => eraseKeptNames(tx, { today: '2099-01-01' }))
    expect(await told()).toEqual([{ name: 'Erased user', phone: 'Erased user', email: 'Erased user' }])
    expect(await find(word)).toEqual([])
  })

  it('is done again after a restore, which ends access too', async () => {
    const { user, word } = await givenUser()
    const erased = new Date('2026-03-04T05:06:07Z')
    expect(await clinic.within((tx) => eraseUserAgain(tx, user.id, erased))).toBe(true)
    expect(await find(word)).toEqual([])
    expect((await caller.get(user.url)).body).toMatchObject({ is_active: false, last_name: 'Erased user' })
    expect(await clinic.within((tx) => eraseUserAgain(tx, user.id, erased))).toBe(false)
  })

  it('says of every column that points at a user whether it needs the name', async () => {
    const { rows } = await clinic.within((tx) =>
      sql<{ place: string }>`
        select c.conrelid::regclass::text || '.' || a.attname as place from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'organisation'
        where c.contype = 'f' and c.confrelid = '"user"'::regclass`.execute(tx),
    )
    const places = rows.map(({ place }) => place.replaceAll('"', '')).toSorted()
    const known = [...keptRecords.map(({ table, column }) => `${table}.${column}`), ...needNoName]
    expect(places).toEqual(known.toSorted())
  })
})
