import { describe, expect, it } from 'vitest'
import { useClinic, type Answer } from '../../../test/support/api.ts'
import {
  givenConsultation,
  givenDiagnosis,
  givenInstruction,
  givenItem,
  givenNote,
  givenRow,
  statusesOf,
  twentyAtOnce,
} from '../../../test/support/clinic.ts'
import { finalized, statuses, type Status } from './statuses.ts'

type Body = Answer['body']
const { api, clinic, caller } = await useClinic()

const read = async ({ url }: { url: string }): Promise<Body> => (await caller.get(url)).body
const move = (visit: { url: string }, status: unknown) => caller.post(`${visit.url}update_status/`, { status })
const refused = ({ status, body }: Answer) => [status, Object.keys(body)]

/** A visit that has come to a status somehow. One that costs something is not paid as soon as it is finalized. */
const visitIn = async (status: Status, { isCharged = false } = {}) => {
  const visit = await givenConsultation(caller)
  if (isCharged) await givenRow(caller, visit)
  await clinic.within((tx) => tx.updateTable('consultation').set({ status }).where('id', '=', visit.id).execute())
  return read(visit)
}

/** Written out once more as the practice has it, beside the table in the program. */
const allowed = new Set(
  ['11 0', '11 8', '0 8', '8 0', '8 5', '5 8', '8 6', '5 6', '5 7', '6 7', '7 5'].concat(
    ['5', '6', '7', '8'].map((from) => `${from} 10`),
  ),
)
const every = Object.keys(statuses).map(Number) as Status[]
const named: Readonly<Partial<Record<Status, string>>> = {
  0: '[S261]',
  8: '[S262]',
  5: '[S263]',
  6: '[S264]',
  7: '[S265]',
  9: '[S266]',
  10: '[S267]',
  11: '[S268]',
}
const cited: Readonly<Record<string, string>> = { '0 8': '[S272]' }

const pairs = every.flatMap((from) => every.map((to) => [from, to] as const))
const isAllowed = ([from, to]: readonly [Status, Status]) => allowed.has(`${from} ${to}`)

