import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

type ServedFile = { readonly type: string; readonly body: string | Buffer; readonly hash: string }

const hashOf = (body: string | Buffer) => createHash('sha256').update(body).digest('base64url').slice(0, 10)
const served = (type: string, body: string | Buffer): ServedFile => ({ type, body, hash: hashOf(body) })
const read = (name: string) => readFileSync(new URL(name, import.meta.url))
const fontFile = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/files/inter-${name}-wght-normal.woff2`)))

const fonts = {
  latin: served('font/woff2', fontFile('latin')),
  'latin-ext': served('font/woff2', fontFile('latin-ext')),
}

type FontName = keyof typeof fonts

/** The address of a font under /oauth2/. It changes with the content, so that browsers may keep what they have. */
export const fontAddress = (name: FontName) => `inter-${name}.woff2?v=${fonts[name].hash}`

const css = read('./pages.css')
  .toString()
  .replace(/inter-(latin|latin-ext)\.woff2/g, (_, name: FontName) => fontAddress(name))

const files = {
  'pages.css': served('text/css; charset=utf-8', css),
  'pages.js': served('text/javascript; charset=utf-8', read('./pages.js')),
  'pages.svg': served('image/svg+xml', read('./pages.svg')),
  'inter-latin.woff2': fonts.latin,
  'inter-latin-ext.woff2': fonts['latin-ext'],
}

/** The address of a file of the pages under /oauth2/. */
export const fileAddress = (name: keyof typeof files) => `${name}?v=${files[name].hash}`

const oneYear = 31_536_000

/** Adds the style sheet, the script and the fonts of the pages. */
export const addPageFiles = (scope: FastifyInstance) => {
  for (const [name, { type, body, hash }] of Object.entries(files))
    scope.get(`/:organisation/oauth2/${name}`, (request, reply) => {
      // During a deployment, the page may come from a process of the other version.
      const isCurrent = (request.query as { readonly v?: string }).v === hash
      const caching = isCurrent ? `public, max-age=${oneYear}, immutable` : 'public, no-cache'
      return reply.headers({ 'content-type': type, 'cache-control': caching }).send(body)
    })
}
