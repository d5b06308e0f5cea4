import { describe, expect, it } from 'vitest'
import { etagOf } from './etag.ts'

describe('an ETag', () => {
  it.each([
    ['a record', { modified: '2026-11-16T08:00:00.12Z' }, '"1794816000120000"'],
    ['its modified', '2026-11-16T08:00:00.123456Z', '"1794816000123456"'],
    ['a whole second', '2026-11-16T08:00:00Z', '"1794816000000000"'],
    ['an ETag as it was received', '"1794816000123456"', '"1794816000123456"'],
    ['any version', '*', '*'],
  ])('is made of %s', (_what, version, etag) => {
    expect(etagOf(version)).toBe(etag)
  })
})
