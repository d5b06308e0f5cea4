// @module-tag waits
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Reason } from '../../../api/records.ts'
import { givenApi } from '../../../testing/api.ts'
import { givenMe } from '../../../testing/records.ts'
import { show } from '../../../testing/render.tsx'
import { UsualItems } from './UsualItems.tsx'

const base = 'https://clinic.example/api/0.1'
const reason = { id: 4, url: `${base}/reason/4/`, name: 'Dental cleaning' } as Reason
const nothing = { count: 0, next: null, results: [] }
const items = ['Scaling', 'Sedation'].map((name, at) => ({ id: at, url: `${base}/item/${at}/`, name, code: '' }))

it('adds an item that is chosen while the one before is being added', async () => {
  const { writes } = givenApi({
    'GET /reason_item/': nothing,
    'GET /item/': { count: 2, next: null, results: items },
    'POST /reason_item/': () => new Promise<object>(() => {}),
  })
  const { user } = show(<UsualItems reason={reason} />, { me: givenMe() })
  for (const { name } of items) {
    await user.type(screen.getByRole('combobox'), 'sca')
    await user.click(await screen.findByRole('option', { name }))
  }
  await waitFor(() => expect(writes()).toMatchObject(items.map(({ url }) => ({ body: { item: url } }))))
})
