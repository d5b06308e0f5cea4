import { describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  givenConsultation,
  givenDiagnosis,
  givenInstruction,
  givenItem,
  givenNote,
  givenRow,
  statusesOf,
  twentyAtOnce,
} from '../../../test/support/clinic.ts'
import type { Status } from './statuses.ts'

type Body = TestResponse['body']
const { api, clinic, caller } = await useClinic()

const read = async ({ url }: { url: string }): Promise<Body> => (await caller.get(url)).body
const changeStatus = (visit: { url: string }, status: unknown) => caller.post(`${visit.url}update_status/`, { status })

/** A visit put into a status, whichever way leads there. */
const visitIn = async (status: Status) => {
  const visit = await givenConsultation(caller)
  await clinic.within((tx) => tx.updateTable('consultation').set({ status }).where('id', '=', visit.id).execute())
  return read(visit)
}

/** The specification's table of statuses. */
const specified = [
  ['[S261]', 0, 'Admitted'],
  ['[S262]', 8, 'In Progress'],
  ['[S263]', 5, 'Ready for Discharge'],
  ['[S264]', 6, 'Discharged'],
  ['[S265]', 7, 'Invoicing'],
  ['[S266]', 9, 'Invoice Paid'],
  ['[S267]', 10, 'Finalized'],
  ['[S268]', 11, 'Draft'],
] as const
const every = specified.map(([, status]) => status)
const nameOf = Object.fromEntries(specified.map(([, status, name]) => [status, name]))

/** The transitions that staff may make, independent of the table in the program. */
const allowed = new Set(
  ['11 0', '11 8', '0 8', '8 0', '8 5', '5 8', '8 6', '5 6', '5 7', '6 7', '7 5'].concat(
    ['5', '6', '7', '8'].map((from) => `${from} 10`),
  ),
)
const cited: Readonly<Record<string, string>> = { '0 8': '[S272]', '8 10': '[S273]', '5 10': '[S274]' }

const pairs = every.flatMap((from) => every.map((to) => [from, to] as const))
const isAllowed = ([from, to]: readonly [Status, Status]) => allowed.has(`${from} ${to}`)

describe('changing the status of a consultation', () => {
  it.each(pairs.filter(isAllowed).map(([from, to]) => [cited[`${from} ${to}`] ?? '', from, to] as const))(
    '[S393] %s from %i to %i is allowed, also for a visit that costs nothing',
    async (_lines, from, to) => {
      const visit = await visitIn(from)
      const { status, body } = await changeStatus(visit, to)
      expect([status, body.status]).toEqual([200, to])
      expect((await read(visit)).status).toBe(to)
      expect(body.status_changed > visit.status_changed).toBe(true)
    },
  )

  it.each(pairs.filter((pair) => !isAllowed(pair)))('[S393] from %i to %i is refused', async (from, to) => {
    const visit = await visitIn(from)
    const answer = await caller.post(`${visit.url}update_status/`, { status: to }, asProblem)
    expect(codesOf(answer)).toEqual({ status: 'invalid_transition' })
    for (const other of every.filter((one) => isAllowed([from, one])))
      expect(answer.body.errors.status[0].message).toContain(`${other} (${nameOf[other]})`)
    expect(await read(visit)).toEqual(visit)
  })

  it('is tested with all pairs of statuses', () => {
    expect([pairs.length, pairs.filter(isAllowed).length]).toEqual([64, 15])
  })

  it.each(specified)('%s has status %i, %s', async (_line, status, name) => {
    const { body } = await caller.send('OPTIONS', '/consultation/')
    expect(body.fields.status.choices[status]).toBe(name)
    expect((await visitIn(status)).status).toBe(status)
  })

  it('has no status beyond those of the specification', async () => {
    const { body } = await caller.send('OPTIONS', '/consultation/')
    expect(body.fields.status.choices).toEqual(nameOf)
  })

  it.each([
    [undefined, 'required'],
    [null, 'null'],
    [4, 'invalid_choice'],
    [-1, 'invalid_choice'],
    ['finalized', 'invalid_choice'],
    ['8.5', 'invalid_choice'],
  ])('to %j is refused', async (status, code) => {
    const visit = await givenConsultation(caller)
    expect(codesOf(await caller.post(`${visit.url}update_status/`, { status }, asProblem))).toEqual({ status: code })
  })

  it('[S126] sets ended at 6 (Discharged) and finished at 10 (Finalized)', async () => {
    const visit = await visitIn(8)
    expect(visit).toMatchObject({ ended: null, finished: null })
    const leaving = (await changeStatus(visit, 6)).body
    expect([leaving.ended, leaving.finished]).toEqual([leaving.status_changed, null])
    const done = (await changeStatus(visit, 10)).body
    expect([done.ended, done.finished]).toEqual([leaving.ended, done.status_changed])
  })

  it('[S126] keeps admitted_time and finished as they were sent', async () => {
    const [admitted_time, finished] = ['2026-01-02T08:59:59.123456Z', '2026-01-02T10:00:00.654321Z']
    const visit = await givenConsultation(caller, { admitted_time, started: '2026-01-02T09:00:00Z', finished })
    await changeStatus(visit, 8)
    expect((await changeStatus(visit, 10)).body).toMatchObject({ admitted_time, finished })
  })

  it('to 10 never sets finished before started, and voiding the draft clears it', async () => {
    await caller.patch(`/settings/department/${clinic.department}/`, { finalize_invoice_with_consultation: false })
    const started = new Date(Date.now() + 86_400_000).toISOString().replace('Z', '000Z')
    const visit = await givenConsultation(caller, { started })
    await changeStatus(visit, 8)
    const { body } = await changeStatus(visit, 10)
    expect([body.finished, body.status]).toEqual([started, 10])
    await caller.post(`${body.invoice}void/`, {})
    expect(await read(visit)).toMatchObject({ status: 7, finished: null })
    await caller.patch(`/settings/department/${clinic.department}/`, { finalize_invoice_with_consultation: true })
  })

  it('from 0 does not set an admitted_time that was cleared', async () => {
    const visit = await givenConsultation(caller)
    await caller.patch(visit.url, { admitted_time: null })
    expect((await changeStatus(visit, 8)).body.admitted_time).toBeNull()
  })

  it('from 11 (Draft) sets admitted_time', async () => {
    const visit = await givenConsultation(caller, { admitted_time: null })
    await clinic.within((tx) => tx.updateTable('consultation').set({ status: 11 }).where('id', '=', visit.id).execute())
    const { body } = await changeStatus(visit, 0)
    expect(body.admitted_time).toBe(body.status_changed)
  })

  it('of another organisation answers 404', async () => {
    const visit = await givenConsultation(caller)
    const stranger = await (await api.givenOrganisation()).caller()
    expect((await stranger.post(`/consultation/${visit.id}/update_status/`, { status: 8 })).status).toBe(404)
    expect((await read(visit)).status).toBe(0)
  })
})

