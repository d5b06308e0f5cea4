import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

export const found = ['Bella', 'Bello', 'Belle'] as const

type Begun = { readonly user: UserEvent; readonly chosen: () => string | undefined }
type Begin = {
  /** Shows the field. What is asked for is answered by `found` once `answer` is kept, and at once without it. */
  readonly begin: (answer?: Promise<void>) => Begun
  /** Whether Enter means what is typed, where nothing is listed yet. */
  readonly entersTyped?: boolean
}

const field = () => screen.getByRole('combobox')
const list = () => document.getElementById(field().getAttribute('aria-controls') ?? '')
/** The choice that is marked, if what is drawn and what is read out agree. */
const marked = () => {
  const active = document.getElementById(field().getAttribute('aria-activedescendant') ?? '')
  const selected = [...(list()?.querySelectorAll('[role="option"][aria-selected="true"]') ?? [])]
  expect(selected).toEqual(active === null ? [] : [active])
  return found.find((name) => active?.textContent?.includes(name))
}
const optionOf = (name: string) =>
  within(list()!)
    .getAllByRole('option')
    .find(({ textContent }) => textContent.includes(name))!

/** What every field with a list below it does by the keyboard. */
export const describeCombobox = (what: string, { begin, entersTyped = false }: Begin) => {
  const listed = async (answer?: Promise<void>) => {
    const begun = begin(answer)
    await begun.user.click(field())
    await begun.user.keyboard('bel')
    if (answer === undefined) await waitFor(() => expect(marked()).toBe('Bella'))
    return begun
  }

  describe(`the keyboard in ${what}`, () => {
    it('has the first choice marked, for eyes and ears, as soon as there is one', async () => {
      await listed()
      expect(field().getAttribute('aria-expanded')).toBe('true')
      expect(list()?.getAttribute('role')).toBe('listbox')
      expect(document.activeElement).toBe(field())
    })

    it('goes round the choices', async () => {
      const { user } = await listed()
      const seen: (string | undefined)[] = []
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
        await user.keyboard(`{${key}}`)
        seen.push(marked())
      }
      expect(seen).toEqual(['Bello', 'Belle', 'Bella', 'Belle', 'Bello'])
    })

    it('takes the choice that is marked, by keys or by the pointer', async () => {
      const { user, chosen } = await listed()
      await user.hover(optionOf('Belle'))
      expect(marked()).toBe('Belle')
      await user.keyboard('{ArrowUp}{Enter}')
      await waitFor(() => expect(chosen()).toBe('Bello'))
    })

    it('marks the first again once something else is typed', async () => {
      const { user } = await listed()
      await user.keyboard('{ArrowDown}')
      expect(marked()).toBe('Bello')
      await user.keyboard('l')
      await waitFor(() => expect(marked()).toBe('Bella'))
    })

    it('takes nothing by the Enter that ends the writing of a word', async () => {
      const { chosen } = await listed()
      fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
      expect([chosen(), marked()]).toEqual([undefined, 'Bella'])
    })

    it.skipIf(entersTyped)('takes what is found by an Enter that was quicker than the answer', async () => {
      const answer = Promise.withResolvers<void>()
      const { user, chosen } = await listed(answer.promise)
      await user.keyboard('{Enter}')
      expect(chosen()).toBeUndefined()
      answer.resolve()
      await waitFor(() => expect(chosen()).toBe('Bella'))
    })
  })
}
