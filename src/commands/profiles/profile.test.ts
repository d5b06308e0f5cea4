import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connected } from '../../../scripts/database.ts'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../../test/support/commands.ts'
import { testDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { profileOfCountry, type CountryProfile } from './profile.ts'

let database: TestDatabase
let folder: string
const create = (country: string, ...more: string[]) => {
  const place = ['--currency', 'EUR', '--time-zone', 'Europe/Dublin', '--department', 'Main']
  return fetlock('organisation', 'create', '--name', 'Clinic', '--country', country, ...place, ...more)
}
const rows = (query: string, organisation: number) =>
  connected(database.superuserUrl, async (client) => (await client.query(query, [organisation])).rows)

const whole = () => JSON.parse(readFileSync('src/commands/profiles/IE.json', 'utf8')) as CountryProfile
const file = (profile: object | string) => {
  const path = join(folder, 'profile.json')
  writeFileSync(path, typeof profile === 'string' ? profile : JSON.stringify(profile))
  return path
}

beforeAll(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'fetlock-profiles-'))
})
beforeEach(() => useSettings(settingsFor(database)))
afterAll(async () => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
  await database.drop()
})

describe('the profile of a country', () => {
  it('gives an Irish clinic its rates with their accounts, and everything else that it begins with', async () => {
    const { organisation, profile } = jsonOf(await create('IE', '--json'))
    expect(profile).toBe('IE')
    expect(
      await rows(
        `select percentage, number from vatgroup g left join accountnumber a
           on a.organisation = g.organisation and a.id = g.account_number where g.organisation = $1 order by 1`,
        organisation,
      ),
    ).toEqual([
      { percentage: '0.00', number: null },
      { percentage: '13.50', number: '2201' },
      { percentage: '23.00', number: '2200' },
    ])
    const [found] = await rows(
      `select (select array_agg(name order by name) from permissiongroup where organisation = $1) as groups,
         (select count(*)::int from reason where organisation = $1 and available_online) as online,
         (select count(*)::int from text_template where organisation = $1 and language = 'en') as templates,
         (select payment_terms_days from department_settings where organisation = $1) as days,
         (select prefix from invoice_series where organisation = $1) as prefix,
         (select second_factor_required from security_settings where organisation = $1) as factor`,
      organisation,
    )
    expect(found).toEqual({
      groups: ['Administrators', 'Reception', 'Stock', 'Veterinary nurses', 'Veterinary surgeons'],
      online: 3,
      templates: 4,
      days: 30,
      prefix: '',
      factor: true,
    })
  })

  it('is shown to be confirmed, each rate with where and when it was read', async () => {
    const { out } = await create('IE')
    expect(out).toContain('Confirm before the first invoice, with your bookkeeper:')
    for (const { percentage, source } of whole().vat_groups)
      expect(out).toMatch(new RegExp(`${percentage} %.*read ${source.read} at ${source.page.replaceAll('?', '\\?')}`))
    expect(out).toContain('https://www.revenue.ie/')
  })

  it.each(['FI', 'IE'])('of %s names the authority and has no rate without a source', (country) => {
    const profile = profileOfCountry(country)!
    expect(profile.country).toBe(country)
    expect(new URL(profile.confirm).protocol).toBe('https:')
    expect(profile.vat_groups.length).toBeGreaterThan(2)
    for (const { source } of profile.vat_groups) {
      expect(new URL(source.page).protocol).toBe('https:')
      expect(source.read).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    }
  })

  it.each([
    ['SE', []],
    ['IE', ['--profile', 'none']],
  ])('is none for %s %j', async (country, options) => {
    const made = jsonOf(await create(country, ...options, '--json'))
    expect(made.profile).toBeNull()
    const [found] = await rows(
      `select (select count(*)::int from vatgroup where organisation = $1) as rates,
         (select count(*)::int from permissiongroup where organisation = $1) as groups`,
      made.organisation,
    )
    expect(found).toEqual({ rates: 0, groups: 1 })
  })
})

describe('a profile of one’s own', () => {
  it('is used instead', async () => {
    const own = { ...whole(), country: 'SE', reasons: [{ name: 'Vaccination', duration: 25 }] }
    const { organisation } = jsonOf(await create('SE', '--profile', file(own), '--json'))
    expect(await rows('select name, duration from reason where organisation = $1', organisation)).toEqual([
      { name: 'Vaccination', duration: 25 },
    ])
  })

  it.each([
    ['no JSON', '{', 'profile.json is not JSON'],
    ['no list', { ...whole(), reasons: undefined }, '"reasons" must be a list'],
    ['no text', { ...whole(), confirm: 1 }, '"confirm" must be a text'],
    ['terms in words', { ...whole(), payment_terms_days: '14' }, '"payment_terms_days" must be a whole number'],
    ['a group without a name', { ...whole(), permission_groups: {} }, 'must have a name for "veterinarians"'],
    [
      'a rate without a source',
      { ...whole(), vat_groups: [{ ...whole().vat_groups[0], source: { page: 'heard', read: 'lately' } }] },
      'must say on which "page" its rate was "read", and when',
    ],
    ['a wrong record', { ...whole(), reasons: [{ name: 'Long', duration: 9000 }] }, '--duration: '],
  ])('with %s is refused, and creates nothing', async (_what, profile, sentence) => {
    const count = () => rows('select count(*)::int from organisation where $1 > 0', 1)
    const before = await count()
    const { code, err } = await create('SE', '--profile', file(profile))
    expect([1, 2]).toContain(code)
    expect(err).toContain(sentence)
    expect(await count()).toEqual(before)
  })

  it('that is not there is named', async () => {
    expect((await create('SE', '--profile', '/nowhere.json')).err).toBe('There is no profile /nowhere.json.\n')
  })
})
