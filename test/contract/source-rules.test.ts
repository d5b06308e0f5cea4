import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { operations } from '../../src/app/resources.ts'
import { permissions } from '../../src/domain/identity/permissions.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { permissionsIn } from '../../src/kernel/resource.ts'
import { connected } from '../../scripts/database.ts'
import { numbersAsNames, wordsGlued, wordsMadeSmall, wordsReadEarly } from '../support/app-texts.ts'
import { testDatabase } from '../support/database.ts'

const root = join(import.meta.dirname, '../..')
type File = { readonly path: string; readonly text: string }

const files = (pattern: string): File[] =>
  globSync(pattern, { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const linesOf = ({ text }: File) => text.trimEnd().split('\n')

const kernel = files('src/kernel/**/*.{ts,lua}')
const domain = files('src/domain/**/*.ts')
const source = files('src/**/*.*')

/**
 * Words of the practice. `client` is also a word of OAuth, HTTP and every driver, so only the record of that name counts:
 * in quotes, in a path, or in a filter.
 */
const practice =
  /patient|clinic|consult|species|breed|veterin|animal|\bpets?\b|\bowners?\b|microchip|invoice|appointment|prescri|medicin|vaccin|pharmac|['"`/]clients?['"`/]|client__/i

const mentions = (found: readonly File[], word: RegExp) =>
  found.flatMap((file) =>
    linesOf(file).flatMap((line, at) => (word.test(line) ? [`${file.path}:${at + 1}: ${line.trim()}`] : [])),
  )

const overlong = (found: readonly File[], most: number) =>
  found.filter((file) => linesOf(file).length > most).map(({ path }) => path)

const unlisted = (paths: readonly string[], list: string) =>
  paths.filter((path) => !list.includes(path.replace('src/', '../')))

/** Reading the clock. `new Date(given)` only converts a time. */
const clock = /new Date\(\s*\)|Date\.now\(|performance\.now\(/

const nameless = /(^|[/.-])(utils?|helpers?|commons?|misc|services?|managers?)([/.-]|$)/

describe('the kernel', () => {
  it('has no veterinary word', () => {
    expect(mentions(kernel, practice)).toEqual([])
  })

  it.each([
    "const table = 'patient'",
    "ref('client')",
    '/** Of the clinic. */',
    "query.get('client__is')",
    '`/client/`',
  ])('would be reported for %s', (text) => {
    expect(mentions([{ path: 'src/kernel/x.ts', text }], practice)).toHaveLength(1)
  })

  it.each(['clientErrorHandler: () => {}', 'const client = createClient()', 'clientCredentials: {}'])(
    'may say %s',
    (text) => {
      expect(mentions([{ path: 'src/kernel/x.ts', text }], practice)).toEqual([])
    },
  )

  it('has no file over 300 lines', () => {
    expect(kernel.length).toBeGreaterThan(15)
    expect(overlong(kernel, 300)).toEqual([])
    expect(overlong([{ path: 'long.ts', text: 'x\n'.repeat(301) }], 300)).toEqual(['long.ts'])
  })
})

describe('the worker', () => {
  it('has no statement outside the transaction of an organisation but the named ones', () => {
    const unnamed = /\.execute\((parts\.)?db\b|\bdb\s*\.(select|update|delete|insert|with)/
    const worker = files('src/worker/*.ts').filter(
      ({ path }) => path !== 'src/worker/all-organisations.ts' && path !== 'src/worker/duties.ts',
    )
    expect(worker.length).toBeGreaterThan(20)
    expect(mentions(worker, unnamed)).toEqual([])
    for (const text of ['sql`select 1`.execute(db)', "db.selectFrom('client')", 'query.execute(parts.db)'])
      expect(mentions([{ path: 'x.ts', text }], unnamed)).toHaveLength(1)
  })
})

describe('the domain', () => {
  it('has every resource in src/app/resources.ts', () => {
    const paths = domain.map(({ path }) => path).filter((path) => path.endsWith('.resource.ts'))
    const list = readFileSync(join(root, 'src/app/resources.ts'), 'utf8')
    expect(paths.length).toBeGreaterThan(10)
    expect(unlisted(paths, list)).toEqual([])
    expect(unlisted(['src/domain/clients/forgotten.resource.ts'], list)).toHaveLength(1)
  })

  it('never reads the clock: the time is a parameter', () => {
    const timed = domain.filter(({ path }) => path !== 'src/domain/identity/identify.ts')
    expect(mentions(timed, clock)).toEqual([])
    expect(mentions([{ path: 'x.ts', text: 'const now = new Date()' }], clock)).toHaveLength(1)
  })

  it('never locks a record FOR UPDATE, which blocks foreign keys to it and can deadlock with the ledger', () => {
    const locks = /\.forUpdate\(\)/
    // An erasure does want to block them.
    const others = domain.filter(({ path }) => path !== 'src/domain/erasure/hold-person.ts')
    expect(mentions(others, locks)).toEqual([])
    expect(mentions([{ path: 'x.ts', text: '  .forUpdate()' }], locks)).toHaveLength(1)
  })

  it('has a README in every folder', () => {
    const folders = [...new Set(domain.map(({ path }) => path.split('/').slice(0, 3).join('/')))]
    const described = files('src/domain/*/README.md').map(({ path }) => dirname(path))
    expect(folders.filter((folder) => !described.includes(folder))).toEqual([])
  })

  it('has no file with a meaningless name', () => {
    expect(source.map(({ path }) => path).filter((path) => nameless.test(path))).toEqual([])
    expect(
      ['src/domain/utils.ts', 'src/kernel/helpers/a.ts', 'src/date-utils.ts'].every((path) => nameless.test(path)),
    ).toBe(true)
  })
})

const app = files('web/src/**/*.{ts,tsx,css}')
const [maxFile, maxFunction] = [300, 150]

/** What is longer than the app allows, with its length. Give it a number here only if it cannot be split well. */
const lengthExceptions: Readonly<Record<string, number>> = {}

/** The components, hooks and other functions of a file with their lengths. They are formatted: only their ends are not indented. */
const functionsIn = (file: File): readonly (readonly [name: string, length: number])[] => {
  const lines = linesOf(file)
  const starts = lines.flatMap((line, at) => (/^[^\s)}\]]/.test(line) ? [at] : []))
  return starts.flatMap((start, index) => {
    const name = /^(?:export )?(?:const|function|class) (\w+)/.exec(lines[start]!)?.[1]
    const whole = lines
      .slice(start, starts[index + 1])
      .join('\n')
      .trimEnd()
    return name === undefined ? [] : [[`${file.path} ${name}`, whole.split('\n').length] as const]
  })
}

/** What is too long. What the app says is a list, of which only the file counts. */
const tooLong = (found: readonly File[]): Readonly<Record<string, number>> =>
  Object.fromEntries([
    ...found.map((file) => [file.path, linesOf(file).length] as const).filter(([, length]) => length > maxFile),
    ...found
      .filter(({ path }) => !path.endsWith('.css') && !path.startsWith('web/src/text/'))
      .flatMap(functionsIn)
      .filter(([, length]) => length > maxFunction),
  ])

/** Where lengths and the list of exceptions disagree. The list only ever gets shorter. */
const disagreements = (lengths: Readonly<Record<string, number>>, exceptions: Readonly<Record<string, number>>) => [
  ...Object.entries(lengths).flatMap(([name, length]) => {
    const allowed = exceptions[name]
    if (allowed === undefined) return [`${name} has ${length} lines: split it`]
    return length > allowed ? [`${name} has grown from ${allowed} to ${length} lines: split it`] : []
  }),
  ...Object.keys(exceptions).flatMap((name) =>
    name in lengths ? [] : [`${name} is no longer an exception: remove it`],
  ),
]

describe('the app', () => {
  it('has no file over 300 lines and no component or other function over 150', () => {
    expect(app.length).toBeGreaterThan(300)
    expect(app.flatMap(functionsIn).length).toBeGreaterThan(1000)
    expect(disagreements(tooLong(app), lengthExceptions)).toEqual([])
  })

  it.each([
    ['web/src/x.tsx', 'x\n'.repeat(301), { 'web/src/x.tsx': 301 }],
    ['web/src/x.css', '.a {\n}\n'.repeat(151), { 'web/src/x.css': 302 }],
    ['web/src/x.tsx', `export const Page = () => (\n${'  <p />\n'.repeat(149)})\n`, { 'web/src/x.tsx Page': 151 }],
    ['web/src/x.tsx', `const Page = () =>\n${'  <p />\n'.repeat(149)}\n/** Next. */\nconst a = 1\n`, {}],
    ['web/src/text/x.ts', `export const x = {\n${'  a,\n'.repeat(149)}}\n`, {}],
  ])('measures %s', (path, text, lengths) => {
    expect(tooLong([{ path, text }])).toEqual(lengths)
  })

  it('has exceptions that only get shorter', () => {
    const long = { 'a.tsx': 310, 'a.tsx Page': 200 }
    expect(disagreements(long, { 'a.tsx': 310, 'a.tsx Page': 220 })).toEqual([])
    expect(disagreements(long, { 'a.tsx': 309 })).toEqual([
      'a.tsx has grown from 309 to 310 lines: split it',
      'a.tsx Page has 200 lines: split it',
    ])
    expect(disagreements({}, { 'a.tsx': 310 })).toEqual(['a.tsx is no longer an exception: remove it'])
  })
})

const components = app.filter(({ path }) => /\.tsx?$/.test(path))

describe('the words of the app', () => {
  it('are read where they are shown, not while a file is loaded, so that there can be another language', () => {
    expect(components.filter(({ text }) => text.includes('/text/en.ts')).length).toBeGreaterThan(100)
    expect(components.flatMap(({ path, text }) => wordsReadEarly(path, text))).toEqual([])
  })

  it.each([
    ['const title = text.pages.today', ['x.tsx:2']],
    ["const titles = { today: text['pages'] }", ['x.tsx:2']],
    ['const title = settingsText.items.title', ['x.tsx:2']],
    ['class Page { static title = text.app }', ['x.tsx:2']],
    [
      "const field = (name: string) => ({ label: text.records.labels[name] })\nconst fields = [field('a')]",
      ['x.tsx:3'],
    ],
    ['const title = () => text.app\nconst named = () => title()\nexport const pages = [named()]', ['x.tsx:4']],
    ['const title = () => text.pages.today', []],
    ['class Page { title = text.app }', []],
    ['type State = keyof typeof text.invoices.states', []],
    ['const found = record.text.length', []],
  ])('would be reported in %s', (code, places) => {
    expect(wordsReadEarly('x.tsx', `import { text } from './text/en.ts'\n${code}`)).toEqual(places)
  })

  it('are never made small to fit into a sentence, which other languages build otherwise', () => {
    expect(components.flatMap(({ path, text }) => wordsMadeSmall(path, text))).toEqual([])
  })

  it.each([
    ['web/src/x.ts', 'const said = text.payments.methods[1]!.toLowerCase()', 1],
    ['web/src/text/x.ts', 'const title = (method: string) => `Cancel ${method.toLowerCase()} payment`', 1],
    ['web/src/x.ts', 'const wanted = typed.toLowerCase()', 0],
  ])('would be reported in %s: %s', (path, code, count) => {
    expect(wordsMadeSmall(path, code)).toHaveLength(count)
  })

  /** The title of the window: what is shown, then the name of the app; and that something is wrong, before it. */
  const titles = new Set(['web/src/shared/Heading.tsx', 'web/src/shared/problems.tsx'])
  it('are whole sentences: what comes in is a parameter', () => {
    const glued = components.filter(({ path }) => !titles.has(path)).flatMap(({ path, text }) => wordsGlued(path, text))
    expect(glued).toEqual([])
  })

  it.each([
    ['`${text.invoices.creditNote} ${number}`', 1],
    ['`${text.payments.methods[method]}: ${amount}`', 1],
    ["text.undo + ': ' + said", 1],
    ['text.invoices.creditNote(number)', 0],
    ['` ${text.errors.askManager}`', 0],
    ['`${path}?department=${id}`', 0],
  ])('are reported in %s: %s', (code, count) => {
    expect(wordsGlued('web/src/x.ts', `import { text } from './text/en.ts'\nconst said = () => ${code}`)).toHaveLength(
      count,
    )
  })

  it('name values of the contract by their enums', () => {
    expect(components.flatMap(({ path, text }) => numbersAsNames(path, text))).toEqual([])
    expect(numbersAsNames('x.ts', "const names = { 3: 'Finalized' }")).toEqual(['x.ts:1'])
    expect(numbersAsNames('x.ts', "const names = { [InvoiceStatus.Finalized]: 'Finalized' }")).toEqual([])
  })
})

/** A way to connect to somewhere that does not go through a gateway or a driver. */
const connects =
  /(?<![.\w])fetch\(|^import (?!type\b).*'(undici|node:(https|http2|tls|dgram|dns|dns\/promises))'|\b(createConnection|net\.connect)\b/
/** Gateways, what they resolve names with, a client of this API, whose address whoever starts it names, and a script of pages. */
const mayConnect = /^src\/(gateways\/|network\/public-lookup\.ts$|sign-in\/pages\.js$)/

describe('a connection to another server', () => {
  it('is made by a gateway, so that the address guard cannot be left out', () => {
    const others = source.filter(({ path }) => !mayConnect.test(path))
    expect(mentions(others, connects)).toEqual([])
    expect(mentions(files('src/gateways/outgoing.ts'), connects)).not.toEqual([])
  })

  it.each([
    "await fetch('https://example.com')",
    "import { request } from 'undici'",
    "import { lookup } from 'node:dns'",
  ])('would be reported for %s', (text) => {
    expect(mentions([{ path: 'x.ts', text }], connects)).toHaveLength(1)
  })
})

const unfit = ({ name, permission, rate }: Pick<Operation, 'name' | 'permission' | 'rate'>) => [
  ...(permissionsIn(permission).every((one) => permissions.includes(one))
    ? []
    : [`${name} asks for an unknown permission`]),
  ...(Number.isInteger(rate) && rate > 0 && rate <= 1000 ? [] : [`${name} has no sensible rate`]),
]

describe('every operation', () => {
  it('has a permission that exists, and a rate', () => {
    expect(operations.length).toBeGreaterThan(40)
    expect(operations.flatMap(unfit)).toEqual([])
    expect(unfit({ name: 'x', permission: 'Nothing' as never, rate: 0 })).toHaveLength(2)
  })

  it('has a unique name and path', () => {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length)
    expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(operations.length)
  })
})

describe('the permissions', () => {
  const listed = async (client: pg.Client) => {
    const { rows } = await client.query<{ name: string }>('select unnest(enum_range(null::permission))::text as name')
    return rows.map(({ name }) => name)
  }

  it('are the same in the program and in the database', async () => {
    const database = await testDatabase()
    await connected(database.superuserUrl, async (client) => {
      expect(await listed(client)).toEqual([...permissions])
      await client.query(`alter type permission add value 'Settings: Another'`)
      expect(await listed(client)).not.toEqual([...permissions])
    })
    await database.drop()
  })
})
