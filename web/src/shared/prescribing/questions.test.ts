import { describe, expect, it } from 'vitest'
import { type AskedWarning, askWhy, isNotAdded, isReason } from './questions.ts'

/** The questions of a page, as its state has them. */
const makePage = () => {
  let questions: readonly AskedWarning[] = []
  return {
    ask: (next: readonly AskedWarning[] | ((waiting: readonly AskedWarning[]) => readonly AskedWarning[])) => {
      questions = typeof next === 'function' ? next(questions) : next
    },
    names: () => questions.map(({ name }) => name),
    answer: (reason: string | undefined) => questions[0]!.onAnswer(reason),
  }
}

describe('questions about warnings', () => {
  it('wait for each other, and each gets its own answer', async () => {
    const page = makePage()
    const first = askWhy({ name: 'Synulox', warnings: [] }, page.ask)
    const second = askWhy({ name: 'Procaine', warnings: [] }, page.ask)
    expect(page.names()).toEqual(['Synulox', 'Procaine'])
    page.answer('Nothing else helps')
    expect(await first).toBe('Nothing else helps')
    expect(page.names()).toEqual(['Procaine'])
    page.answer(undefined)
    await expect(second).rejects.toSatisfy(isNotAdded)
    expect(page.names()).toEqual([])
  })

  it.each([
    ['Injected, under observation', true],
    ['6412345678901', false],
    ['  ', false],
    ['–', false],
  ])('“%s” is a reason: %s', (typed, is) => {
    expect(isReason(typed)).toBe(is)
  })
})