describe('the first entry', () => {
  it.each<[string, (visit: Body) => Promise<Body>]>([
    ['item', (visit) => givenRow(caller, visit)],
    ['diagnosis', (visit) => givenDiagnosis(caller, visit)],
    ['note', (visit) => givenNote(caller, visit)],
    ['discharge instruction', (visit) => givenInstruction(caller, visit)],
  ])('[S126] as %s sets first_entry and changes 0 to 8', async (_what, enter) => {
    const visit = await givenConsultation(caller)
    await enter(visit)
    const first = await read(visit)
    expect(first).toMatchObject({ status: 8, first_entry: first.status_changed })
    await enter(visit)
    const second = await read(visit)
    expect(second).toMatchObject({ status: 8, first_entry: first.first_entry, status_changed: first.status_changed })
    expect(second.modified > first.modified).toBe(true)
  })

  it('[S126] is kept when the visit is set back to 0 and something is entered again', async () => {
    const visit = await givenConsultation(caller)
    await givenNote(caller, visit)
    const { first_entry } = await read(visit)
    expect((await changeStatus(visit, 0)).body).toMatchObject({ status: 0, first_entry })
    await givenNote(caller, visit)
    expect(await read(visit)).toMatchObject({ status: 8, first_entry })
  })

  it('changes no other status', async () => {
    for (const status of [5, 6, 7, 8, 11] as const) {
      const visit = await visitIn(status)
      await givenNote(caller, visit)
      const after = await read(visit)
      expect([after.status, after.status_changed]).toEqual([status, visit.status_changed])
      expect(after.first_entry).not.toBeNull()
    }
  })

  it('is recorded once when twenty are sent at once', async () => {
    const visit = await givenConsultation(caller)
    const note = { patient: visit.patients[0], text: 'Fine', type: 0 }
    const answers = await twentyAtOnce(() => caller.post(`/consultation/${visit.id}/consultationnote/`, note))
    expect(statusesOf(answers)).toEqual(Array(20).fill(201))
    const { body } = await caller.get(`/auditevent/?resource__is=consultation&record__is=${visit.id}`)
    const changes = body.results.filter((event: Body) => event.changes.status?.to === 8)
    expect(changes).toHaveLength(1)
    expect((await read(visit)).status).toBe(8)
  })
})

describe('finalizing', () => {
  it('[S267] happens once when fifty ask at the same moment', async () => {
    const visit = await visitIn(8)
    const answers = await Promise.all(Array.from({ length: 50 }, () => changeStatus(visit, 10)))
    expect(statusesOf(answers)).toEqual([200, ...Array(49).fill(400)])
    const { body } = await caller.get(`/auditevent/?resource__is=consultation&record__is=${visit.id}`)
    expect(body.results.filter(({ changes }: Body) => changes.status?.to === 10)).toHaveLength(1)
  })

  it('includes what was entered before it and refuses what comes after', async () => {
    const { url: item } = await givenItem(caller, { type_code: 2 })
    const visit = await visitIn(8)
    const add = () => caller.post(`/consultation/${visit.id}/medicines/`, { item, quantity: '1' })
    const answers = await twentyAtOnce((at) => (at === 8 ? changeStatus(visit, 10) : add()))
    const added = answers.filter(({ status }) => status === 201)
    const late = answers.filter(({ status }) => status === 400)
    expect(added.length + late.length).toBe(19)
    expect(late.every(({ body }) => /finalized/.test(body.non_field_errors[0]))).toBe(true)
    const after = await read(visit)
    expect(new Set(after.consultation_items)).toEqual(new Set(added.map(({ body }) => body.url)))
    expect(added.every(({ body }) => body.modified <= after.modified)).toBe(true)
  })

  it('with the same Idempotency-Key repeats the first answer', async () => {
    const visit = await visitIn(5)
    const send = () =>
      caller.post(`${visit.url}update_status/`, { status: 10 }, { headers: { 'idempotency-key': `end-${visit.id}` } })
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
  })

  it('as a dry run changes nothing', async () => {
    const visit = await visitIn(8)
    const tried = await caller.post(`${visit.url}update_status/`, { status: 10 }, { headers: { prefer: 'dry-run' } })
    expect([tried.status, tried.body.status]).toEqual([200, 10])
    expect(await read(visit)).toEqual(visit)
  })
})
