// @module-tag waits
import { etagOf } from '@fetlock/sdk'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { PhoneNumber } from '../../api/records.ts'
import { givenApi, refused } from '../../testing/api.ts'
import { givenClient, givenPhoneNumber } from '../../testing/records.ts'
import { show } from '../../testing/render.tsx'
import { Phones } from './Phones.tsx'

/** The form of a number that somebody else changes while it is open. */
const edit = async (theirs: Partial<PhoneNumber>) => {
  const before = givenPhoneNumber()
  let stored = before
  const api = givenApi({
    'GET /phonenumber/5/': () => stored,
    'PATCH /phonenumber/5/': ({ headers, body }) => {
      if (headers.get('if-match') !== etagOf(stored)) return refused(412, 'precondition_failed')
      stored = { ...stored, ...(body as Partial<PhoneNumber>) }
      return stored
    },
  })
  const page = () => <Phones client={givenClient({ phone_numbers_data: [stored] })} mayEdit />
  const { user, rerender } = show(page())
  await user.click(screen.getByRole('button', { name: `Edit ${before.phone_number}` }))
  stored = { ...before, ...theirs, modified: '2026-11-16T09:00:00.000000Z' }
  rerender(page())
  const type = async (label: string, value: string) => {
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), value)
  }
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
  const closed = () => screen.findByRole('button', { name: 'Add phone number' })
  return { type, save, closed, stored: () => stored, sent: () => api.writes().map(({ body }) => body) }
}

it('keeps what somebody else has changed beside the number that is typed', async () => {
  const { type, save, closed, stored, sent } = await edit({ description: 'mornings only' })
  await type('Phone number', '040 2')
  await save()
  await closed()
  expect(stored()).toMatchObject({ phone_number: '040 2', description: 'mornings only' })
  expect(sent().at(-1)).toEqual({ phone_number: '040 2' })
})

it('says that somebody else has changed the number, too, before it is typed over', async () => {
  const { type, save, closed, stored } = await edit({ phone_number: '040 3', description: 'mornings only' })
  await type('Phone number', '040 2')
  await save()
  await screen.findByText(/^Changed on another device/)
  expect(stored().phone_number).toBe('040 3')
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('To know before calling').value).toBe('mornings only'),
  )
  await save()
  await closed()
  expect(stored()).toMatchObject({ phone_number: '040 2', description: 'mornings only' })
})
