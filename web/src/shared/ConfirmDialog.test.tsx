// @module-tag waits
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { NotDone } from '../api/problem.ts'
import { show } from '../testing/render.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

const ask = (onConfirm: () => Promise<unknown>) => {
  const onClose = vi.fn<() => void>()
  const words = { title: 'Delete the file?', explained: 'It cannot be restored.', action: 'Delete', keep: 'Keep' }
  return { onClose, ...show(<ConfirmDialog {...words} onConfirm={onConfirm} onClose={onClose} />) }
}

describe('a question before what cannot be taken back', () => {
  it('begins on the way back, which Enter takes', async () => {
    const onConfirm = vi.fn<() => Promise<void>>()
    const { user, onClose } = ask(onConfirm)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep' }))
    await user.keyboard('{Enter}')
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('does it once, however often the button is pressed, and closes then', async () => {
    const done = Promise.withResolvers<void>()
    const onConfirm = vi.fn<() => Promise<void>>(() => done.promise)
    const { user, onClose } = ask(onConfirm)
    const button = screen.getByRole('button', { name: 'Delete' })
    await user.dblClick(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0])
    done.resolve()
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })

  it('says why it was not done, and can be tried again', async () => {
    const onConfirm = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new NotDone('Sign the note first.'))
    const { user, onClose } = ask(onConfirm.mockResolvedValueOnce())
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Sign the note first.')
    expect(onClose).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })
})
