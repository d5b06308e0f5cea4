import { expect, test } from 'vitest'
import { databaseFaultOf, type DatabaseFault } from './faults.ts'

const coded = (code: string, message = 'no', more: object = {}) => Object.assign(new Error(message), { code }, more)

test.each<[string, unknown, DatabaseFault | undefined]>([
  ['serialization_failure', coded('40001'), 'contention'],
  ['deadlock_detected', coded('40P01'), 'contention'],
  ['lock_not_available', coded('55P03'), 'contention'],
  ['query_canceled', coded('57014'), 'contention'],
  ['idle_in_transaction_session_timeout', coded('25P03'), 'contention'],
  ['cannot_connect_now', coded('57P03'), 'unreachable'],
  ['too_many_connections', coded('53300'), 'unreachable'],
  ['read_only_sql_transaction', coded('25006'), 'unreachable'],
  ['a refused connection', coded('ECONNREFUSED', 'no', { syscall: 'connect' }), 'unreachable'],
  ['a connection that timed out', coded('ETIMEDOUT', 'no', { syscall: 'connect' }), 'unreachable'],
  ['no free connection', new Error('timeout exceeded when trying to connect'), 'unreachable'],
  ['admin_shutdown', coded('57P01'), 'lost'],
  ['crash_shutdown', coded('57P02'), 'lost'],
  ['connection_failure', coded('08006'), 'lost'],
  ['a reset connection', coded('ECONNRESET', 'no', { syscall: 'read' }), 'lost'],
  ['a silent connection', coded('ETIMEDOUT', 'no', { syscall: 'read' }), 'lost'],
  ['a closed connection', new Error('Connection terminated unexpectedly'), 'lost'],
  ['no answer in time', new Error('Query read timeout'), 'lost'],
  ['unique_violation', coded('23505'), undefined],
  ['a missing file', coded('ENOENT'), undefined],
  ['a mistake of ours', new TypeError('x is undefined'), undefined],
  ['no error at all', 'no', undefined],
])('%s', (_name, problem, fault) => expect(databaseFaultOf(problem)).toBe(fault))
