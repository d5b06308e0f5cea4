import { expect, it } from 'vitest'
import { useApi } from './api.ts'
const api = await useApi()
it('answers', async () => {
  const clinic = await api.givenOrganisation()
  const caller = await clinic.caller()
  const answer = await caller.post('/client/', { firstname: 'Aino' })
  expect(answer.body).toMatchObject({ firstname: 'Aino' })
  expect((await caller.get(answer.body.url)).status).toBe(200)
})
