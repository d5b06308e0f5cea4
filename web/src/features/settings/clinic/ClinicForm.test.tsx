// @module-tag waits
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { organisationQuery } from '../../../api/organisation.ts'
import type { Organisation } from '../../../api/records.ts'
import { givenApi } from '../../../testing/api.ts'
import { givenMe } from '../../../testing/records.ts'
import { show } from '../../../testing/render.tsx'
import { atAddress } from '../../../testing/routes.tsx'
import { ClinicForm } from './ClinicForm.tsx'

const before = {
  id: 1,
  url: 'https://clinic.example/api/0.1/organisation/1/',
  modified: '2026-11-16T08:00:00.000000Z',
  name: 'Northgate',
  street_address: '',
  zip_code: '',
  city: 'Turku',
  country: 'FI',
  phone: '1',
  email: '',
  vat_number: '',
  register_number: '',
  reference_numbers: false,
  time_zone: 'Europe/Helsinki',
  language: 'en',
  logo: null,
} as Organisation

const Page = () => {
  const { data } = useQuery(organisationQuery)
  return data === undefined ? null : <ClinicForm organisation={data} mayEdit />
}

it('shows what was saved at once, and keeps what was typed meanwhile', async () => {
  const answer = Promise.withResolvers<object>()
  const never = new Promise<object>(() => {})
  let reads = 0
  const api = givenApi({
    'GET /organisation/': () => (++reads === 1 ? { count: 1, next: null, results: [before] } : never),
    'PATCH /organisation/1/': () => answer.promise,
  })
  const { user } = show(atAddress('/settings/clinic', Page), { me: givenMe() })
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  const save = () => user.click(screen.getByRole('button', { name: /^Save/ }))
  await user.type(await screen.findByLabelText('Phone'), '2')
  await save()
  await waitFor(() => expect(api.writes()).toHaveLength(1))
  await user.type(field('Town'), ' 1')
  answer.resolve({ ...before, phone: '12', modified: '2026-11-16T09:00:00.000000Z' })
  await screen.findByRole('button', { name: /^Save 1 change/ })
  expect([field('Phone').value, field('Town').value]).toEqual(['12', 'Turku 1'])
  await save()
  await waitFor(() => expect(api.writes().map(({ body }) => body)).toEqual([{ phone: '12' }, { city: 'Turku 1' }]))
})
