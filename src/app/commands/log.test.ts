import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApi, type TestApi } from '../../../test/support/api.ts'
import { logTo } from './log.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

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

test('a fault of the database is logged by its codes and names, without what is in the row', async () => {
  // PostgreSQL itself keeps quiet about rows where they are divided by organisation; not every table is.
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
])('%s leaves no value in the log, also as the cause of another error', async (statement, code) => {
  const broken = await fails(statement)
  expect(broken.message).toContain('Aino Koski')
  for (const problem of [broken, new Error('not saved', { cause: broken }), new AggregateError([broken])]) {
    const { line } = logged(problem)
    expect(line).toContain(code)
    expect(line).not.toContain('Aino')
  }
})

test('any other error is logged with its message, trace and code, and nothing else that hangs on it', () => {
  const problem = Object.assign(new TypeError('no such thing'), { code: 'E1', body: 'Aino Koski' })
  expect(logged(problem).err).toEqual({
    type: 'TypeError',
    message: 'no such thing',
    code: 'E1',
    stack: expect.stringContaining('log.test.ts'),
  })
})

test('the API logs its errors this way', async () => {
  const broken = await fails("select 'Aino Koski'::int")
  api.app.log.error({ err: broken }, 'probe')
  expect(api.logged()).toContain('"22P02"')
  expect(api.logged()).not.toContain('Aino')
})
