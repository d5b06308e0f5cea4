import { gzipSync } from 'node:zlib'
import { rolldown, type OutputChunk } from 'rolldown'
import { describe, expect, it } from 'vitest'

/** What the app imports of it. */
const usedByApp = [
  'ApiError',
  'composite',
  'createClient',
  'download',
  'entry',
  'etagOf',
  'events',
  'idOf',
  'isOutcomeUnknown',
  'isRefusal',
  'list',
  'newKey',
  'ref',
  'session',
  'upload',
  'walk',
  'AppointmentType',
  'ConsultationStatus',
  'InvoiceStatus',
  'PaymentType',
]

/** A program that imports these, as a bundler writes it for browsers. */
const bundled = async (names: readonly string[], from = '@fetlock/sdk'): Promise<OutputChunk> => {
  const entry = '\0entry'
  const build = await rolldown({
    input: 'entry',
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? entry : null),
        load: (id) => (id === entry ? `export { ${names.join(', ')} } from '${from}'` : null),
      },
    ],
  })
  try {
    const { output } = await build.generate({ format: 'es', minify: true })
    return output[0]
  } finally {
    await build.close()
  }
}
const kB = ({ code }: OutputChunk) => gzipSync(code).length / 1000

describe('the package in a bundle for browsers', () => {
  it('has at most 12 kB compressed of what the app uses, and no module of Node', async () => {
    const chunk = await bundled(usedByApp)
    expect(kB(chunk)).toBeLessThan(12)
    expect([...chunk.imports, ...chunk.dynamicImports]).toEqual([])
    expect(chunk.code).not.toMatch(/node:|\bprocess\.|\bBuffer\b/)
  })

  it('has only what is imported', async () => {
    const [one, all] = [await bundled(['PaymentType']), await bundled(usedByApp)]
    expect(kB(one)).toBeLessThan(0.5)
    expect(all.code).not.toContain('webhook-signature')
    expect((await bundled(['verifyWebhook'])).code).toContain('webhook-signature')
  })

  it('cannot have a client secret', async () => {
    await expect(bundled(['clientCredentials'], '@fetlock/sdk/server')).rejects.toThrow(
      /"clientCredentials" is not exported/,
    )
  })
})
