import { beforeEach, describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import { givenConsultation, givenReferral, statusesOf, twentyAtOnce } from '../../../test/support/clinic.ts'
import { useSuperuser } from '../../../test/support/database.ts'
import { useRateWindows } from '../../../test/support/rates.ts'
import { waitForLock } from '../../../test/support/writes.ts'

type Body = TestResponse['body']
const { api, caller } = await useClinic()
const rates = await useRateWindows(api)
const administrator = await useSuperuser(api)
beforeEach(() => rates.empty())

const unexpected = (answers: readonly TestResponse[], expected: readonly number[]) =>
  answers.filter(({ status }) => !expected.includes(status)).map(({ status, text }) => `${status} ${text}`)

/** What the audit trail says the status of an order became, in order. */
const statusesReached = async ({ id }: Body): Promise<number[]> => {
  const { body } = await caller.get(
    `/auditevent/?resource__is=diagnosticimaging_worklist&record__is=${id}&page_size=100`,
  )
  return body.results.flatMap(({ changes }: Body) => changes.status?.to ?? [])
}

describe('twenty at once', () => {
  it('leave a final status as it is: one of them wins', async () => {
    const { worklist, id } = await givenReferral(caller)
    const answers = await twentyAtOnce((at) => caller.patch(worklist, { status: 3 + (at % 2) }))
    expect(unexpected(answers, [200, 400])).toEqual([])
    const final = (await caller.get(worklist)).body.status
    expect(answers.map(({ status }, at) => [status, 3 + (at % 2)])).toEqual(
      answers.map((_answer, at) => [3 + (at % 2) === final ? 200 : 400, 3 + (at % 2)]),
    )
    expect(await statusesReached({ id })).toEqual([0, final])
  })

  it('never take a status backwards', async () => {
    const { worklist, id } = await givenReferral(caller)
    const answers = await twentyAtOnce((at) => caller.patch(worklist, { status: at % 4 }))
    expect(unexpected(answers, [200, 400])).toEqual([])
    const reached = await statusesReached({ id })
    expect(reached).toEqual(reached.toSorted((one, other) => one - other))
  })

  it('delete a referral once, while its order and it are changed', async () => {
    for (let round = 0; round < 3; round++) {
      const { url, worklist } = await givenReferral(caller)
      const ask = [
        () => caller.delete(url),
        () => caller.patch(worklist, { status: 1 }),
        () => caller.patch(url, { modality: 'MR', remarks: 'Again' }, { headers: { 'if-match': '*' } }),
        () => caller.delete(url, { headers: { 'if-match': '*' } }),
      ]
      const answers = await twentyAtOnce((at) => ask[at % ask.length]!())
      expect(unexpected(answers, [200, 204, 404])).toEqual([])
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
      for (const gone of [url, worklist]) expect((await caller.get(gone)).status).toBe(404)
    }
  })
})

describe('a change of a referral with If-Match', () => {
  it('locks the order before the referral, as a deletion does', async () => {
    const { id, url } = await givenReferral(caller)
    await administrator.query('begin')
    await administrator.query(`select from diagnosticimaging_worklist where id = ${id} for update`)
    const change = caller.patch(url, { remarks: 'Later' }, { headers: { 'if-match': '*' } })
    await waitForLock(administrator, 'transactionid')
    const free = `select from diagnosticimaging_referral where id = ${id} for update nowait`
    await expect(administrator.query(free)).resolves.toMatchObject({ rowCount: 1 })
    await administrator.query('commit')
    expect((await change).status).toBe(200)
  })
})

describe('a visit that is', () => {
  const refer = (visit: Body) =>
    caller.post('/diagnosticimaging_referral/', {
      patient: visit.patients[0],
      modality: 'US',
      target_areas: ['Abdomen'],
      consultation: visit.url,
    })
  const inVisit = async ({ id }: Body): Promise<number> =>
    (await caller.get(`/diagnosticimaging_worklist/?consultation__is=${id}`)).body.count

  it('withdrawn while imaging is asked for goes, or has the referral', async () => {
    for (let round = 0; round < 5; round++) {
      const visit = await givenConsultation(caller)
      const [referred, withdrawn] = await Promise.all([refer(visit), caller.delete(visit.url)])
      expect([
        [201, 400],
        [400, 204],
      ]).toContainEqual([referred.status, withdrawn.status])
    }
  })

  it('finalized while imaging is asked for has every referral that was accepted, and none later', async () => {
    const visit = await givenConsultation(caller)
    await caller.post(`${visit.url}update_status/`, { status: 8 })
    const [finalized, ...referred] = await Promise.all([
      caller.post(`${visit.url}update_status/`, { status: 10 }),
      ...Array.from({ length: 8 }, () => refer(visit)),
    ])
    expect(finalized.status).toBe(200)
    expect(unexpected(referred, [201, 400])).toEqual([])
    expect(await inVisit(visit)).toBe(statusesOf(referred).filter((status) => status === 201).length)
    expect((await refer(visit)).status).toBe(400)
  })

  it('changed, with its patient and owner, while imaging is asked for ends in no deadlock', async () => {
    const visit = await givenConsultation(caller)
    const ask = [
      () => refer(visit),
      () => caller.patch(visit.url, { complaint: 'Limps' }),
      () => caller.patch(visit.patients[0], { color: 'Bay' }),
      () => caller.patch(visit.client, { city: 'Espoo' }),
    ]
    const answers = await twentyAtOnce((at) => ask[at % ask.length]!())
    expect(unexpected(answers, [200, 201])).toEqual([])
    expect(await inVisit(visit)).toBe(5)
  })
})
