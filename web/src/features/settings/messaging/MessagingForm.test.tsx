// @module-tag waits
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type MessageSettings, messageSettingsQuery } from '../../../api/messagesettings.ts'
import { givenApi } from '../../../testing/api.ts'
import { givenMe } from '../../../testing/records.ts'
import { show } from '../../../testing/render.tsx'
import { atAddress } from '../../../testing/routes.tsx'
import { MessagingForm } from './MessagingForm.tsx'

const before = {
  modified: '2026-11-16T08:00:00.000000Z',
  smtp_host: '',
  smtp_port: 587,
  smtp_username: '',
  smtp_password_set: false,
  mail_from: '',
  sms_gateway_url: '',
  sms_account: '',
  sms_token_set: false,
  sms_from: '',
} as MessageSettings

const Page = () => {
  const { data } = useQuery(messageSettingsQuery)
  return data === undefined ? null : <MessagingForm settings={data} mayEdit />
}

it('keeps what is typed while what was typed before is being saved, and no secret that was', async () => {
  const answer = Promise.withResolvers<object>()
  const never = new Promise<object>(() => {})
  let reads = 0
  const api = givenApi({
    'GET /settings/messaging/': () => (++reads === 1 ? before : never),
    'PATCH /settings/messaging/': () => answer.promise,
  })
  const { user } = show(atAddress('/settings/messaging', Page), { me: givenMe() })
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  const save = () => user.click(screen.getByRole('button', { name: /^Save/ }))
  await user.type(await screen.findByLabelText('Password'), 'secret')
  await user.clear(field('Port'))
  await user.type(field('Port'), '465')
  await save()
  await waitFor(() => expect(api.writes()).toHaveLength(1))
  await user.type(field('User name'), 'clinic')
  answer.resolve({ ...before, smtp_port: 465, smtp_password_set: true, modified: '2026-11-16T09:00:00.000000Z' })
  await screen.findByRole('button', { name: /^Save 1 change/ })
  expect(['Password', 'Port', 'User name'].map((label) => field(label).value)).toEqual(['', '465', 'clinic'])
  await save()
  await waitFor(() =>
    expect(api.writes().map(({ body }) => body)).toEqual([
      { smtp_password: 'secret', smtp_port: 465 },
      { smtp_username: 'clinic' },
    ]),
  )
})
