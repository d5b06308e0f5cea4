// @module-tag waits
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ChangeEvent } from '../api/live.ts'
import { shows } from '../api/shows.ts'
import { liveQueries } from './live-queries.ts'

const changed = (resource: string, id: number, ...links: string[]): ChangeEvent => ({
  sequence: 1,
  resource,
  id,
  url: `/${resource}/${id}/`,
  action: 'change',
  links,
  modified: '2026-11-18T12:00:00Z',
  actor: null,
})

/** A screen with two visits, whose answers come when they are let go. */
const givenScreen = () => {
  const client = new QueryClient()
  const live = liveQueries(client)
  const asked: number[] = []
  const held = new Map<number, PromiseWithResolvers<{ client: string }>>()
  const open = (id: number) => {
    const observer = new QueryObserver(client, {
      queryKey: ['visit', id],
      queryFn: () => {
        asked.push(id)
        const answer = Promise.withResolvers<{ client: string }>()
        held.set(id, answer)
        return answer.promise
      },
      meta: shows<{ client: string }>({
        consultationitem: `/consultation/${id}/`,
        client: (visit) => visit.client,
      }),
    })
    onTestFinished(observer.subscribe(() => {}))
    return observer
  }
  const answer = async (id: number, owner: string) => {
    held.get(id)!.resolve({ client: owner })
    await expect.poll(() => client.getQueryData(['visit', id])).toEqual({ client: owner })
  }
  return { client, live, asked, open, answer }
}

describe('a change', () => {
  it('is read again where it is shown, and nowhere else', async () => {
    const { live, asked, open, answer } = givenScreen()
    open(5)
    open(6)
    await answer(5, '/client/7/')
    await answer(6, '/client/8/')
    live.onEvents([changed('consultationitem', 70, '/consultation/6/')])
    expect(asked).toEqual([5, 6, 6])
    await answer(6, '/client/9/')
    live.onEvents([changed('client', 7), changed('client', 8)])
    expect(asked).toEqual([5, 6, 6, 5])
  })

  it('that comes while its record is being read is read after that, once for however many', async () => {
    const { live, asked, open, answer } = givenScreen()
    open(5)
    live.onEvents([changed('client', 7)])
    live.onEvents([changed('client', 7), changed('client', 9)])
    expect(asked).toEqual([5])
    await answer(5, '/client/7/')
    expect(asked).toEqual([5, 5])
    live.onEvents([changed('client', 9)])
    await answer(5, '/client/8/')
    expect(asked).toEqual([5, 5])
  })

  it('is not read again because a screen showed a step before it was made', async () => {
    const { client, live, asked, open, answer } = givenScreen()
    open(5)
    await answer(5, '/client/7/')
    void client.refetchQueries({ queryKey: ['visit', 5] })
    live.onEvents([changed('client', 7)])
    await client.cancelQueries({ queryKey: ['visit', 5] })
    client.setQueryData(['visit', 5], { client: '/client/7/' })
    expect(asked).toEqual([5, 5])
  })
})
