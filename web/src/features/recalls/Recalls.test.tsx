// @module-tag waits
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { givenApi } from '../../testing/api.ts'
import { givenClient, givenMe } from '../../testing/records.ts'
import { show } from '../../testing/render.tsx'
import { atAddress } from '../../testing/routes.tsx'
import { Recalls } from './Recalls.tsx'

const base = 'https://clinic.example/api/0.1'
const [item, nothing] = [`${base}/item/3/`, { count: 0, next: null, results: [] }]
const recall = {
  id: 8,
  url: `${base}/recall/8/`,
  due: '2030-01-15',
  reason: '',
  called: null,
  call_note: '',
  status: 0,
  appointment: null,
  item,
  item_data: { name: 'Rabies vaccine' },
  patient: `${base}/patient/9/`,
  patient_data: { name: 'Otso', species: null },
  client: `${base}/client/7/`,
  client_data: givenClient(),
}

it('offers to book once it is known for which reason', async () => {
  const reasons = Promise.withResolvers<object>()
  givenApi({
    'GET /recall/': { count: 1, next: null, results: [recall] },
    'GET /item/': nothing,
    'GET /reason_item/': () => reasons.promise,
  })
  const permissions = [{ name: 'General: Appointments', access: 'write' }] as const
  show(atAddress('/recalls', Recalls), { me: givenMe({ permissions }) })
  await screen.findByRole('link', { name: 'Otso' })
  expect(screen.queryByRole('link', { name: 'Book for Otso' })).toBeNull()
  reasons.resolve({ count: 1, next: null, results: [{ item, reason: `${base}/reason/4/` }] })
  const book = await screen.findByRole('link', { name: 'Book for Otso' })
  expect(book.getAttribute('href')).toContain('reason=4')
})
