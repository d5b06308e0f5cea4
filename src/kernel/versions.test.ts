import { describe, expect, test } from 'vitest'
import { client } from '../domain/clients/client.resource.ts'
import { species } from '../domain/clients/species.resource.ts'
import { etagOf, isVersioned, etagMatches, requireValidIfMatch, versionAt } from './versions.ts'

test.each(['17', '"17', '17"', 'w/"17"', '', ',', '"1",', '"1" "2"', '*, "1"', '"1"7', '"a b"'])(
  'an If-Match of %j is refused as malformed',
  (ifMatch) => {
    expect(() => requireValidIfMatch({ ifMatch })).toThrow(expect.objectContaining({ status: 400 }))
  },
)

test.each(['*', '"17"', '""', 'W/"17"', '"1", "17"', '"1",W/"17" ,"2"'])(
  'an If-Match of %j is well-formed',
  (ifMatch) => {
    expect(() => requireValidIfMatch({ ifMatch })).not.toThrow()
  },
)

describe('a version', () => {
  test.each([
    ['*', true],
    [' * ', true],
    ['"17"', true],
    ['"1","17"', true],
    ['"1" , "17" ,"2"', true],
    ['W/"17"', false],
    ['"1" , W/"17" ,"2"', false],
    ['"16"', false],
    ['"170"', false],
    ['"117"', false],
    ['17', false],
    ['w/"17"', false],
    ['"17', false],
    ['', false],
    [',', false],
    ['"*"', false],
  ])('matches %s: %s', (tags, isNamed) => {
    expect(etagMatches(tags, 17)).toBe(isNamed)
  })

  test.each(['W/"17"', '"1" , W/"17" ,"2"', '"17"', '*'])('matches %s weakly', (tags) => {
    expect(etagMatches(tags, 17, { weakly: true })).toBe(true)
    expect(etagMatches(tags, 18, { weakly: true })).toBe(tags === '*')
  })

  test('keeps every digit of a timestamp in microseconds', () => {
    const furthest = Date.UTC(2255, 0) * 1000 + 1
    expect(Number.isSafeInteger(furthest)).toBe(true)
    expect(etagMatches(etagOf(furthest), furthest)).toBe(true)
    expect(etagMatches(etagOf(furthest), furthest - 1)).toBe(false)
  })

  test('is read from modified, where there is one', () => {
    expect(versionAt('r')).toContain('r.modified')
    expect([isVersioned(client), isVersioned(species)]).toEqual([true, false])
  })
})
