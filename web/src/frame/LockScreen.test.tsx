// @module-tag waits
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cover, currentSession } from '../api/session.ts'
import { givenApi, refused } from '../testing/api.ts'
import { show } from '../testing/render.tsx'
import { LockScreen } from './LockScreen.tsx'

/** An answer as `fetch` shows a redirect that it followed, or did not. */
const redirected = (how: Partial<Pick<Response, 'redirected' | 'type'>>) => () => {
  const response = new Response('<html></html>')
  for (const [name, value] of Object.entries(how)) Object.defineProperty(response, name, { value })
  return response
}
const form = () => new Response('<form><input name="form" value="token"></form>')

const unlock = async (answers: Parameters<typeof givenApi>[0]) => {
  const leaving = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { asked } = givenApi(answers)
  const { user } = show(<LockScreen name="Ines Moreau" />)
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Unlock' }))
  return { leaving, asked }
}

beforeEach(cover)

describe('the lock screen', () => {
  it('opens once the service says who is signed in', async () => {
    await unlock({ 'GET /unlock/': form, 'POST /unlock/': redirected({ type: 'opaqueredirect' }) })
    await waitFor(() => expect(currentSession().isLocked).toBe(false))
  })

  it('stays closed after a wrong password', async () => {
    await unlock({ 'GET /unlock/': form, 'POST /unlock/': () => new Response('', { status: 400 }) })
    expect((await screen.findByRole('alert')).textContent).toBe('The password is wrong.')
    expect(currentSession().isLocked).toBe(true)
  })

  it.each([
    ['the form leads to the sign-in', { 'GET /unlock/': redirected({ redirected: true }) }],
    ['the answer does', { 'GET /unlock/': form, 'POST /unlock/': redirected({ type: 'opaqueredirect' }) }],
  ])('never opens where the session has ended, and %s', async (_what, pages) => {
    const { leaving } = await unlock({ ...pages, 'GET /me/': () => refused(401, 'not_authenticated') })
    await waitFor(() => expect(leaving).toHaveBeenCalledWith(expect.stringContaining('/sign-in/')))
    expect(currentSession().isLocked).toBe(true)
  })
})
