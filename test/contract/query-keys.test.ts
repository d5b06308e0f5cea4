import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const app = join(import.meta.dirname, '../../web/src')
type File = { readonly path: string; readonly text: string }
const files = globSync('**/*.{ts,tsx}', { cwd: app })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path): File => ({ path, text: readFileSync(join(app, path), 'utf8') }))

/** What a key is like, whatever stands in it: `['client', id]` and `['client', client]` are the same. */
const shapeOf = (key: string) =>
  key.replaceAll(/'[^']*'|[^,[\]'\s][^,[\]']*/g, (part) => (part.startsWith("'") ? part : '…'))

/** The keys of queries, with the places that say how they are read. */
const keysIn = (found: readonly File[]) =>
  Map.groupBy(
    found.flatMap(({ path, text }) =>
      [...text.matchAll(/queryKey: (\['[^\n]*\]),(?:\n\s*\/\/[^\n]*)?\n\s*queryFn/g)].map(([, key]) => ({
        path,
        shape: shapeOf(key!),
      })),
    ),
    ({ shape }) => shape,
  )
/** Whoever asks last decides how such a key is read, and what it shows. */
const keysOfSeveral = (found: readonly File[]) =>
  [...keysIn(found)]
    .filter(([, places]) => places.length > 1)
    .map(([shape, places]) => [shape, places.map(({ path }) => path)] as const)

describe('the key of a query', () => {
  it('belongs to one query', () => {
    expect(keysIn(files).size).toBeGreaterThan(20)
    expect([...keysIn(files).keys()]).toContain("['search', …]")
    expect(keysOfSeveral(files)).toEqual([])
  })

  it('would be reported for two', () => {
    const query = (path: string, key: string) => ({ path, text: `queryKey: ${key},\n    queryFn: read` })
    const both = [query('api/search.ts', "['search', typed]"), query('frame/Palette.tsx', "['search', words.trim()]")]
    expect(keysOfSeveral(both)).toEqual([["['search', …]", ['api/search.ts', 'frame/Palette.tsx']]])
    expect(keysOfSeveral([both[0]!, query('api/client.ts', "['client', id]")])).toEqual([])
  })
})
