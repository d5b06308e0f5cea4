// @module-tag waits
import { createMemoryHistory, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makeRouter } from './router.tsx'
import { givenApi } from './testing/api.ts'
import { givenMe } from './testing/records.ts'
import { show } from './testing/render.tsx'

const base = 'https://clinic.example/api/0.1'
const animal = (id: number, name: string) => ({
  id,
  url: `${base}/patient/${id}/`,
  name,
  client: `${base}/client/1/`,
  critical_notes: '',
  date_of_birth: null,
  deceased: null,
  archived: false,
  microchip: null,
  fields_rel: [],
})

it('does not take an open form along from one record to the next', async () => {
  const me = givenMe({ permissions: [{ name: 'General: Patients and clients', access: 'write' }] })
  givenApi({ 'GET /me/': me, 'GET /patient/9/': animal(9, 'Bella'), 'GET /patient/8/': animal(8, 'Rex') })
  const router = makeRouter()
  // The page alone, without what stands around it.
  router.routeTree.update({ component: Outlet })
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/patients/9/'] }) })
  const { user } = show(<RouterProvider router={router} />, { me })
  await screen.findByRole('heading', { name: 'Bella' })
  const open = async (id: number, name: string) => {
    await act(() => router.navigate({ to: '/patients/$id/', params: { id: String(id) } }))
    await screen.findByRole('heading', { name })
  }
  // What was read before is shown at once, so that nothing but the way there ends the page.
  await open(8, 'Rex')
  await open(9, 'Bella')
  await user.click(screen.getByRole('button', { name: /^Weigh/ }))
  await user.type(screen.getByRole('textbox', { name: /weight/i }), '4.2')
  await open(8, 'Rex')
  expect(screen.queryByRole('textbox', { name: /weight/i })).toBeNull()
})
