import type { LookupAddress, LookupOptions } from 'node:dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDns, type Answer } from '../../proofs/addresses/dns-server.ts'
import { NotPublic, publicLookupBy } from './public-lookup.ts'

/** What each name has, by the type of address that is asked for. */
const records: Readonly<Record<string, readonly Answer[]>> = {
  'public.example': [
    { type: 'A', data: '93.184.216.34' },
    { type: 'A', data: '93.184.216.35' },
    { type: 'AAAA', data: '2606:2800:220:1::1' },
  ],
  'private.example': [{ type: 'A', data: '10.1.2.3' }],
  'public-first.example': [
    { type: 'A', data: '93.184.216.34' },
    { type: 'A', data: '10.1.2.3' },
  ],
  'private-first.example': [
    { type: 'A', data: '127.0.0.1' },
    { type: 'A', data: '93.184.216.34' },
  ],
  'private-6.example': [
    { type: 'A', data: '93.184.216.34' },
    { type: 'AAAA', data: 'fd00::1' },
  ],
  'private-4.example': [
    { type: 'A', data: '169.254.169.254' },
    { type: 'AAAA', data: '2606:2800:220:1::1' },
  ],
  'only-4.example': [{ type: 'A', data: '93.184.216.34' }],
  'nothing.example': [],
}

let server: Awaited<ReturnType<typeof startDns>>
beforeAll(async () => {
  const answer = ([name, all]: readonly [string, readonly Answer[]]) =>
    [name, (asked: 'A' | 'AAAA') => all.filter(({ type }) => type === asked)] as const
  server = await startDns(new Map(Object.entries(records).map(answer)), 0)
})
afterAll(() => server.close())

const lookUp = (hostname: string, options: LookupOptions = { all: true }) =>
  new Promise<string | readonly LookupAddress[]>((resolve, reject) =>
    publicLookupBy([`127.0.0.1:${server.port}`])(hostname, options, (problem, found) =>
      problem === null ? resolve(found) : reject(problem),
    ),
  )

describe('a host name', () => {
  it('is answered with all of its addresses if they are public', async () => {
    const addresses = (await lookUp('public.example')) as readonly LookupAddress[]
    expect(addresses.map(({ address, family }) => `${family} ${address}`).toSorted()).toEqual([
      '4 93.184.216.34',
      '4 93.184.216.35',
      '6 2606:2800:220:1::1',
    ])
  })

  it.each(['private', 'public-first', 'private-first', 'private-6', 'private-4'])(
    '[decision-43] is refused if one of its addresses is not public: %s',
    async (name) => {
      const refused = await lookUp(`${name}.example`).catch((problem: unknown) => problem)
      expect(refused).toBeInstanceOf(NotPublic)
      expect((refused as Error).message).toBe('The host name resolves to an address that is not public.')
    },
  )

  it('is refused for an address of the other family than the one that is asked for', async () => {
    await expect(lookUp('private-6.example', { family: 4 })).rejects.toBeInstanceOf(NotPublic)
    await expect(lookUp('private-4.example', { family: 6, all: true })).rejects.toBeInstanceOf(NotPublic)
  })

  it('is answered with one address, or those of one family, if that is asked for', async () => {
    expect(await lookUp('only-4.example', {})).toBe('93.184.216.34')
    expect(await lookUp('public.example', { family: 6, all: true })).toEqual([
      { address: '2606:2800:220:1::1', family: 6 },
    ])
    await expect(lookUp('only-4.example', { family: 6 })).rejects.toMatchObject({ code: 'ENODATA' })
  })

  it('has no address if DNS knows none', async () => {
    await expect(lookUp('nothing.example')).rejects.toMatchObject({ code: 'ENODATA' })
    await expect(lookUp('unknown.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})
