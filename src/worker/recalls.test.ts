import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation, type TestResponse } from '../../test/support/api.ts'
import { givenClient, givenConsultation, givenItem, givenPatient, givenRow } from '../../test/support/clinic.ts'
import { connect, type Pool } from '../db/pool.ts'
import { queueRecalls } from './recalls.ts'

type Body = TestResponse['body']
const api = await useApi()
let [worker, app]: Pool[] = []
beforeAll(() => {
  worker = connect(api.database.workerUrl, { max: 4 })
  app = connect(api.database.appUrl, { max: 8 })
})
afterAll(() => Promise.all([worker!.close(), app!.close()]))

let clinic: TestOrganisation
let caller: ApiClient
let vaccine: Body
beforeEach(async () => {
  clinic = await api.givenOrganisation()
  caller = await clinic.caller()
  vaccine = await givenItem(caller, { type_code: 2, is_vaccine: true, recall_interval_days: 30 })
})

const passDays = (days: number) =>
  clinic.within((tx) =>
    tx
      .updateTable('organisation')
      .set({ sandbox: true, clock_offset: days * 86_400 })
      .execute(),
  )
const failures: unknown[] = []
const queue = () =>
  queueRecalls({
    db: worker!.db,
    app: app!.db,
    onFailure: (_organisation, problem) => failures.push(problem),
    shouldContinue: () => true,
  })
const messages = () =>
  clinic.within((tx) =>
    tx
      .selectFrom('client_message')
      .select(['kind', 'channel', 'request', 'client', 'patient', 'recall', 'department', 'status'])
      .orderBy('id')
      .execute(),
  )
/** An animal that was vaccinated today. */
const givenVaccinated = async (owner: Body = { email: 'owner@example.com' }) => {
  const patient = await givenPatient(caller, { client: (await givenClient(caller, owner)).url })
  const visit = await givenConsultation(caller, { patients: [patient] })
  await givenRow(caller, visit, { item: vaccine.url })
  return { patient, visit }
}
const recallOf = async ({ id }: Body): Promise<Body> =>
  (await caller.get(`/recall/?patient__is=${id}&replaced_by__is_null=true`)).body.results[0]
const idAt = (url: string) => Number(url.split('/').at(-2))

describe('recalls that are due', () => {
  it('are queued on their day, by the clock of the organisation', async () => {
    const { patient, visit } = await givenVaccinated()
    const { id, due } = await recallOf(patient)
    await passDays(28)
    await queue()
    expect(await messages()).toEqual([])
    await passDays(31)
    await queue()
    await queue()
    expect(await messages()).toEqual([
      {
        kind: 3,
        channel: 1,
        request: `${id} ${due}`,
        client: idAt(patient.client),
        patient: patient.id,
        recall: id,
        department: idAt(visit.department),
        status: 1,
      },
    ])
    expect((await recallOf(patient)).status).toBe(1)
    await clinic.within((tx) =>
      tx.updateTable('client_message').set({ status: 5, reason: 'patient_deceased' }).execute(),
    )
    expect((await recallOf(patient)).status).toBe(4)
    expect(failures).toEqual([])
  })

  it('are queued again on another day when their visit is moved to a later one', async () => {
    const { patient, visit } = await givenVaccinated()
    await passDays(31)
    await queue()
    const moveBy = (days: number) =>
      caller.patch(visit.url, { started: new Date(Date.now() + days * 86_400_000).toISOString() })
    expect((await moveBy(-2)).status).toBe(200)
    expect((await recallOf(patient)).status).toBe(1)
    await moveBy(10)
    expect((await recallOf(patient)).status).toBe(0)
    await queue()
    expect(await messages()).toHaveLength(1)
    await passDays(42)
    await queue()
    await queue()
    expect(await messages()).toHaveLength(2)
    expect(failures).toEqual([])
  })

  it.each([
    ['has no e-mail address', { lastname: 'Owner' }],
    ['has no_email set', { email: 'owner@example.com', no_email: true }],
    ['does not want e-mails', { email: 'owner@example.com', communication_preferences: { email: false } }],
  ])('are text messages where the client %s', async (_why, owner) => {
    await givenVaccinated(owner)
    await passDays(31)
    await queue()
    expect((await messages()).map(({ channel }) => channel)).toEqual([2])
  })

  it('are queued once by several workers', async () => {
    for (let n = 0; n < 8; n++) await givenVaccinated()
    await passDays(31)
    await Promise.all(Array.from({ length: 4 }, queue))
    const queued = await messages()
    expect(new Set(queued.map(({ recall }) => recall)).size).toBe(8)
    expect(queued).toHaveLength(8)
    expect(failures).toEqual([])
  })

  it('are not queued where a newer vaccination has replaced them', async () => {
    const { patient } = await givenVaccinated()
    await passDays(20)
    await givenRow(
      caller,
      await givenConsultation(caller, {
        patients: [patient],
        started: new Date(Date.now() + 20 * 86_400_000).toISOString(),
      }),
      { item: vaccine.url },
    )
    await passDays(31)
    await queue()
    expect(await messages()).toEqual([])
    await passDays(51)
    await queue()
    expect(await messages()).toHaveLength(1)
  })
})
