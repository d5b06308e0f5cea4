import { expect, it } from 'vitest'
import type { Timeline } from '../../api/records.ts'
import { hasText } from './timeline-text.ts'

const visit = {
  kind: 'visit',
  at: '2026-11-12T10:00:00Z',
  id: 4,
  url: 'https://clinic.example/consultation/4/',
  visit: { reason: 'Itching', notes: [{ text: 'Red ear, left.\nNo mites.' }], diagnoses: [{ name: 'Otitis externa' }] },
} as unknown as Timeline['results'][number]

it('finds an entry by every word of what was written, in any order', () => {
  expect(['', 'itch', 'LEFT ear', 'mites otitis', 'visit'].map((typed) => hasText(visit, typed))).toEqual(
    Array(5).fill(true),
  )
  expect(['right ear', 'consultation', '2026'].map((typed) => hasText(visit, typed))).toEqual(Array(3).fill(false))
})
