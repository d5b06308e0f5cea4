import { inOrganisation, type Database } from '../../src/db/tx.ts'
import { checkImport, putFile as putInto, runImport } from '../../src/domain/importing/imports.ts'
import { kinds, type Kind } from '../../src/domain/importing/kinds.ts'
import { advanceImport } from '../../src/worker/imports.ts'
import { resourceRegistry } from '../../src/app/resources.ts'
import type { TestResponse, ApiClient, TestApi, TestOrganisation } from './api.ts'

export type Files = Readonly<Partial<Record<Kind['name'], string | Buffer>>>

/** Uploads a file of an import. */
export const putFile = (caller: ApiClient, id: number, kind: string, content: string | Buffer): Promise<TestResponse> =>
  caller.put(`/import/${id}/${kind}/`, new Blob([content], { type: 'text/csv' }))

/** An import with these files in it. */
export const givenImport = async (caller: ApiClient, files: Files = {}): Promise<number> => {
  const { body } = await caller.post('/import/', { name: 'Old system' })
  for (const [kind, content] of Object.entries(files)) {
    const { status, text } = await putFile(caller, body.id, kind, content)
    if (status !== 200) throw new Error(`${kind}: ${status}: ${text}`)
  }
  return body.id
}

/** Starts a check or a run, and does the work of the worker. */
export const carryOut = async (
  api: TestApi,
  { id: organisation }: Pick<TestOrganisation, 'id'>,
  caller: ApiClient,
  id: number,
  word: 'check' | 'run',
): Promise<TestResponse['body']> => {
  const asked = await caller.post(`/import/${id}/${word}/`)
  if (asked.status !== 200) throw new Error(`${word}: ${asked.status}: ${asked.text}`)
  for (;;) {
    await advanceImport(api.rows.db, { organisation, id }, resourceRegistry)
    const { body } = await caller.get(`/import/${id}/`)
    if (body.state !== 'checking' && body.state !== 'running') return body
  }
}

/** The outcome of every row, as `kind line outcome`, with the messages of those that were refused. */
export const outcomesOf = async (caller: ApiClient, id: number): Promise<string[]> => {
  const { body } = await caller.get(`/import/${id}/rows/`)
  return body.results.map(
    ({ kind, line, outcome, messages }: TestResponse['body']) =>
      `${kind} ${line} ${outcome}${outcome === 'refused' ? ` ${JSON.stringify(messages)}` : ''}`,
  )
}

/** An import that has been checked or run as `fetlock import` does it, without the API. */
export const importByCommand = async (
  db: Database,
  organisation: number,
  files: Files,
  word: 'check' | 'run' = 'run',
): Promise<number> => {
  const id = await inOrganisation(db, organisation, async (tx) => {
    const made = await tx.insertInto('import').values({ name: 'Old system' }).returning('id').executeTakeFirstOrThrow()
    for (const kind of kinds)
      if (files[kind.name] !== undefined)
        await putInto(tx, made.id, kind, Buffer.from(files[kind.name]!), resourceRegistry)
    return (word === 'run' ? runImport : checkImport)(tx, { now: new Date() }, made.id)
  })
  while ((await advanceImport(db, { organisation, id }, resourceRegistry)) > 0);
  return id
}
