import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, test, vi } from 'vitest'
import { config, settingNames, unknownSettings } from './config.ts'
import { variable } from './variables.ts'

const folder = mkdtempSync(join(tmpdir(), 'fetlock-settings-'))
const put = (name: string, text: string, mode = 0o400) => {
  const path = join(folder, name)
  rmSync(path, { force: true })
  writeFileSync(path, text, { mode })
  return path
}

afterEach(() => vi.unstubAllEnvs())
afterAll(() => rmSync(folder, { recursive: true }))

describe('a setting', () => {
  it.each(settingNames)('%s can come from a file, with or without a line break at its end', (name) => {
    for (const text of ['a value', 'a value\n', 'a value\r\n'])
      expect(variable(name, { [`${name}_FILE`]: put('value', text) })).toBe('a value')
  })

  it.each(settingNames)('%s can be a systemd credential', (name) => {
    put(name, 'a value\n')
    expect(variable(name, { CREDENTIALS_DIRECTORY: folder })).toBe('a value')
    expect(variable(name, { CREDENTIALS_DIRECTORY: folder, [name]: 'another' })).toBe('another')
    rmSync(join(folder, name))
    expect(variable(name, { CREDENTIALS_DIRECTORY: folder })).toBeUndefined()
  })

  it('is read from its file by the program', () => {
    vi.stubEnv('FETLOCK_PORT', undefined)
    vi.stubEnv('FETLOCK_PORT_FILE', put('port', '8123\n'))
    expect(config.port()).toBe(8123)
    vi.stubEnv('FETLOCK_REDIS_URL', undefined)
    vi.stubEnv('FETLOCK_REDIS_URL_FILE', put('redis', 'rediss://redis.internal\n'))
    expect(config.redisIfSet()).toBe('rediss://redis.internal')
  })

  it('is none where its variable or its file is empty', () => {
    expect(variable('FETLOCK_PORT', { FETLOCK_PORT: '', FETLOCK_PORT_FILE: '' })).toBeUndefined()
    expect(variable('FETLOCK_PORT', { FETLOCK_PORT_FILE: put('empty', '\n') })).toBeUndefined()
  })
})

describe('what is wrong with a file is said with its name', () => {
  const read = (path: string) => () => variable('FETLOCK_SECRET_KEY', { FETLOCK_SECRET_KEY_FILE: path })

  test('when it does not exist', () => {
    expect(read('/nowhere/key')).toThrow(
      'FETLOCK_SECRET_KEY_FILE names /nowhere/key, which does not exist. Create it with the value, or correct the path.',
    )
  })

  test('when it is a folder', () => {
    mkdirSync(join(folder, 'inner'), { recursive: true })
    expect(read(join(folder, 'inner'))).toThrow('which is a folder. Give the path of the file')
  })

  test('when the value is given twice', () => {
    expect(() => variable('FETLOCK_PORT', { FETLOCK_PORT: '1', FETLOCK_PORT_FILE: '/x' })).toThrow(
      'FETLOCK_PORT and FETLOCK_PORT_FILE are both set. Unset one of them.',
    )
  })
})

describe('a value that was copied badly is refused without repeating it', () => {
  test.each([
    ['"verysecret"', 'is inside quotation marks, which an env file keeps. Remove them.'],
    ["'verysecret'", 'is inside quotation marks'],
    [' verysecret', 'begins or ends with a space. Remove it.'],
    ['verysecret\t', 'begins or ends with a space.'],
    ['verysecret\nFETLOCK_PORT=1', 'has more than one line.'],
  ])('%j', (value, sentence) => {
    const message = (() => {
      try {
        return variable('FETLOCK_S3_SECRET_KEY', { FETLOCK_S3_SECRET_KEY: value })
      } catch (problem) {
        return (problem as Error).message
      }
    })()
    expect(message).toContain(`FETLOCK_S3_SECRET_KEY ${sentence}`)
    expect(message).not.toContain('verysecret')
  })
})

test('names of files and credentials that belong to no setting are shown', () => {
  put('FETLOCK_SECRET_KAY', 'x')
  put('other', 'x')
  expect(unknownSettings({ FETLOCK_PORT_FILE: '/x', FETLOCK_PROT_FILE: '/x', CREDENTIALS_DIRECTORY: folder })).toEqual([
    'FETLOCK_PROT_FILE',
    'FETLOCK_SECRET_KAY',
  ])
})
