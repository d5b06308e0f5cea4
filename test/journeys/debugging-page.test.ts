import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { useApi } from '../support/api.ts'
import { useSuperuser } from '../support/database.ts'

const page = readFileSync('docs/debugging.md', 'utf8')
const statements = [...page.matchAll(/-c "(select [^"]+)"/g)].map(([, statement]) => statement!)

const superuser = await useSuperuser(await useApi())

it('has the statements of docs/debugging.md', () => expect(statements.length).toBeGreaterThan(5))

it.each(statements)('PostgreSQL understands: %s', async (statement) => {
  await expect(superuser.query(statement)).resolves.toMatchObject({ command: 'SELECT' })
})
