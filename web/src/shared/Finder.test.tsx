// @module-tag waits
import { setTimeout as pause } from 'node:timers/promises'
import { useState } from 'react'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { describeCombobox, found } from '../testing/combobox.tsx'
import { currentToast } from './toasts.ts'
import { show } from '../testing/render.tsx'
import { Finder } from './Finder.tsx'

describeCombobox('the field that adds to a visit', {
  begin: (answer) => {
    const onChoose = vi.fn<(one: { readonly url: string }) => void>()
    const query = (typed: string) => ({
      queryKey: ['found', typed],
      queryFn: async () => (await answer, found.map((url) => ({ url }))),
    })
    const { user } = show(
      <Finder label="Find" placeholder="" query={query} show={({ url }) => url} onChoose={onChoose} />,
    )
    return { user, chosen: () => onChoose.mock.calls[0]?.[0].url }
  },
})

describe('an Enter that was quicker than the answer', () => {
  /** A field that goes when it is left without a choice, in which Enter was pressed before there was an answer. */
  const entered = async () => {
    const answer = Promise.withResolvers<void>()
    const asked: AbortSignal[] = []
    const onChoose = vi.fn<(one: { readonly url: string }) => void>()
    const query = (typed: string) => ({
      queryKey: ['found', typed],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        asked.push(signal)
        await answer.promise
        return [{ url: typed }]
      },
    })
    const Adding = () => {
      const [isLeft, setLeft] = useState(false)
      if (isLeft) return null
      return (
        <Finder
          label="Find"
          placeholder=""
          query={query}
          show={({ url }) => url}
          onChoose={onChoose}
          onLeave={() => setLeft(true)}
        />
      )
    }
    const { user } = show(<Adding />)
    await user.click(screen.getByRole('combobox'))
    await user.keyboard('bel')
    await waitFor(() => expect(asked).toHaveLength(1))
    await user.keyboard('{Enter}')
    return { user, answer, asked, chosen: () => onChoose.mock.calls[0]?.[0].url }
  }

  it('waits for it however long it takes, because the request goes on', async () => {
    const { answer, asked, chosen } = await entered()
    // Longer than the field waits for the next letter: by then it asks for what it shows, which is nothing.
    await pause(400)
    expect(asked.map(({ aborted }) => aborted)).toEqual([false])
    answer.resolve()
    await waitFor(() => expect(chosen()).toBe('bel'))
  })

  it('chooses also for whoever has left the field by then', async () => {
    const { user, answer, chosen } = await entered()
    await user.tab()
    answer.resolve()
    await waitFor(() => expect(chosen()).toBe('bel'))
  })

  it('is given up by Escape, which is no mistake of the app', async () => {
    const { user, asked, chosen } = await entered()
    const said = currentToast()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(asked.map(({ aborted }) => aborted)).toEqual([true]))
    await pause(50)
    expect([chosen(), currentToast()]).toEqual([undefined, said])
  })
})
