// @module-tag waits
import { ApiError } from '@fetlock/sdk'
import { expect, it } from 'vitest'
import { answerStepUp, confirmed, currentStepUp } from './step-up.ts'
import { makeIntent } from './write-intent.ts'

const refusal = () => new ApiError({ status: 403, code: 'step_up_required', detail: 'Confirm that it is you.' })

/** A service that wants a confirmation before it does anything. */
const givenService = () => {
  let isConfirmed = false
  const asked: string[] = []
  const send = async (wanted: string, key: string) => {
    await Promise.resolve()
    asked.push(`${wanted} ${key}`)
    if (!isConfirmed) throw refusal()
    return `${wanted} done`
  }
  const answer = async (is: boolean) => {
    await expect.poll(currentStepUp).toBeDefined()
    isConfirmed = is
    answerStepUp(is)
  }
  return { send, asked, answer }
}

it('sends the same under the same key once the person has confirmed', async () => {
  const { send, asked, answer } = givenService()
  const intent = makeIntent<string, string>()
  const written = intent.settle(send, 'invite')
  await answer(true)
  expect(await written).toEqual({ variables: 'invite', result: 'invite done' })
  expect(asked).toHaveLength(2)
  expect(asked[0]).toBe(asked[1])
  expect([currentStepUp(), intent.isOpen()]).toEqual([undefined, false])
})

it('does nothing, and says so, if they do not', async () => {
  const { send, asked, answer } = givenService()
  const intent = makeIntent<string, string>()
  const [written] = await Promise.allSettled([intent.settle(send, 'invite'), answer(false)])
  expect(written).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('Nothing was changed') },
  })
  expect(asked).toHaveLength(1)
  expect(intent.isOpen()).toBe(false)
})

it('asks once for several that wait', async () => {
  const { send, asked, answer } = givenService()
  const both = Promise.all(['a', 'b'].map((wanted) => confirmed(() => send(wanted, wanted))))
  await expect.poll(() => asked.length).toBe(2)
  await answer(true)
  expect(await both).toEqual(['a done', 'b done'])
})

it('asks nothing about another refusal', async () => {
  const other = new ApiError({ status: 403, code: 'permission_denied', detail: 'No.' })
  await expect(confirmed(() => Promise.reject(other))).rejects.toBe(other)
  expect(currentStepUp()).toBeUndefined()
})
