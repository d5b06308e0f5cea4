import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPractice, type Practice, serve } from '../../test/support/identity.ts'
import { registerApplication } from '../domain/identity/applications.ts'

let practice: Practice
let site: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  practice = await openPractice()
  site = await serve(practice)
})
beforeEach(() => practice.passAMinute())
afterAll(async () => {
  await site.close()
  await practice.close()
})

const askToken = async (client_id: string, client_secret: string) => {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const response = await fetch(`${site.url}/1/oauth2/token/`, { method: 'POST', body })
  const answer = (await response.json()) as Record<string, string>
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')), answer }
}

describe('the token endpoint', () => {
  it('limits an application to sixty requests a minute, and no other', async () => {
    const given = (name: string) => practice.within((tx) => registerApplication(tx, undefined, { name }))
    const [busy, other] = [await given('Busy'), await given('Other')]
    for (let asked = 0; asked < 60; asked++)
      expect((await askToken(busy.client_id, busy.client_secret ?? '')).status).toBe(200)
    const refused = await askToken(busy.client_id, busy.client_secret ?? '')
    expect(refused).toMatchObject({ status: 429, answer: { error: 'too_many_requests' } })
    expect(refused.retryAfter).toBeGreaterThan(0)
    expect((await askToken(other.client_id, other.client_secret ?? '')).status).toBe(200)
  })

  it('limits an IP address after sixty failures', async () => {
    for (let asked = 0; asked < 60; asked++) expect((await askToken(`nobody ${asked}`, 'x')).status).toBe(401)
    const refused = await askToken('somebody', 'x')
    expect(refused).toMatchObject({ status: 429, answer: { error: 'too_many_requests' } })
    expect(refused.retryAfter).toBeGreaterThan(0)
  })
})
