// @module-tag waits
import { ApiError } from '@fetlock/sdk'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { confirmed, currentStepUp, answerStepUp } from '../shared/step-up.ts'
import { givenApi } from '../testing/api.ts'
import { show } from '../testing/render.tsx'
import { StepUp } from './StepUp.tsx'

afterEach(() => answerStepUp(false))

const pageWith = (factors: string) => () =>
  new Response(`<form data-factors="${factors}"><input name="form" value="token"></form>`)
const done = () => {
  const response = new Response('')
  Object.defineProperty(response, 'type', { value: 'opaqueredirect' })
  return response
}

/** A write that the service wants confirmed, and the question that it leads to. */
const givenQuestion = async (answers: Parameters<typeof givenApi>[0]) => {
  givenApi(answers)
  const { user } = show(<StepUp />)
  let sent = 0
  const write = confirmed(async () => {
    await Promise.resolve()
    sent += 1
    if (sent === 1) throw new ApiError({ status: 403, code: 'step_up_required', detail: 'Confirm that it is you.' })
    return 'done'
  })
  const outcome = write.catch((error: Error) => error.message)
  await waitFor(() => expect(currentStepUp()).toBeDefined())
  return { user, outcome, sent: () => sent }
}

/** A browser whose authenticator answers, or does not. */
const givenAuthenticator = (answers: boolean) => {
  class Credential {
    static parseRequestOptionsFromJSON = (options: object) => options
    toJSON = () => ({ id: 'key' })
  }
  vi.stubGlobal('PublicKeyCredential', Credential)
  const get = vi.fn<() => Promise<unknown>>(() =>
    answers ? Promise.resolve(new Credential()) : Promise.reject(new Error('cancelled')),
  )
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ get } as unknown as CredentialsContainer)
  return get
}

describe('the question', () => {
  it('takes a passkey, whose answer the service judges', async () => {
    const get = givenAuthenticator(true)
    const { user, outcome } = await givenQuestion({
      'GET /confirm/': pageWith('code passkey'),
      'POST /confirm/passkey/options/': { publicKey: { challenge: 'abc' } },
      'POST /confirm/passkey/': done,
    })
    const button = await screen.findByRole('button', { name: /Use passkey/ })
    expect(document.activeElement).toBe(button)
    await user.click(button)
    expect(await outcome).toBe('done')
    expect(get).toHaveBeenCalledWith({ publicKey: { challenge: 'abc' } })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('stays when no passkey is used, and offers the other way', async () => {
    givenAuthenticator(false)
    const { user, sent } = await givenQuestion({
      'GET /confirm/': pageWith('passkey'),
      'POST /confirm/passkey/options/': { publicKey: { challenge: 'abc' } },
    })
    await user.click(await screen.findByRole('button', { name: /Use passkey/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('No passkey was used')
    expect(screen.getByLabelText('A recovery code')).toBeDefined()
    expect(sent()).toBe(1)
  })

  it('says when there were too many attempts', async () => {
    const { user } = await givenQuestion({
      'GET /confirm/': pageWith('password'),
      'POST /confirm/': () => new Response('', { status: 429 }),
    })
    await user.type(await screen.findByLabelText('Password'), 'a guess')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts')
  })

  it('is answered by closing it: nothing is sent', async () => {
    const { user, outcome, sent } = await givenQuestion({ 'GET /confirm/': pageWith('password') })
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await outcome).toContain('Nothing was changed')
    expect(sent()).toBe(1)
  })
})
