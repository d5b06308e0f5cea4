import { describe, expect, test } from 'vitest'
import { invalid, plainError, problemDetails, ApiError, validationError } from './errors.ts'

describe('a refusal', () => {
  test.each([
    [401, 'not_authenticated'],
    [403, 'permission_denied'],
    [404, 'not_found'],
    [405, 'method_not_allowed'],
    [408, 'request_timeout'],
    [409, 'conflict'],
    [413, 'too_large'],
    [414, 'address_too_long'],
    [415, 'unsupported_media_type'],
    [429, 'throttled'],
    [431, 'headers_too_large'],
    [503, 'unavailable'],
  ])('with %i has one detail, and as problem details the code %s', (status, code) => {
    const refusal = new ApiError(status, 'Sentence.')
    expect(plainError(refusal)).toEqual({ detail: 'Sentence.' })
    expect(problemDetails(refusal, '/1/')).toEqual({
      type: 'about:blank',
      title: 'Sentence.',
      status,
      code,
      instance: '/1/',
    })
  })

  test('with 400 has messages by field, or under non_field_errors', () =>
    expect(plainError(new ApiError(400, 'Sentence.'))).toEqual({ non_field_errors: ['Sentence.'] }))

  test('of fields has the messages by field, and as problem details a code for each', () => {
    const refusal = invalid('name', 'Sentence.', 'unique')
    expect(plainError(refusal)).toEqual({ name: ['Sentence.'] })
    expect(problemDetails(refusal, '/1/')).toMatchObject({
      status: 400,
      code: 'invalid',
      errors: { name: [{ message: 'Sentence.', code: 'unique' }] },
    })
  })

  test('of several records has one object for each, in their order', () =>
    expect(plainError(validationError([{}, { name: [{ message: 'Sentence.', code: 'x' }] }]))).toEqual([
      {},
      { name: ['Sentence.'] },
    ]))

  test('can be about a field named __proto__', () =>
    expect(JSON.stringify(plainError(invalid('__proto__', 'Sentence.')))).toBe('{"__proto__":["Sentence."]}'))
})
