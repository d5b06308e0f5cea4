import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Fastify from 'fastify'
import { html, write } from '../kernel/markup.ts'

/** A script of the reference. Its hash is part of its address, so that browsers may keep it for ever. */
export type Script = {
  readonly hash: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
}

const brotliQuality = 6
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const scriptOf = async (text: string): Promise<Script> => {
  const plain = Buffer.from(text)
  const [br, zipped] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    compressGzip(plain),
  ])
  return { hash: createHash('sha256').update(plain).digest('hex').slice(0, 16), plain, br, gzip: zipped }
}

/** The renderer in one file, as its package serves it. A hundred packages of which it was built are not needed. */
const rendererText = async () => {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const server = Fastify()
  await server.register(scalar, { routePrefix: '/reference', configuration: { content: {} } })
  const { payload } = await server.inject('/reference/js/scalar.js')
  await server.close()
  return payload.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
}

const loadScripts = async () => ({
  'renderer.js': await scriptOf(await rendererText()),
  'page.js': await scriptOf(readFileSync(new URL('./reference-page.js', import.meta.url), 'utf8')),
})
export type Scripts = Awaited<ReturnType<typeof loadScripts>>

/** Loads the scripts when they are asked for first: most processes never are. */
export const scriptLoader = () => {
  let loading: Promise<Scripts> | undefined
  return () => (loading ??= loadScripts())
}

export const referencePage = (scripts: Scripts): string =>
  write(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference · Fetlock</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<noscript><p>The reference needs JavaScript. The same is in <a href="/openapi.json">/openapi.json</a>.</p></noscript>
${Object.entries(scripts).map(
  ([name, { hash }]) => html`<script src="/reference/${hash}/${name}"></script>
`,
)}</body>
</html>
`)

/** The renderer makes its styles itself; nothing else of it may come from anywhere but here. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
