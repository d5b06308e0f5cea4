import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../kernel/errors.ts'
import { pairsIn } from '../kernel/pairs.ts'
import { largestBody, readBody } from './request-body.ts'

const request = (body: string | Buffer, contentType?: string, headers: object = {}): IncomingMessage =>
  Object.assign(Readable.from([Buffer.from(body)]), {
    headers: { ...(contentType === undefined ? {} : { 'content-type': contentType }), ...headers },
  }) as unknown as IncomingMessage

const outcome = async (body: string | Buffer, contentType?: string, headers?: object) => {
  try {
    return (await readBody(request(body, contentType, headers))).value
  } catch (problem) {
    if (problem instanceof ApiError) return problem.status
    throw problem
  }
}

const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=b'
const parts = (...fields: readonly (readonly [string, string])[]) =>
  `${fields.map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--b--\r\n`

describe('a body', () => {
  test('is read by its content type', async () => {
    expect(await outcome('{"a":[1]}', 'application/json')).toEqual({ a: [1] })
    expect(await outcome('a=1&b=&a=%C3%A4+%2B', form)).toEqual(
      new Map([
        ['a', ['1', 'ä +']],
        ['b', ['']],
      ]),
    )
    expect(await outcome(parts(['a', '1'], ['b', ''], ['a', 'ä']), multipart)).toEqual(
      new Map([
        ['a', ['1', 'ä']],
        ['b', ['']],
      ]),
    )
  })

  test('may have large fields and many of them', async () => {
    const large = 'x'.repeat(1_000_000)
    expect(await outcome(parts(['a', large], ['b', large]), multipart)).toEqual(
      new Map([
        ['a', [large]],
        ['b', [large]],
      ]),
    )
    const many = Array.from({ length: 2_000 }, (_, index) => [`name${index}`, 'x'.repeat(500)] as const)
    expect(await outcome(parts(...many), multipart)).toHaveProperty('size', 2_000)
  })

  test('may be nothing', async () => {
    expect(await outcome('')).toBeUndefined()
    expect(await outcome('', 'application/json')).toBeUndefined()
    expect(await outcome('', form)).toEqual(new Map())
  })

  test.each([
    ['{', 'application/json', 400],
    ['', 'text/plain', 415],
    ['{}', undefined, 415],
    ['{}', 'application/jsonp', 415],
    ['a=%FF', form, 400],
    [Buffer.from([0xff]), 'application/json', 400],
    [Buffer.from([0xff]), form, 400],
    ['', multipart, 400],
    ['--b', multipart, 400],
    [parts(['a', '1']).slice(0, -6), multipart, 400],
    ['--b\r\nno headers\r\n--b--', multipart, 400],
    ['--b\r\n\r\n--b--', multipart, 400],
    [parts(['a', '1']), 'multipart/form-data', 400],
    [parts(['a', '1']), `multipart/form-data; boundary=${'b'.repeat(300)}`, 400],
    ['x'.repeat(largestBody + 1), 'application/json', 413],
    [Array(2_000).fill('a=').join('&') + '&b=', form, 400],
    [parts(...Array.from({ length: 2_001 }, () => ['a', ''] as const)), multipart, 400],
  ] as const)('%.20s as %.50s is %i', async (body, contentType, status) =>
    expect(await outcome(body, contentType)).toBe(status),
  )

  test('announced too large is not read at all', async () =>
    expect(await outcome('', 'application/json', { 'content-length': String(largestBody + 1) })).toBe(413))

  test('of any bytes and any type is a value or a refusal', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60 }),
        fc.oneof(
          fc.constantFrom('application/json', form, multipart, 'multipart/form-data; boundary="'),
          fc.string({ unit: 'binary-ascii', maxLength: 20 }),
        ),
        async (bytes, contentType) => {
          await outcome(Buffer.from(bytes), contentType)
          await outcome(Buffer.concat([Buffer.from('--b\r\n'), bytes, Buffer.from('\r\n--b--')]), multipart)
        },
      ),
      { numRuns: 300 },
    ))
})

describe('pairs', () => {
  test('are what URLSearchParams reads', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))), (pairs) => {
        expect([...pairsIn(new URLSearchParams(pairs).toString(), 'query')]).toEqual(pairs)
      }),
    ))

  test('may have a percent sign that is just one, and no half characters', () => {
    expect(pairsIn('a=100%', 'query').get('a')).toBe('100%')
    expect(pairsIn('a=%zz%C3%A4', 'query').get('a')).toBe('%zzä')
    for (const broken of ['a=%ED%A0%80', '%FF=1', 'a=%C3', 'a=%C3%28', 'a=%F0%9F'])
      expect(() => pairsIn(broken, 'query')).toThrow(ApiError)
  })
})
