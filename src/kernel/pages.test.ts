import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from './errors.ts'
import { envelope, pageFrom, weightOf } from './pages.ts'
import { anyToken, defineResource } from './resource.ts'

const common = {
  name: 'user',
  title: 'User',
  about: 'Somebody.',
  permission: anyToken,
  fields: {},
  filters: {},
} as const
const usual = defineResource(common)
const whole = defineResource({ ...common, pageSize: 1000 })
const asked = (query: string) => new URLSearchParams(query)
const messageOf = (query: string, resource = usual) => {
  try {
    pageFrom(asked(query), resource)
  } catch (problem) {
    if (problem instanceof ApiError) return problem.fields
    throw problem
  }
}

describe('the page asked for', () => {
  test.each([
    ['', usual, { number: 1, size: 50, offset: 0 }],
    ['', whole, { number: 1, size: 1000, offset: 0 }],
    ['page=3', usual, { number: 3, size: 50, offset: 100 }],
    ['page=2&page_size=1000', usual, { number: 2, size: 1000, offset: 1000 }],
    ['page=11&page_size=1000', usual, { number: 11, size: 1000, offset: 10_000 }],
    ['page=201', usual, { number: 201, size: 50, offset: 10_000 }],
  ])('%s', (query, resource, page) => expect(pageFrom(asked(query), resource)).toEqual(page))

  test.each(['0', '-1', '1.5', 'abc', '', '1e2', ' 1', '+1', '1234567890', '0x1'])('cannot be %j', (raw) => {
    expect(messageOf(`page=${encodeURIComponent(raw)}`)).toHaveProperty('page')
    expect(messageOf(`page_size=${encodeURIComponent(raw)}`)).toHaveProperty('page_size')
  })

  test('cannot have more than 1000 records', () => {
    expect(messageOf('page_size=1000')).toBeUndefined()
    expect(messageOf('page_size=1001')).toMatchObject({ page_size: [{ code: 'max_value' }] })
  })

  test('cannot start beyond 10000 records, and the message says what to do instead', () => {
    expect(messageOf('page=10001&page_size=1')).toBeUndefined()
    expect(messageOf('page=10002&page_size=1')).toMatchObject({
      page: [{ code: 'too_deep', message: expect.stringMatching(/id__gt.*date range/) }],
    })
    expect(messageOf('page=999999999&page_size=1000')).toMatchObject({ page: [{ code: 'too_deep' }] })
  })
})

describe('the weight of a page', () => {
  test.each([
    ['', 1],
    ['page_size=1', 1],
    ['page_size=50', 1],
    ['page_size=51', 2],
    ['page_size=1000', 20],
    ['page_size=1001', 1],
    ['page_size=0', 1],
    ['page_size=abc', 1],
  ])('%s counts %i', (query, weight) => expect(weightOf(asked(query), usual)).toBe(weight))

  test('is 1 where the default page has 1000 records', () => {
    expect(weightOf(asked('page_size=1000'), whole)).toBe(1)
    expect(weightOf(asked(''), whole)).toBe(1)
  })

  test('is the page size in default pages, rounded up', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), (size) => {
        const weight = weightOf(asked(`page_size=${size}`), usual)
        expect(weight * 50).toBeGreaterThanOrEqual(size)
        expect((weight - 1) * 50).toBeLessThan(size)
      }),
    ))
})

describe('the envelope', () => {
  const url = 'https://api.example/1/api/0.1/user/'
  const read = (query: string, count: number) =>
    JSON.parse(envelope(url, asked(query), pageFrom(asked(query), usual), count, '')) as Record<string, unknown>

  test('of an empty list is one page', () =>
    expect(read('', 0)).toEqual({ count: 0, num_pages: 1, next: null, previous: null, results: [] }))

  test('links to the next and previous page and keeps the other parameters', () =>
    expect(read('name__icontains=%26%3D+%C3%A4&expose_x&page=2&page_size=10', 30)).toMatchObject({
      num_pages: 3,
      next: `${url}?name__icontains=%26%3D+%C3%A4&expose_x=&page=3&page_size=10`,
      previous: `${url}?name__icontains=%26%3D+%C3%A4&expose_x=&page=1&page_size=10`,
    }))

  test('does not exist past the end', () => {
    expect(() => read('page=2&page_size=10', 10)).toThrow('There is no page 2: the list has 1 page.')
    expect(() => read('page=2', 0)).toThrow('There is no page 2')
    expect(read('page=2&page_size=10', 11)).toMatchObject({ next: null })
  })

  test('followed by its links covers every record exactly once', () =>
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 60 }), (count, size) => {
        const starts: number[] = []
        let at: string | null = `${url}?page_size=${size}`
        while (at !== null) {
          const query: URLSearchParams = new URL(at).searchParams
          starts.push(pageFrom(query, usual).offset)
          at = (JSON.parse(envelope(url, query, pageFrom(query, usual), count, '')) as { next: string | null }).next
        }
        expect(starts).toEqual(Array.from({ length: Math.max(1, Math.ceil(count / size)) }, (_, page) => page * size))
      }),
    ))
})
