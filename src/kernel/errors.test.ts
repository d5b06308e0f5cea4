import { describe, expect, test } from 'vitest'
import { kernelErrorCodes } from './error-codes.ts'
import { invalid, plainError, problemDetails, ApiError, InvalidValue, validationError } from './errors.ts'

const where = { registry: 'https://host/errors/', title: 'Meaning.', instance: '/1/' }

describe('a refusal', () => {
  test.each([
    [401, 'not_authenticated'],
    [403, 'permission_denied'],
    [404, 'not_found'],
    [405, 'method_not_allowed'],
    [408, 'request_timeout'],
    [409, 'conflict'],
    [412, 'precondition_failed'],
    [413, 'too_large'],
    [414, 'address_too_long'],
    [415, 'unsupported_media_type'],
    [429, 'throttled'],
    [431, 'headers_too_large'],
    [500, 'server_error'],
    [503, 'unavailable'],
  ])('with %i has one detail, and as problem details the code %s', (status, code) => {
    const refusal = new ApiError(status, 'Sentence.')
    expect(plainError(refusal)).toEqual({ detail: 'Sentence.' })
    expect(problemDetails(refusal, where)).toEqual({
      type: `https://host/errors/#${code}`,
      title: 'Meaning.',
      status,
      detail: 'Sentence.',
      code,
      instance: '/1/',
    })
    expect(kernelErrorCodes[refusal.code as 'invalid'].statuses).toContain(status)
  })

  test('with 400 has messages by field, or under non_field_errors', () =>
    expect(plainError(new ApiError(400, 'Sentence.'))).toEqual({ non_field_errors: ['Sentence.'] }))

  test('of fields has the messages by field, and as problem details a code for each', () => {
    const refusal = invalid('name', 'Sentence.', 'unique')
    expect(plainError(refusal)).toEqual({ name: ['Sentence.'] })
    expect(problemDetails(refusal, where)).toMatchObject({
      status: 400,
      code: 'invalid',
      errors: { name: [{ message: 'Sentence.', code: 'unique' }] },
    })
  })

  test('of several records has one object for each, in their order', () =>
    expect(plainError(validationError([{}, { name: [{ message: 'Sentence.', code: 'unique' }] }]))).toEqual([
      {},
      { name: ['Sentence.'] },
    ]))

  test('can be about a field named __proto__', () =>
    expect(JSON.stringify(plainError(invalid('__proto__', 'Sentence.')))).toBe('{"__proto__":["Sentence."]}'))

  test('has a code that is registered, which the type check requires', () => {
    // @ts-expect-error -- no part registers this code
    expect(invalid('name', 'Sentence.', 'made_up').fields).toBeDefined()
    // @ts-expect-error -- nor here
    expect(new InvalidValue('Sentence.', 'made_up').message).toBe('Sentence.')
    // @ts-expect-error -- nor here
    expect(new ApiError(400, 'Sentence.', { code: 'made_up' }).message).toBe('Sentence.')
  })
})
