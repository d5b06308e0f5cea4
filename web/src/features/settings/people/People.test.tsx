// @module-tag waits
import { etagOf } from '@fetlock/sdk'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { User } from '../../../api/records.ts'
import { everyoneQuery } from '../../../api/user.ts'
import { givenApi, refused } from '../../../testing/api.ts'
import { givenMe } from '../../../testing/records.ts'
import { show } from '../../../testing/render.tsx'
import { atAddress } from '../../../testing/routes.tsx'
import { People } from './People.tsx'

const before = {
  id: 2,
  url: 'https://clinic.example/api/0.1/user/2/',
  modified: '2026-11-16T08:00:00.000000Z',
  first_name: 'Ben',
  last_name: 'Ito',
  email: 'ben@clinic.example',
  title: '',
  initials: '',
  phone: '',
  home_department: null,
  permission_groups: [] as readonly string[],
  is_active: true,
  is_virtual: false,
} as User
const listOf = (results: readonly object[]) => ({ count: results.length, next: null, results })
const permissions = [{ name: 'Settings: Users and permissions', access: 'write' }] as const

/** The sheet of a person whom somebody else changes once a title has been typed. */
const edit = async (theirs: Partial<User>) => {
  let stored = before
  const api = givenApi({
    'GET /user/': () => listOf([stored]),
    'GET /user/2/': () => stored,
    'GET /permissiongroup/': listOf([]),
    'GET /department/': listOf([]),
    'GET /securityevent/': listOf([]),
    'PATCH /user/2/': ({ headers, body }) => {
      if (headers.get('if-match') !== etagOf(stored)) return refused(412, 'precondition_failed')
      stored = { ...stored, ...(body as Partial<User>) }
      return stored
    },
  })
  const { client, user } = show(atAddress('/settings/people?person=2', People), { me: givenMe({ permissions }) })
  await user.type(await screen.findByLabelText('Title'), 'Dr')
  stored = { ...before, ...theirs, modified: '2026-11-16T09:00:00.000000Z' }
  client.setQueryData(everyoneQuery.queryKey, [stored])
  await screen.findByRole('link', { name: new RegExp(stored.last_name) })
  const save = () => user.click(screen.getByRole('button', { name: /^Save/ }))
  const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/).value
  return { save, title, stored: () => stored, sent: () => api.writes().map(({ body }) => body) }
}

it('keeps what was typed about a person, and what somebody else has changed meanwhile', async () => {
  const { save, title, stored, sent } = await edit({ last_name: 'Itō' })
  expect(title()).toBe('Dr')
  await save()
  await waitFor(() => expect(stored()).toMatchObject({ title: 'Dr', last_name: 'Itō' }))
  expect(sent().at(-1)).toEqual({ title: 'Dr' })
})

it('says what somebody else has put where something was typed, and saves over it when asked again', async () => {
  const { save, title, stored } = await edit({ last_name: 'Itō', title: 'Prof' })
  await save()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Title: Somebody else changed this'))
  expect(screen.getByRole('alert').textContent).toContain('“Prof”')
  expect([title(), stored().title]).toEqual(['Dr', 'Prof'])
  await save()
  await waitFor(() => expect(stored()).toMatchObject({ title: 'Dr', last_name: 'Itō' }))
})
