import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApi } from '../../test/support/api.ts'
import { logTo } from './log.ts'

const api = await useApi()

/** The `err` of the one line that logging this problem writes, and the line. */
const logged = (err: unknown) => {
  const lines: string[] = []
  logTo({ write: (line) => void lines.push(line) }, 'info').error({ err }, 'answered 500')
  return { line: lines.join(''), err: JSON.parse(lines.join('')).err }
}
const fails = async (statement: string) => {
  try {
    await sql.raw(statement).execute(api.owner.db)
  } catch (problem) {
    return problem as Error
  }
  throw new Error('It did not fail.')
}

test('a database error is logged with its code and names of the schema, without values of the row', async () => {
  // PostgreSQL leaves the row out of errors on tables with row-level security; not every table has it.
  const broken = await fails(`do $$ begin
    create temp table person (name text, age int not null);
    insert into person values ('Aino Koski', null);
  end $$`)
  const { line, err } = logged(broken)
  expect(broken).toMatchObject({ code: '23502', detail: expect.stringContaining('Aino Koski') })
  expect(err).toEqual({
    type: 'DatabaseError',
    code: '23502',
    schema: expect.stringMatching(/^pg_temp/),
    table: 'person',
    column: 'age',
    routine: expect.any(String),
    stack: expect.stringMatching(/^at /),
  })
  expect(line).not.toContain('Aino')
})

test.each([
  ["do $$ begin raise 'Aino Koski' using detail = 'Aino Koski', hint = 'Aino Koski'; end $$", 'P0001'],
  ["select 'Aino Koski'::int", '22P02'],
  ["select E'Aino Koski\\n    at Aino Koski'::int", '22P02'],
])('%s leaves no value in the log, even as the cause of another error', async (statement, code) => {
  const broken = await fails(statement)
  expect(broken.message).toContain('Aino Koski')
  for (const problem of [broken, new Error('not saved', { cause: broken }), new AggregateError([broken])]) {
    const { line } = logged(problem)
    expect(line).toContain(code)
    expect(line).not.toContain('Aino')
  }
})

test('any other error is logged with its type, code and stack, without its message and other properties', () => {
  const problem = Object.assign(new TypeError('Aino Koski'), { code: 'E1', body: 'Aino Koski' })
  const { line, err } = logged(problem)
  expect(err).toEqual({ type: 'TypeError', code: 'E1', stack: expect.stringMatching(/^at .*log\.test\.ts/) })
  expect(line).not.toContain('Aino')
})

test('fixed messages of libraries and the address of a service that refused a connection are logged', () => {
  expect(logged(new Error('timeout exceeded when trying to connect')).err.message).toMatch(/^timeout/)
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
    address: '127.0.0.1',
    port: 1,
  })
  expect(logged(refused).err).toMatchObject({ code: 'ECONNREFUSED', syscall: 'connect', address: '127.0.0.1', port: 1 })
})

const said = (log: (logger: ReturnType<typeof logTo>) => void) => {
  const lines: string[] = []
  log(logTo({ write: (line) => void lines.push(line) }, 'info'))
  return lines.join('')
}
const unreadable = () => {
  try {
    return JSON.parse('Aino Koski') as Error
  } catch (problem) {
    return problem as Error
  }
}

test.each<[string, (logger: ReturnType<typeof logTo>) => void]>([
  ['alone', (logger) => logger.error(unreadable())],
  ['without a text', (logger) => logger.error({ err: unreadable() })],
  ['with its message as the text', (logger) => logger.error({ err: unreadable() }, unreadable().message)],
  ['under another name', (logger) => logger.error({ error: unreadable() }, 'answered 500')],
  ['by a child', (logger) => logger.child({ organisation: 1 }).error(unreadable())],
  ['as what was thrown and is no error', (logger) => logger.error({ err: 'Aino Koski' }, 'answered 500')],
  ['with a message that was changed', (logger) => logger.error(Object.assign(unreadable(), { message: 'Aino K.' }))],
  ['with the request', (logger) => logger.error({ req: { method: 'GET', url: '/Aino' }, err: unreadable() })],
])('an error that is logged %s leaves no value in the log', (_how, log) => {
  expect(unreadable().message).toContain('Aino')
  expect(said(log)).toMatch(/SyntaxError|"type":"string"/)
  expect(said(log)).not.toContain('Aino')
})

test('a message that is not that of an error is logged unchanged', () => {
  expect(said((logger) => logger.warn({ organisation: 7 }, 'a message could not be sent'))).toMatch(
    /"organisation":7,"msg":"a message could not be sent"/,
  )
})

test('the API logs its errors without values', async () => {
  const broken = await fails("select 'Aino Koski'::int")
  api.app.log.error({ err: broken }, 'probe')
  expect(api.logged()).toContain('"22P02"')
  expect(api.logged()).not.toContain('Aino')
})
