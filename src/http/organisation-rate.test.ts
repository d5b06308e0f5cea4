import { expect, it } from 'vitest'
import { useApi } from '../../test/support/api.ts'
import { sessionOf } from '../../test/support/sessions.ts'

const api = await useApi({ organisationRate: 12 })

it('[security-7] all applications of one organisation share a ceiling; others and people are not stopped by it', async () => {
  const [clinic, other] = [await api.givenOrganisation(), await api.givenOrganisation()]
  const [one, two] = [await clinic.caller(), await clinic.caller()]
  for (let requests = 0; requests < 6; requests++)
    for (const as of [one, two]) expect((await as.get('/me/')).status).toBe(200)
  for (const as of [one, two, await clinic.caller(), await clinic.legacyCaller()]) {
    const refused = await as.get('/department/')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect(refused.headers.get('ratelimit')).toEqual(expect.any(String))
  }
  expect((await (await other.caller()).get('/me/')).status).toBe(200)
  const cookie = await clinic.within(async (tx) => {
    const { id } = await tx
      .insertInto('user')
      .values({ last_name: 'Person', email: 'person@example.com' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return `fetlock_session=${await sessionOf(tx, id)}`
  })
  expect((await clinic.as().get('/me/', { headers: { cookie } })).status).toBe(200)
})

it('[security-7] [decision-73] a composite counts against the ceiling as its entries do, and not at all if it is refused', async () => {
  const clinic = await api.givenOrganisation()
  const [one, two] = [await clinic.caller(), await clinic.caller()]
  const entriesOf = (length: number) =>
    Array.from({ length }, (_, at) => ({ name: `c${at}`, method: 'POST', path: '/client/', body: { lastname: 'A' } }))
  expect((await one.post('/composite/', { entries: entriesOf(7) })).status).toBe(200)
  const refused = await two.post('/composite/', { entries: entriesOf(6) })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  expect((await two.post('/composite/', { entries: entriesOf(5) })).status).toBe(200)
  expect((await two.get('/me/')).status).toBe(429)
})

it('[security-7] a page of 200 counts against the ceiling as four requests do', async () => {
  const clinic = await api.givenOrganisation()
  const [one, two] = [await clinic.caller(), await clinic.caller()]
  for (let requests = 0; requests < 3; requests++) {
    const { status, headers } = await one.get('/client/?page_size=200')
    expect([status, headers.get('x-ratelimit-weight')]).toEqual([200, '4'])
  }
  expect((await two.get('/me/')).status).toBe(429)
})
