import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientProfile } from './client-profile.ts'

type Operations = Record<string, { responses: Record<string, { content?: object }> }>
type Document = { paths: Record<string, Operations>; components: Record<string, Record<string, unknown>> }

const read = () => JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document
const whole = read()
const lean = clientProfile(whole)
const text = JSON.stringify(lean)

test('every operation is there but OPTIONS', () => {
  const methodsOf = ({ paths }: Document) =>
    Object.entries(paths).flatMap(([path, here]) => Object.keys(here).map((method) => `${method} ${path}`))
  expect(methodsOf(lean)).toEqual(methodsOf(whole).filter((line) => !/^(options|x-other-methods) /.test(line)))
  expect(methodsOf(lean).length).toBeGreaterThan(100)
})

test('no answer is HTML or an event stream, and all other media types are kept', () => {
  expect(text).not.toContain('text/html')
  expect(Object.keys(lean.paths['/events/']!.get!.responses['200']!.content!)).toEqual(['application/json'])
  expect(Object.keys(lean.paths['/invoice/{id}/pdf/']!.get!.responses['200']!.content!)).toEqual(['application/pdf'])
})

test('every reference leads somewhere, and every component is referred to', () => {
  const refs = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  )
  const components = Object.entries(lean.components).flatMap(([kind, all]) =>
    kind === 'securitySchemes' ? [] : Object.keys(all).map((name) => `${kind}/${name}`),
  )
  expect(components.toSorted()).toEqual([...refs].toSorted())
  expect(lean.components.securitySchemes).toEqual(whole.components.securitySchemes)
})

test('the document itself is not changed', () => {
  expect(whole).toEqual(read())
})

test('a field or an example named content is data', () => {
  const small = {
    paths: { '/a/': { get: { example: { content: ['text/html'], text: 'text/html' } }, options: {} } },
    components: { schemas: { A: { $ref: '#/components/schemas/B' }, B: {} }, securitySchemes: { key: {} } },
  }
  expect(clientProfile(small)).toEqual({
    paths: { '/a/': { get: small.paths['/a/'].get } },
    components: { schemas: {}, securitySchemes: { key: {} } },
  })
})
