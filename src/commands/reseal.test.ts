// @module-tag waits
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation } from '../../test/support/api.ts'
import { givenRegistration } from '../../test/support/clinic.ts'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../test/support/commands.ts'
import { connected } from '../../scripts/database.ts'
import { inOrganisation } from '../db/tx.ts'
import { resealOrganisation } from '../secrets/reseal.ts'
import { keyIdOf, sealer } from '../secrets/seal.ts'
import { until } from '../../test/support/until.ts'

const api = await useApi()
const old = api.options.secretKey
const next = `2026-11:${randomBytes(32).toString('base64')}`
let clinic: TestOrganisation
let caller: ApiClient

const useKeys = (ring: string) => useSettings({ ...settingsFor(api.database), FETLOCK_SECRET_KEY: ring })

beforeAll(async () => {
  clinic = await api.givenOrganisation()
  caller = await clinic.caller({ scopes: ['wholesaler'] })
})
afterAll(() => {
  vi.unstubAllEnvs()
})

const stored = (organisation = clinic) =>
  organisation.within((tx) => tx.selectFrom('available_wholesaler').selectAll().orderBy('id').execute())
const state = async () => ({
  rows: (await stored()).map((row) => ({ ...row, verification_salt: undefined })),
  changes: await clinic.within((tx) => tx.selectFrom('ledger').selectAll().executeTakeFirstOrThrow()),
})

describe('reseal', () => {
  it('seals every secret of every organisation under the first key, and changes nothing else [security-13]', async () => {
    const other = await api.givenOrganisation()
    const salts = ['the first salt of many', 'the second salt of many', 'the third salt of many']
    for (const verification_salt of salts) await givenRegistration(caller, { verification_salt })
    await givenRegistration(await other.caller({ scopes: ['wholesaler'] }), {
      verification_salt: 'the salt of another',
    })
    const before = await state()

    useKeys(`${next},${old}`)
    expect(jsonOf(await fetlock('reseal', '--check', '--json'))).toEqual({
      resealed: 0,
      unreadable: 0,
      keys: [
        { id: '2026-11', current: true, known: true, values: 0 },
        { id: '', current: false, known: true, values: 4 },
      ],
    })
    expect((await stored()).map(({ verification_salt }) => keyIdOf(verification_salt))).toEqual(['', '', ''])

    const { out, code } = await fetlock('reseal')
    expect(code).toBe(0)
    expect(out).toBe(
      'Re-sealed          4 values\n' +
        'Key "2026-11"      4 values, current\n' +
        'Key without an id  0 values\n' +
        'Nothing is sealed under the key without an id any more.\n',
    )
    const alone = sealer(next)
    expect((await stored()).map(({ verification_salt }) => alone.unseal(verification_salt))).toEqual(salts)
    expect((await stored(other)).map(({ verification_salt }) => alone.unseal(verification_salt))).toEqual([
      'the salt of another',
    ])
    expect(await state()).toEqual(before)
    expect(jsonOf(await fetlock('reseal', '--json'))).toMatchObject({ resealed: 0, unreadable: 0 })
  })

  it('reports what it cannot read, and leaves it alone', async () => {
    useKeys(`2027-11:${randomBytes(32).toString('base64')}`)
    const before = await stored()
    const { code, out } = await fetlock('reseal')
    expect(code).toBe(1)
    expect(out).toContain('Key "2026-11"  4 values, not in FETLOCK_SECRET_KEY')
    expect(out).toContain('4 values cannot be read: put the missing key into FETLOCK_SECRET_KEY')
    expect(await stored()).toEqual(before)
    useKeys(`${next},${old}`)
    expect(jsonOf(await fetlock('reseal', '--json')).resealed).toBe(0)
  })

  it('keeps every secret that is replaced meanwhile', async () => {
    const busy = await api.givenOrganisation()
    const wholesaler = await busy.caller({ scopes: ['wholesaler'] })
    const registrations: { readonly id: number; readonly url: string }[] = []
    for (let at = 0; at < 3; at++) registrations.push(await givenRegistration(wholesaler))
    const [first, second, third] = registrations
    await connected(api.database.superuserUrl, async (client) => {
      const isWaiting = async () => {
        // Within a transaction PostgreSQL would answer as the first time.
        await client.query('select pg_stat_clear_snapshot()')
        const { rowCount } = await client.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%sealed_value%'`,
        )
        return rowCount === 1
      }
      await client.query('begin')
      await client.query('select from available_wholesaler where id = $1 for update', [first!.id])
      const resealing = resealOrganisation(api.owner.db, busy.id, sealer(`${next},${old}`))
      await until(isWaiting)
      // It has read all three. The API still seals under the old key, as a process does that has not been restarted.
      const { status } = await wholesaler.patch(second!.url, { verification_salt: 'a salt replaced meanwhile' })
      expect(status).toBe(200)
      await client.query('commit')
      expect(await resealing).toEqual({ resealed: 2, unreadable: 0 })
    })
    const sealed = await stored(busy)
    expect(sealed.map(({ id }) => id)).toEqual([first!.id, second!.id, third!.id])
    expect(sealed.map(({ verification_salt }) => keyIdOf(verification_salt))).toEqual(['2026-11', '', '2026-11'])
    expect(sealer(old).unseal(sealed[1]!.verification_salt)).toBe('a salt replaced meanwhile')
    expect(await resealOrganisation(api.owner.db, busy.id, sealer(`${next},${old}`))).toEqual({
      resealed: 1,
      unreadable: 0,
    })
    expect((await stored(busy)).map(({ verification_salt }) => sealer(next).unseal(verification_salt))[1]).toBe(
      'a salt replaced meanwhile',
    )
  })

  it('goes through more values than fit into one transaction', async () => {
    const large = await api.givenOrganisation()
    const wholesaler = await large.caller({ scopes: ['wholesaler'] })
    for (let at = 0; at < 60; at++) await givenRegistration(wholesaler)
    const shown: number[] = []
    const done = await resealOrganisation(api.owner.db, large.id, sealer(`${next},${old}`), (count) =>
      shown.push(count),
    )
    expect(done).toEqual({ resealed: 60, unreadable: 0 })
    expect(shown).toEqual([50, 60])
  })

  it('is for the owner of the tables only', async () => {
    const asApplication = inOrganisation(api.rows.db, clinic.id, (tx) =>
      tx.selectFrom('sealed_value').select('id').execute(),
    )
    await expect(asApplication).rejects.toThrow('permission denied for view sealed_value')
  })
})
