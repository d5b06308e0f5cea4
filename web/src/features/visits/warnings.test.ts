import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import type { Consultation, Item, Warning } from '../../api/records.ts'
import type { NewRow } from '../../api/consultationitem.ts'

afterEach(() => vi.unstubAllGlobals())

it('asks about what was recorded after the screen had read that nothing is', async () => {
  // The address of the API is read from the page when the modules are loaded.
  vi.stubGlobal('document', { querySelector: () => null })
  const { contraindicationsQuery } = await import('../../api/contraindication.ts')
  const { askAboutWarnings } = await import('./warnings.ts')
  const warnings = [{ substance: 'Carprofen' }] as Warning[]
  const answers = {
    '/me/': { user: { url: 'user' }, csrf_token: 'csrf' },
    '/contraindication/': { results: [{}], next: null },
    '/consultation/': { warnings },
  }
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      Response.json(Object.entries(answers).find(([path]) => address.includes(path))?.[1], {
        headers: { 'preference-applied': 'dry-run' },
      }),
    ),
  )
  const client = new QueryClient()
  client.setQueryData(contraindicationsQuery([7]).queryKey, [])
  const answer = await askAboutWarnings({
    client,
    visit: { id: 1, patients: ['https://clinic.example/1/api/0.1/patient/7/'] } as unknown as Consultation,
    item: { name: 'Tablets', type_code: 2 } as Item,
    row: {} as NewRow,
    ask: (change) => {
      const waiting = typeof change === 'function' ? change([]) : change
      for (const { onAnswer } of waiting) onAnswer('Tolerated last year')
    },
  })
  expect(answer).toEqual({ warning_reason: 'Tolerated last year' })
})

it('says what something contains unless its name says so', async () => {
  vi.stubGlobal('document', { querySelector: () => null })
  const { warningText } = await import('../../shared/prescribing/warning-text.ts')
  const warning = { patient: 'rex', substance: 'Carprofen', atc_prefix: '', reaction: 'Vomiting.' } as Warning
  const patients = [{ url: 'rex', name: 'Rex' }]
  const sentence = 'Rex must not get Carprofen: Vomiting.'
  expect(warningText({ ...warning, contains: 'carprofen' }, 'Carprofen 50 mg', patients)).toBe(sentence)
  expect(warningText({ ...warning, contains: 'Carprofen' }, 'Joint tablets', patients)).toBe(
    `${sentence} It contains Carprofen.`,
  )
})
