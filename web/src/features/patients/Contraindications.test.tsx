// @module-tag waits
import { etagOf } from '@fetlock/sdk'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { contraindicationsQuery } from '../../api/contraindication.ts'
import type { Contraindication, Patient } from '../../api/records.ts'
import { givenApi, refused } from '../../testing/api.ts'
import { show } from '../../testing/render.tsx'
import { Contraindications } from './Contraindications.tsx'

const patient = { id: 9, url: 'https://clinic.example/api/0.1/patient/9/' } as Patient
const before = {
  id: 6,
  url: 'https://clinic.example/api/0.1/contraindication/6/',
  modified: '2026-11-16T08:00:00.000000Z',
  substance: 'Penicillin',
  atc_prefix: '',
  reaction: '',
} as Contraindication

it('keeps what somebody else has changed beside what is typed', async () => {
  let stored = before
  const api = givenApi({
    'GET /contraindication/': () => ({ count: 1, next: null, results: [stored] }),
    'GET /contraindication/6/': () => stored,
    'PATCH /contraindication/6/': ({ headers, body }) => {
      if (headers.get('if-match') !== etagOf(stored)) return refused(412, 'precondition_failed')
      stored = { ...stored, ...(body as Partial<Contraindication>) }
      return stored
    },
  })
  const { client, user } = show(<Contraindications patient={patient} mayEdit />)
  await user.click(await screen.findByRole('button', { name: 'Change Penicillin' }))
  stored = { ...before, substance: 'Penicillins', modified: '2026-11-16T09:00:00.000000Z' }
  client.setQueryData(contraindicationsQuery([9]).queryKey, [stored])
  await screen.findByRole('button', { name: 'Change Penicillins' })
  await user.type(screen.getByLabelText('What happens'), 'Hives')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(stored).toMatchObject({ substance: 'Penicillins', reaction: 'Hives' }))
  expect(api.writes().at(-1)?.body).toEqual({ reaction: 'Hives' })
})
