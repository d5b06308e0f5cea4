import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi, type TestApi } from './api.ts'
let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
it('answers', async () => {
  const clinic = await api.givenOrganisation()
  const caller = await clinic.caller()
  const answer = await caller.post('/client/', { firstname: 'Aino' })
  expect(answer.body).toMatchObject({ firstname: 'Aino' })
  expect((await caller.get(answer.body.url)).status).toBe(200)
})
