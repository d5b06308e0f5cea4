// @module-tag waits
import { screen } from '@testing-library/react'
import { etagOf } from '@fetlock/sdk'
import { describe, expect, it } from 'vitest'
import { noteAuthors } from '../../api/authors.ts'
import type { Client } from '../../api/records.ts'
import { givenApi, refused } from '../../testing/api.ts'
import { givenClient } from '../../testing/records.ts'
import { show } from '../../testing/render.tsx'
import { EditGroup } from './EditGroup.tsx'
import type { Field } from './fields.ts'

const fields: readonly Field[] = [
  { name: 'firstname', label: 'First name', kind: 'text' },
  { name: 'lastname', label: 'Last name', kind: 'text' },
]
const before = givenClient()
const later = '2026-11-16T09:00:00.000000Z'

/** A client that somebody else has changed since it was shown. */
const edit = (theirs: Partial<Client>, shownFields = fields) => {
  let stored = givenClient({ ...theirs, modified: later })
  const api = givenApi({
    'GET /client/7/': () => stored,
    'PATCH /client/7/': ({ headers, body }) => {
      if (headers.get('if-match') !== etagOf(stored)) return refused(412, 'precondition_failed')
      stored = { ...stored, ...(body as Partial<Client>) }
      return stored
    },
  })
  noteAuthors([{ url: before.url, modified: later, actor: 'https://clinic.example/api/0.1/user/2/' }])
  const shown = show(
    <EditGroup
      title="Name"
      record={before}
      query={['client', 7]}
      fields={shownFields}
      mayEdit
      timeZone="Europe/Paris"
    />,
  )
  shown.client.setQueryData(['me'], { user: { url: 'https://clinic.example/api/0.1/user/1/' } })
  shown.client.setQueryData(
    ['user'],
    [{ url: 'https://clinic.example/api/0.1/user/2/', title: '', first_name: 'Ben', last_name: 'Ito' }],
  )
  const type = async (label: string, value: string) => {
    await shown.user.clear(screen.getByLabelText(label))
    await shown.user.type(screen.getByLabelText(label), value)
  }
  const save = () => shown.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...shown, type, save, stored: () => stored, sent: () => api.writes().map(({ body }) => body) }
}

const closed = () => screen.findByRole('button', { name: /^Edit/ })

describe('fields that two people change at once', () => {
  it('keep both changes where they are of different fields', async () => {
    const { user, type, save, stored, sent } = edit({ lastname: 'Virta' })
    await user.click(await closed())
    await type('First name', 'Maria')
    await save()
    await closed()
    expect([stored().firstname, stored().lastname]).toEqual(['Maria', 'Virta'])
    expect(sent().at(-1)).toEqual({ firstname: 'Maria' })
  })

  it('show both versions of the same field, with who made the other, and save neither unasked', async () => {
    const { user, type, save, stored } = edit({ firstname: 'Aino' })
    await user.click(await closed())
    await type('First name', 'Maria')
    await save()
    expect((await screen.findByRole('group', { name: /^Ben Ito changed this/ })).textContent).toContain('Aino')
    await save()
    expect(screen.getByRole('alert').textContent).toContain('First name: choose which to keep.')
    expect(stored().firstname).toBe('Aino')
    await user.click(screen.getByRole('radio', { name: /Maria/ }))
    await save()
    await closed()
    expect(stored().firstname).toBe('Maria')
  })

  it('leave the other version where it is chosen, and save what was typed elsewhere', async () => {
    const { user, type, save, stored, sent } = edit({ firstname: 'Aino' })
    await user.click(await closed())
    await type('First name', 'Maria')
    await type('Last name', 'Laine')
    await save()
    await user.click(await screen.findByRole('radio', { name: /Aino/ }))
    await save()
    await closed()
    expect([stored().firstname, stored().lastname]).toEqual(['Aino', 'Laine'])
    expect(sent().at(-1)).toEqual({ lastname: 'Laine' })
  })
})

it('saves at once what was doubted and then corrected', async () => {
  const doubtful = fields.map((field) => ({
    ...field,
    doubt: (typed: string) => (typed === '?' ? 'Is it?' : undefined),
  }))
  const { user, type, save, stored } = edit({ modified: before.modified }, doubtful)
  await user.click(await closed())
  await type('First name', '?')
  await save()
  expect(screen.getByRole('alert').textContent).toContain('Is it?')
  await type('First name', 'Maria')
  await save()
  await closed()
  expect(stored().firstname).toBe('Maria')
})
