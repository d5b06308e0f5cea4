import { expect, test } from 'vitest'
import { failureLog } from './failures.ts'

const linesOf = (...problems: readonly unknown[]) => {
  const lines: [string, string, object][] = []
  const logAt = (level: string) => (fields: object, message: string) => void lines.push([level, message, fields])
  const log = { warn: logAt('warn'), error: logAt('error') } as unknown as Parameters<typeof failureLog>[0]
  const failures = failureLog(log)
  for (const problem of problems) failures.report(problem, { kind: 'import' }, 'a job failed')
  return lines
}
const coded = (code: string) => Object.assign(new Error('no'), { code })

test.each([
  ['lock_not_available', '55P03'],
  ['serialization_failure', '40001'],
  ['deadlock_detected', '40P01'],
  ['idle_in_transaction_session_timeout', '25P03'],
])('%s is a warning, because it is retried', (_name, code) => {
  const problem = coded(code)
  expect(linesOf(problem)).toEqual([['warn', 'a job failed', { err: problem, kind: 'import' }]])
})

test.each([
  ['a refused connection', 'ECONNREFUSED'],
  ['a lost connection', '57P01'],
])('%s is a warning, once for all that fails', (_name, code) => {
  const problem = coded(code)
  expect(linesOf(problem, problem, problem)).toEqual([['warn', 'the database is not reachable', { err: problem }]])
})

test('a failure of the object store is not logged here', () => {
  expect(linesOf(coded('EOBJECTSTORE-TimeoutError'))).toEqual([])
})

test('anything else is an error', () => {
  const problem = new TypeError('no')
  expect(linesOf(problem)).toEqual([['error', 'a job failed', { err: problem, kind: 'import' }]])
})
