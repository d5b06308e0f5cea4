// @module-tag waits
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Consultation, Patient } from '../../api/records.ts'
import { currentToast } from '../../shared/toasts.ts'
import { givenApi } from '../../testing/api.ts'
import { givenMe } from '../../testing/records.ts'
import { show } from '../../testing/render.tsx'
import { Vitals } from './Vitals.tsx'

const base = 'https://clinic.example/api/0.1'
const visit = { id: 5, url: `${base}/consultation/5/` } as Consultation
const patient = { id: 9, url: `${base}/patient/9/`, name: 'Bella' } as Patient
const measured = '2026-11-16T09:00:00.000000Z'
const nothing = { count: 0, next: null, results: [] }

it('weighs with one request, says so and closes', async () => {
  const { writes } = givenApi({
    'GET /vital/': nothing,
    'GET /patient/9/weight/': nothing,
    'POST /patient/9/weight/': { id: 1, url: `${base}/patientweight/1/`, weight: '4.200' },
  })
  const permissions = [{ name: 'General: Patients and clients', access: 'write' }] as const
  const { user } = show(<Vitals visit={visit} patient={patient} isReadOnly={false} />, { me: givenMe({ permissions }) })
  await user.click(await screen.findByRole('button', { name: /^Weight/ }))
  await user.type(screen.getByRole('textbox', { name: 'Weight in kg' }), '4,2{Enter}')
  await waitFor(() => expect(currentToast()?.message).toBe('Bella weighs 4.20 kg'))
  expect(writes().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/patient/9/weight/', { weight: '4.2' }],
  ])
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('compares a weight with the one before it, although the list was not read again yet', async () => {
  const reading = Promise.withResolvers<object>()
  let reads = 0
  givenApi({
    'GET /vital/': nothing,
    'GET /patient/9/weight/': () =>
      reads++ === 0 ? { count: 1, next: null, results: [{ id: 1, measured, weight: '4.200' }] } : reading.promise,
    'POST /patient/9/weight/': ({ body }) => ({ id: 2, measured, ...(body as object) }),
  })
  const permissions = [{ name: 'General: Patients and clients', access: 'write' }] as const
  const { user } = show(<Vitals visit={visit} patient={patient} isReadOnly={false} />, { me: givenMe({ permissions }) })
  const weigh = async (typed: string) => {
    await user.click(await screen.findByRole('button', { name: /^Weight/ }))
    await user.type(screen.getByRole('textbox', { name: 'Weight in kg' }), `${typed}{Enter}`)
  }
  await waitFor(() => expect(reads).toBe(1))
  await weigh('42')
  await user.type(await screen.findByRole('textbox', { name: 'Weight in kg' }), '{Enter}')
  await waitFor(() => expect(currentToast()?.message).toMatch(/^Bella weighs 42/))
  await weigh('41.8')
  await waitFor(() => expect(currentToast()?.message).toMatch(/^Bella weighs 41\.8/))
  expect(reads).toBeGreaterThan(1)
  reading.resolve(nothing)
})
