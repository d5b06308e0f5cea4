// @module-tag waits
import { ApiError } from '@fetlock/sdk'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { currentToast } from './toasts.ts'
import { useWrites } from './use-writes.ts'

type Change = { readonly row: string; readonly to: number }
type Asked = Change & { readonly key: string; readonly answer: PromiseWithResolvers<string> }

/** Two rows, each with a button for each value; what is asked waits until it is answered. */
const givenRows = () => {
  const asked: Asked[] = []
  const done: boolean[] = []
  const Rows = () => {
    const write = useWrites({
      about: ({ row }: Change) => row,
      send: (change, key) => {
        const answer = Promise.withResolvers<string>()
        asked.push({ ...change, key, answer })
        return answer.promise
      },
      said: ({ variables: { row, to } }) => `${row} is ${to}`,
    })
    return ['a', 'b'].flatMap((row) =>
      [1, 2].map((to) => (
        <button key={`${row}${to}`} type="button" onClick={() => void write({ row, to }).then((is) => done.push(is))}>
          {row} {to}
        </button>
      )),
    )
  }
  const { user } = show(<Rows />)
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const told = () => asked.map(({ row, to }) => `${row} ${to}`)
  return { asked, done, press, told }
}

it('changes a row after what is under way about it, and another beside it', async () => {
  const { asked, done, press, told } = givenRows()
  await press('a 1')
  await press('a 2')
  await press('b 1')
  await waitFor(() => expect(told()).toEqual(['a 1', 'b 1']))
  asked[0]!.answer.resolve('')
  await waitFor(() => expect(told()).toEqual(['a 1', 'b 1', 'a 2']))
  asked[2]!.answer.resolve('')
  asked[1]!.answer.resolve('')
  await waitFor(() => expect(done).toEqual([true, true, true]))
  expect(currentToast()?.message).toMatch(/^[ab] is [12]$/)
})

it('goes on after a refusal, and asks again for what had no answer under the same key', async () => {
  const { asked, done, press, told } = givenRows()
  await press('a 1')
  await press('a 2')
  await waitFor(() => expect(told()).toEqual(['a 1']))
  asked[0]!.answer.reject(new ApiError({ status: 0, code: 'no_answer', detail: 'No answer.' }))
  await waitFor(() => expect(told()).toEqual(['a 1', 'a 2']))
  asked[1]!.answer.reject(new ApiError({ status: 400, code: 'invalid', detail: 'Refused.' }))
  await waitFor(() => expect(done).toEqual([false, false]))
  expect(currentToast()).toMatchObject({ message: 'Refused.', isProblem: true })
  await press('a 1')
  await press('a 2')
  await waitFor(() => expect(asked).toHaveLength(3))
  asked[2]!.answer.resolve('')
  await waitFor(() => expect(asked).toHaveLength(4))
  asked[3]!.answer.resolve('')
  await waitFor(() => expect(done).toEqual([false, false, true, true]))
  expect(asked[2]!.key).toBe(asked[0]!.key)
  expect(asked[3]!.key).not.toBe(asked[1]!.key)
})