describe('moving a consultation', () => {
  it.each(pairs.filter(isAllowed).map(([from, to]) => [cited[`${from} ${to}`] ?? '', from, to] as const))(
    '[S393] %s goes from %i to %i',
    async (_lines, from, to) => {
      const visit = await visitIn(from, { isCharged: to === finalized })
      const { status, body } = await move(visit, to)
      expect([status, body.status]).toEqual([200, to])
      expect(body.status_changed > visit.status_changed).toBe(true)
    },
  )

  it.each(pairs.filter((pair) => !isAllowed(pair)))('[S393] does not go from %i to %i', async (from, to) => {
    const visit = await visitIn(from)
    const answer = await move(visit, to)
    expect(refused(answer)).toEqual([400, ['status']])
    for (const other of every.filter((one) => isAllowed([from, one])))
      expect(answer.body.status[0]).toContain(`${other} (${statuses[other]})`)
    expect(await read(visit)).toEqual(visit)
  })

  it('is held against all pairs there are', () => {
    expect([pairs.length, pairs.filter(isAllowed).length]).toEqual([64, 15])
  })

  it.each(every.map((status) => [named[status], status, statuses[status]] as const))(
    '%s calls %i %s',
    async (_line, status, label) => {
      const { body } = await caller.send('OPTIONS', '/consultation/')
      expect(body.fields.status.choices[status]).toBe(label)
      expect((await visitIn(status)).status).toBe(status)
    },
  )

  it.each([undefined, null, 4, -1, 'finalized', '8.5'])('is refused to %j', async (status) => {
    const visit = await givenConsultation(caller)
    expect(refused(await move(visit, status))).toEqual([400, ['status']])
  })

  it('[S126] sets ended when the patient is discharged and finished when all is done', async () => {
    const visit = await visitIn(8)
    expect(visit).toMatchObject({ ended: null, finished: null })
    const gone = (await move(visit, 6)).body
    expect([gone.ended, gone.finished]).toEqual([gone.status_changed, null])
    const done = (await move(visit, 10)).body
    expect([done.ended, done.finished]).toEqual([gone.ended, done.status_changed])
  })

  it('[S126] keeps the end that was given', async () => {
    const [admitted_time, finished] = ['2026-01-02T08:59:59.123456Z', '2026-01-02T10:00:00.654321Z']
    const visit = await givenConsultation(caller, { admitted_time, started: '2026-01-02T09:00:00Z', finished })
    await move(visit, 8)
    expect((await move(visit, 10)).body).toMatchObject({ admitted_time, finished })
  })

  it('is never over before it began, and is corrected as ever when its draft is voided', async () => {
    await caller.patch(`/settings/department/${clinic.department}/`, { finalize_invoice_with_consultation: false })
    const started = new Date(Date.now() + 86_400_000).toISOString().replace('Z', '000Z')
    const visit = await givenConsultation(caller, { started })
    await move(visit, 8)
    const { body } = await move(visit, 10)
    expect([body.finished, body.status]).toEqual([started, 10])
    await caller.post(`${body.invoice}void/`, {})
    expect(await read(visit)).toMatchObject({ status: 7, finished: null })
    await caller.patch(`/settings/department/${clinic.department}/`, { finalize_invoice_with_consultation: true })
  })

  it('leaves alone when somebody came, if that was taken back', async () => {
    const visit = await givenConsultation(caller)
    await caller.patch(visit.url, { admitted_time: null })
    expect((await move(visit, 8)).body.admitted_time).toBeNull()
  })

  it('notes when somebody who was expected has come', async () => {
    const visit = await givenConsultation(caller, { admitted_time: null })
    await clinic.within((tx) => tx.updateTable('consultation').set({ status: 11 }).where('id', '=', visit.id).execute())
    const { body } = await move(visit, 0)
    expect(body.admitted_time).toBe(body.status_changed)
  })

  it('is not possible from another organisation', async () => {
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
  ])('[S126] as %s sets first_entry and puts the visit in progress', async (_what, enter) => {
    const visit = await givenConsultation(caller)
    await enter(visit)
    const first = await read(visit)
    expect(first).toMatchObject({ status: 8, first_entry: first.status_changed })
    await enter(visit)
    const second = await read(visit)
    expect(second).toMatchObject({ status: 8, first_entry: first.first_entry, status_changed: first.status_changed })
    expect(second.modified > first.modified).toBe(true)
  })

  it('leaves every other status alone', async () => {
    for (const status of [5, 6, 7, 8, 11] as const) {
      const visit = await visitIn(status)
      await givenNote(caller, visit)
      const after = await read(visit)
      expect([after.status, after.status_changed]).toEqual([status, visit.status_changed])
      expect(after.first_entry).not.toBeNull()
    }
  })

  it('is one of twenty at once', async () => {
    const visit = await givenConsultation(caller)
    const note = { patient: visit.patients[0], text: 'Fine', type: 0 }
    const answers = await twentyAtOnce(() => caller.post(`/consultation/${visit.id}/consultationnote/`, note))
    expect(statusesOf(answers)).toEqual(Array(20).fill(201))
    const { body } = await caller.get(`/auditevent/?resource__is=consultation&record__is=${visit.id}`)
    const moves = body.results.filter(({ changes }: Body) => changes.status?.to === 8)
    expect(moves).toHaveLength(1)
    expect((await read(visit)).status).toBe(8)
  })
})

describe('finalizing', () => {
  it('[S267] moves once, whoever else asks for it at the same moment', async () => {
    const visit = await visitIn(8)
    const answers = await Promise.all(Array.from({ length: 50 }, () => move(visit, 10)))
    expect(statusesOf(answers)).toEqual([200, ...Array(49).fill(400)])
    const { body } = await caller.get(`/auditevent/?resource__is=consultation&record__is=${visit.id}`)
    expect(body.results.filter(({ changes }: Body) => changes.status?.to === 10)).toHaveLength(1)
  })

  it('takes what was entered before it and refuses what comes after', async () => {
    const { url: item } = await givenItem(caller, { type_code: 2 })
    const visit = await visitIn(8)
    const add = () => caller.post(`/consultation/${visit.id}/medicines/`, { item, quantity: '1' })
    const answers = await twentyAtOnce((at) => (at === 8 ? move(visit, 10) : add()))
    const added = answers.filter(({ status }) => status === 201)
    const late = answers.filter(({ status }) => status === 400)
    expect(added.length + late.length).toBe(19)
    expect(late.every(({ body }) => /finalized/.test(body.non_field_errors[0]))).toBe(true)
    const after = await read(visit)
    expect(new Set(after.consultation_items)).toEqual(new Set(added.map(({ body }) => body.url)))
    expect(added.every(({ body }) => body.modified <= after.modified)).toBe(true)
  })

  it('with the same key is answered with the one answer', async () => {
    const visit = await visitIn(5)
    const send = () =>
      caller.post(`${visit.url}update_status/`, { status: 10 }, { headers: { 'idempotency-key': `end-${visit.id}` } })
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
  })

  it('as a dry run changes nothing', async () => {
    const visit = await visitIn(8, { isCharged: true })
    const tried = await caller.post(`${visit.url}update_status/`, { status: 10 }, { headers: { prefer: 'dry-run' } })
    expect([tried.status, tried.body.status]).toEqual([200, 10])
    expect(await read(visit)).toEqual(visit)
  })
})
