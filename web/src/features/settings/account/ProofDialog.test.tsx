// @module-tag waits
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Account } from '../../../api/account.ts'
import { givenApi } from '../../../testing/api.ts'
import { givenMe } from '../../../testing/records.ts'
import { show } from '../../../testing/render.tsx'
import { asks } from './asked.ts'
import { ProofDialog } from './ProofDialog.tsx'

const passkey = { id: 4, kind: 'passkey', name: 'My phone', created: '2026-11-16T08:00:00Z', last_used: null } as const
const account = { form: 'token', email: 'ines@clinic.example', factors: [passkey] } as unknown as Account

/** A browser whose authenticator answers, or does not. */
const givenAuthenticator = (answers: boolean) => {
  class Credential {
    static parseRequestOptionsFromJSON = (options: object) => options
    toJSON = () => ({ id: 'key' })
  }
  vi.stubGlobal('PublicKeyCredential', Credential)
  const get = () => (answers ? Promise.resolve(new Credential()) : Promise.reject(new Error('cancelled')))
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ get } as unknown as CredentialsContainer)
}

/** What was sent with the forms of the account, by their paths. */
const givenForms = (answer: () => Response) => {
  const sent: Record<string, string>[] = []
  givenApi({})
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    if (!(init.body instanceof URLSearchParams)) return fetch(address, init)
    if (address.endsWith('/options/')) return Promise.resolve(Response.json({ publicKey: { challenge: 'abc' } }))
    sent.push({ path: address, ...Object.fromEntries(init.body) })
    return Promise.resolve(answer())
  })
  return sent
}

describe('what asks for the password', () => {
  it('takes a passkey instead of a code, with the password', async () => {
    givenAuthenticator(true)
    const sent = givenForms(() => Response.json({ done: 'removed' }))
    const onClose = vi.fn<() => void>()
    const { user } = show(<ProofDialog account={account} asked={asks.removal(passkey)} onClose={onClose} />, {
      me: givenMe(),
    })
    await user.click(await screen.findByRole('button', { name: /Use a passkey/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('Enter your current password.')
    expect(sent).toEqual([])
    await user.type(screen.getByLabelText('Current password'), 'a quiet horse')
    await user.click(screen.getByRole('button', { name: /Use a passkey/ }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent).toEqual([
      {
        path: '/account/factors/4/remove/',
        form: 'token',
        current_password: 'a quiet horse',
        response: '{"id":"key"}',
      },
    ])
  })

  it('says that no passkey was used, and takes a recovery code', async () => {
    givenAuthenticator(false)
    const sent = givenForms(() => Response.json({ done: 'removed' }))
    const { user } = show(<ProofDialog account={account} asked={asks.removal(passkey)} onClose={() => {}} />, {
      me: givenMe(),
    })
    await user.type(await screen.findByLabelText('Current password'), 'a quiet horse')
    await user.click(screen.getByRole('button', { name: /Use a passkey/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('No passkey was used')
    await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh')
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(sent).toMatchObject([{ code: 'abcd-efgh' }]))
  })

  it('asks nobody for a factor who has none, and says when there were too many attempts', async () => {
    const sent = givenForms(() => Response.json({ detail: 'Too many attempts. Wait a minute.' }, { status: 429 }))
    const { user } = show(
      <ProofDialog account={{ ...account, factors: [] }} asked={asks.password()} onClose={() => {}} />,
      { me: givenMe() },
    )
    await user.type(await screen.findByLabelText('Current password'), 'a guess')
    await user.type(screen.getByLabelText('New password'), 'another quiet horse')
    await user.click(screen.getByRole('button', { name: 'Change the password' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts.')
    expect(screen.queryByLabelText('Recovery code')).toBeNull()
    expect(sent).toEqual([
      { path: '/account/password/', form: 'token', current_password: 'a guess', password: 'another quiet horse' },
    ])
  })

  it('sends passwords as they were typed, and says at its field which code is wrong', async () => {
    const sent = givenForms(() => Response.json({ code: ['The code is wrong.'] }, { status: 400 }))
    const { user } = show(<ProofDialog account={account} asked={asks.password()} onClose={() => {}} />, {
      me: givenMe(),
    })
    await user.type(await screen.findByLabelText('Current password'), ' a quiet horse ')
    await user.type(screen.getByLabelText('New password'), 'another quiet horse ')
    await user.type(screen.getByLabelText('Recovery code'), ' abcd-efgh ')
    await user.click(screen.getByRole('button', { name: 'Change the password' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The code is wrong.')
    expect(screen.getByLabelText('Recovery code').getAttribute('aria-invalid')).toBe('true')
    expect(sent).toMatchObject([
      { current_password: ' a quiet horse ', password: 'another quiet horse ', code: 'abcd-efgh' },
    ])
  })
})
