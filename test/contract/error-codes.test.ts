import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { errorCodes } from '../../src/http/error-codes.ts'
import { contract } from '../../src/app/contract.ts'
import { kernelErrorCodes, listCodes, type CodeRegistry, type ErrorCode } from '../../src/kernel/error-codes.ts'
import { useApi } from '../support/api.ts'
import { requireRegisteredCodes } from '../support/problems.ts'

const root = join(import.meta.dirname, '../..')
const registryPaths = globSync(['src/domain/*/error-codes.ts', 'src/events/error-codes.ts'], { cwd: root })
const sourceOf = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/*.test.ts', '**/error-codes.ts', 'src/demo/**'] })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')

const codes = Object.keys(errorCodes)
const unused = (names: readonly string[], source: string) => names.filter((code) => !source.includes(`'${code}'`))

describe('the registry of error codes', () => {
  it('has each code of each part once', async () => {
    const parts = await Promise.all(
      registryPaths.map(async (path) =>
        Object.values((await import(join(root, path))) as Record<string, CodeRegistry>),
      ),
    )
    expect(parts.length).toBeGreaterThan(5)
    const registered = [kernelErrorCodes, ...parts.flat()].flatMap((part) => Object.keys(part))
    expect(registered.toSorted()).toEqual(codes.toSorted())
  })

  it.each(listCodes(errorCodes))('says in sentences what $code means and what to do', ({ code, meaning, remedy }) => {
    for (const sentence of [meaning, remedy]) {
      expect(sentence).toMatch(/^[A-Za-z].{7,}[.]$/)
      expect(sentence).not.toBe(`${code}.`)
    }
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
  })

  it('has no code that nothing gives', () => {
    expect(unused(codes, sourceOf('src/**/*.ts'))).toEqual([])
    expect(unused(['made_up'], sourceOf('src/**/*.ts'))).toEqual(['made_up'])
  })

  it('gives the kernel no code of the practice', () => {
    const ofParts = codes.filter((code) => !(code in kernelErrorCodes))
    const kernel = sourceOf('src/kernel/**/*.ts')
    expect(ofParts.filter((code) => !unused([code], kernel).includes(code))).toEqual([])
  })

  it('is what the OpenAPI document lists', () => {
    const { ErrorCode: schema } = (contract() as { components: { schemas: Record<string, Record<string, string[]>> } })
      .components.schemas
    expect(schema!.enum!.toSorted()).toEqual(codes.toSorted())
    expect(schema!['x-enum-descriptions']).toHaveLength(codes.length)
    expect(schema!['x-enum-varnames']).toHaveLength(new Set(schema!['x-enum-varnames']).size)
  })
})

describe('the schemas of errors', () => {
  const { schemas } = (contract() as { components: { schemas: Record<string, Record<string, unknown>> } }).components
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'openapi', components: { schemas } })

  it.each(['FieldMessages', 'Detail', 'FieldError', 'FieldProblems', 'Problem'])('have a valid example: %s', (name) => {
    const isValid = ajv.compile({ $ref: `openapi#/components/schemas/${name}` })
    const { example } = schemas[name]!
    expect([isValid(example), isValid.errors]).toEqual([true, null])
    expect(isValid({ ...(example as object), code: 'made_up', detail: 5, client: 5 })).toBe(false)
  })
})

describe('the test API', () => {
  it.each<[why: string, problem: Parameters<typeof requireRegisteredCodes>[0]]>([
    ['code "made_up" is not registered', { code: 'made_up', status: 400 }],
    ['code "made_up"', { code: 'invalid', status: 400, errors: { name: [{ code: 'made_up' }] } }],
    ['code "made_up"', { code: 'invalid', status: 400, errors: [{}, { name: [{ code: 'made_up' }] }] }],
    ['code "toString"', { code: 'toString', status: 400 }],
    ['"not_found" came with status 400', { code: 'not_found', status: 400 }],
    ['"not_found" came with status 400', { code: 'invalid', status: 400, errors: { name: [{ code: 'not_found' }] } }],
  ])('would report that %s', (why, problem) => {
    expect(() => requireRegisteredCodes(problem)).toThrow(why)
  })
})

describe('/errors/', async () => {
  const api = await useApi()
  const asked = (accept: string) => fetch(`${api.publicUrl}/errors/`, { headers: { accept } })

  it('is a page for anyone that lists every code', async () => {
    const answer = await asked('text/html')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await answer.text()
    for (const { code, meaning, remedy } of listCodes(errorCodes)) {
      const row = page
        .slice(page.indexOf(`<tr id="${code}">`))
        .split('</tr>', 1)[0]!
        .replaceAll('&quot;', '"')
      expect(row).toContain(`<td>${meaning}</td>`)
      expect(row).toContain(`<td>${remedy}</td>`)
    }
  })

  it('is JSON for programs', async () => {
    const answer = await asked('application/json')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { codes: listed } = (await answer.json()) as { codes: readonly Readonly<Record<string, unknown>>[] }
    expect(new Set(listed.map(({ code }) => code))).toEqual(new Set(codes))
    const missing: ErrorCode = 'not_found'
    expect(listed.find(({ code }) => code === missing)).toEqual({
      code: missing,
      type: `${api.publicUrl}/errors/#not_found`,
      of: 'problem',
      statuses: [404],
      meaning: errorCodes[missing].meaning,
      remedy: errorCodes[missing].remedy,
    })
    expect(listed.find(({ code }) => code === 'blank')).toMatchObject({ of: 'field', statuses: [400] })
  })

  it('explains the type of a problem', async () => {
    const clinic = await api.givenOrganisation()
    const refused = await clinic.as().get('/client/', { headers: { accept: 'application/problem+json' } })
    const { hash } = new URL(refused.body.type)
    const page = await (await fetch(refused.body.type, { headers: { accept: 'text/html' } })).text()
    expect(page).toContain(`<tr id="${hash.slice(1)}">`)
    expect(page).toContain(refused.body.title)
  })
})

describe('docs/integrating/errors.md', async () => {
  const api = await useApi()
  const page = readFileSync(join(root, 'docs/integrating/errors.md'), 'utf8')
  const samples = [...page.matchAll(/```http\n(.*?)```\n\n```json\n(.*?)```/gs)].map(
    ([, request = '', answer = '']) => {
      const [head = '', sent = ''] = request.split('\n\n')
      const [method = '', path = ''] = head.split(/\s/)
      return { method, path, accept: /(?<=Accept: ).*/.exec(head)?.[0] ?? '*/*', sent, answer }
    },
  )

  it('has a row for every code', () => {
    for (const { code, statuses, meaning, remedy } of listCodes(errorCodes))
      expect(page).toContain(`| \`${code}\` | ${statuses.join(', ')} | ${meaning} | ${remedy} |`)
  })

  it.each(samples)(
    'shows what the API answers to $method $path for $accept',
    async ({ method, path, accept, ...sample }) => {
      const clinic = await api.givenOrganisation()
      const caller = await clinic.caller()
      const headers = { accept, 'content-type': 'application/json' }
      const given = await caller.send(method, path.replace('/1/api/0.1', ''), { headers, body: sample.sent })
      const expected = sample.answer.replaceAll('/1/', `/${clinic.id}/`).replaceAll('https://<host>', api.publicUrl)
      expect(given.body).toEqual(JSON.parse(expected))
      expect(samples).toHaveLength(2)
    },
  )
})
