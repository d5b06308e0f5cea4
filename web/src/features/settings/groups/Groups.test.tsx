// @module-tag waits
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { givenApi } from '../../../testing/api.ts'
import { givenMe } from '../../../testing/records.ts'
import { show } from '../../../testing/render.tsx'
import { Groups } from './Groups.tsx'

const before = {
  id: 4,
  url: 'https://clinic.example/api/0.1/permissiongroup/4/',
  modified: '2026-11-16T08:00:00.000000Z',
  name: 'Reception',
  read: [] as readonly string[],
  write: ['Settings: Users and permissions'],
}
const member = { url: 'https://clinic.example/api/0.1/user/2/', is_active: true, permission_groups: [before.url] }
const listOf = (results: readonly object[]) => ({ count: results.length, next: null, results })

it('shows what was saved at once, and keeps what was chosen meanwhile, also where that is as it was', async () => {
  const answer = Promise.withResolvers<object>()
  const never = new Promise<object>(() => {})
  let reads = 0
  const api = givenApi({
    'GET /permissiongroup/': () => (++reads === 1 ? listOf([before]) : never),
    'GET /user/': listOf([member]),
    'POST /composite/': () => answer.promise,
  })
  const { user } = show(<Groups />, {
    me: givenMe({ permissions: [{ name: 'Settings: Users and permissions', access: 'write' }] }),
  })
  const cell = (permission: string) => screen.getByLabelText<HTMLSelectElement>(`${permission}, Reception`)
  await screen.findByLabelText('Items, Reception')
  await user.selectOptions(cell('Items'), 'See')
  await user.selectOptions(cell('Stock'), 'See')
  await user.click(screen.getByRole('button', { name: 'Save 2 changes' }))
  await waitFor(() => expect(api.writes()).toHaveLength(1))
  await user.selectOptions(cell('Stock'), 'Nothing')
  await user.selectOptions(cell('Departments'), 'See')
  const after = { ...before, modified: '2026-11-16T09:00:00.000000Z', read: ['Settings: Items', 'Settings: Stock'] }
  answer.resolve({ entries: [{ name: 'group4', status: 200, body: after }] })
  await screen.findByText(/^2 changes are not saved/)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save 2 changes' }).getAttribute('aria-busy')).not.toBe('true'),
  )
  await waitFor(() =>
    expect(['Items', 'Stock', 'Departments'].map((one) => cell(one).value)).toEqual(['read', 'none', 'read']),
  )
  await user.click(screen.getByRole('button', { name: 'Save 2 changes' }))
  await waitFor(() => expect(api.writes()).toHaveLength(2))
  expect(api.writes()[1]?.body).toMatchObject({
    entries: [{ body: { read: ['Settings: Items', 'Settings: Departments'], write: before.write } }],
  })
})
