import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPractice, type Practice } from '../../test/support/identity.ts'
import { newSecret } from '../domain/identity/secrets.ts'
import { recordsOf } from './records.ts'

let practice: Practice
let accountId: string
beforeAll(async () => {
  practice = await openPractice()
  accountId = String(await practice.givenUser('anna@example.com'))
})
afterAll(() => practice.close())

const records = (model: string, organisation = 1) => recordsOf(practice.db, organisation, model)
const now = () => Math.floor(Date.now() / 1000)
const inAnHour = () => ({ exp: now() + 3_600 })

const givenGrant = async () => {
  const grantId = newSecret()
  await records('Grant').upsert(grantId, { jti: grantId, accountId, iat: now(), ...inAnHour() }, 3_600)
  return grantId
}

describe('the records of the provider', () => {
  it('are read as they were stored, by their own id and in their organisation only', async () => {
    const id = newSecret()
    const params = { state: '{self}', nonce: '{self}' }
    const payload = { jti: id, kind: 'Interaction', returnTo: `https://example.com/${id}`, params, ...inAnHour() }
    await records('Interaction').upsert(id, payload, 3_600)
    expect(await records('Interaction').find(id)).toEqual(payload)
    expect(await practice.everything()).not.toContain(id)
    expect(await records('Interaction', 2).find(id)).toBeUndefined()
    expect(await records('Session').find(id)).toBeUndefined()
    await records('Interaction').destroy(id)
    expect(await records('Interaction').find(id)).toBeUndefined()
  })

  it.each(['AccessToken', 'RefreshToken', 'AuthorizationCode'])(
    'take no %s under a grant that was revoked or never was',
    async (model) => {
      const grantId = await givenGrant()
      const write = () => {
        const id = newSecret()
        return Promise.resolve(records(model).upsert(id, { jti: id, grantId, ...inAnHour() }, 3_600))
      }
      await write()
      await records('AccessToken').revokeByGrantId(grantId)
      await expect(write()).rejects.toMatchObject({ error: 'invalid_grant' })
      const { rows } = await practice.administrator.query('select model from oauth_record where grant_id = $1', [
        grantId,
      ])
      expect(rows).toEqual([])
    },
  )

  it('are consumed by one of many concurrent requests, and the grant is revoked for all', async () => {
    const grantId = await givenGrant()
    const id = newSecret()
    await records('RefreshToken').upsert(id, { jti: id, grantId, ...inAnHour() }, 3_600)
    const uses = Array.from({ length: 6 }, async () => records('RefreshToken').consume(id))
    const outcomes = await Promise.allSettled(uses)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await records('Grant').find(grantId)).toBeUndefined()
  })
})
