import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../test/support/commands.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'

let database: TestDatabase
let clinic: string
beforeAll(async () => {
  database = await testDatabase()
  useSettings(settingsFor(database))
  const founding = ['--name', 'Harbour Vets', '--country', 'FI', '--currency', 'EUR', '--time-zone', 'Europe/Helsinki']
  clinic = String(jsonOf(await fetlock('organisation', 'create', ...founding, '--json')).organisation)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.drop()
})

const create = (name: string, contentType: string, type: number, ...more: string[]) => {
  const field = ['--name', name, '--content-type', contentType, '--field-type', String(type)]
  return fetlock('custom-field', 'create', '--organisation', clinic, ...field, ...more)
}
const set = (...args: string[]) => fetlock('custom-field', 'set', '--organisation', clinic, ...args)

describe('custom-field create', () => {
  it('creates a select field with its options', async () => {
    const { code, out } = await create('Temperament', 'patient', 7, '--option', 'Calm', '--option', 'Shy', '--required')
    expect(code).toBe(0)
    expect(out).toMatch(
      /^Custom field {2}\d+ \(Temperament\), Multi-select of a patient\nOrganisation {2}\d+ \(Harbour Vets\)\nRequired {6}yes\nOptions {7}Calm, Shy\n$/,
    )
  })

  it.each<[string, string, number, string[], string]>([
    ['Temperament', 'patient', 1, [], '--name: There is a patient field of this name already'],
    ['Legs', 'patient', 2, ['--default-value', 'four'], '--default-value: The default of a number'],
    ['Legs', 'patient', 2, ['--option', 'Four'], '--option: Only fields of the types 6'],
    ['Legs', 'patient', 8, [], '--field-type: Choose one of 1 (Text)'],
    ['Legs', 'horse', 1, [], '--content-type: Choose one of "client"'],
  ])('refuses %s of a %s, type %i, with %j', async (name, contentType, type, more, sentence) => {
    const { code, out, err } = await create(name, contentType, type, ...more)
    expect([code > 0, out]).toEqual([true, ''])
    expect(err).toContain(sentence)
  })
})

describe('custom-field set', () => {
  it('sets, by name or id, whether a field is required, its options and whether it is archived', async () => {
    const { custom_field } = jsonOf(
      await create('Coat', 'patient', 6, '--option', 'Short', '--option', 'Long', '--json'),
    )
    const changed = jsonOf(await set('--field', 'coat', '--required', '--option', 'Long', '--option', 'None', '--json'))
    expect(changed).toMatchObject({
      custom_field,
      is_required: true,
      options: [
        { id: 2, name: 'Long' },
        { id: 3, name: 'None' },
      ],
      archived: false,
    })
    const archived = await set('--field', String(custom_field), '--optional', '--archive')
    expect(archived.out).toContain('Required      no\nOptions       Long, None\nArchived      yes\n')
    expect(jsonOf(await set('--field', 'Coat', '--restore', '--json'))).toMatchObject({ archived: false })
  })

  it.each([
    [['--field', 'Nothing', '--required'], 1, 'There is no custom field "Nothing" in this organisation; it has '],
    [['--field', 'Coat'], 2, 'Give at least one of --required'],
    [['--field', 'Coat', '--required', '--optional'], 2, 'Choose one of --required and --optional.'],
    [['--field', 'Coat', '--archive', '--restore'], 2, 'Choose one of --archive and --restore.'],
  ])('refuses %j', async (args, code, sentence) => {
    const answer = await set(...args)
    expect([answer.code, answer.out]).toEqual([code, ''])
    expect(answer.err).toContain(sentence)
  })

  it('asks for an id if several fields have the name', async () => {
    await create('Colour', 'client', 1)
    await create('Colour', 'patient', 1)
    const { code, err } = await set('--field', 'Colour', '--required')
    expect([code, err]).toEqual([1, expect.stringMatching(/Use an id: \d+ of a client, \d+ of a patient\./)])
  })
})
