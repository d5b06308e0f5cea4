// @module-tag waits
import { ConsultationStatus } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { onBoard } from '../../api/consultation.ts'
import type { Consultation } from '../../api/records.ts'
import { givenApi, lost, oncePerKey } from '../../testing/api.ts'
import { showAt } from '../../testing/render.tsx'
import type { Card } from './board.ts'
import { useMoves } from './moves.ts'

const base = 'https://clinic.example/api/0.1'
const { Admitted, InProgress } = ConsultationStatus

/** A visit that has arrived, and buttons for the step to the next column and back. */
const givenVisit = () => {
  const service = { losesAnswer: false, status: Admitted as ConsultationStatus, version: 1 }
  const visit = () =>
    ({
      id: 5,
      url: `${base}/consultation/5/`,
      status: service.status,
      modified: String(service.version),
    }) as Consultation
  const step = oncePerKey(({ body }) => {
    service.status = (body as { readonly status: ConsultationStatus }).status
    service.version++
    return visit()
  })
  const { writes } = givenApi({
    'POST /consultation/5/update_status/': (asked) => {
      const answer = step(asked)
      return service.losesAnswer ? lost() : answer
    },
  })
  const Board = () => {
    const { data } = useQuery({ queryKey: [...onBoard.queryKey, 'open'], queryFn: () => [visit()] })
    const { next, back } = useMoves()
    const [consultation] = data ?? []
    if (consultation === undefined) return null
    const column = consultation.status === Admitted ? 'arrived' : 'progress'
    const card = { column, consultation, name: 'Bella' } as Card
    return (
      <>
        <p role="status">{`${column}, version ${consultation.modified}`}</p>
        <button type="button" onClick={() => next(card)}>
          next
        </button>
        <button type="button" onClick={() => back(card)}>
          back
        </button>
      </>
    )
  }
  const { user } = showAt('/', '/', Board)
  const press = async (name: 'next' | 'back') => user.click(await screen.findByRole('button', { name }))
  const shows = (words: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(words))
  return { service, writes, press, shows }
}

it('starts a visit again that was started without an answer and taken back', async () => {
  const { service, writes, press, shows } = givenVisit()
  service.losesAnswer = true
  await press('next')
  await shows('progress, version 2')
  service.losesAnswer = false
  await press('back')
  await shows('arrived, version 3')
  await press('next')
  await waitFor(() => expect(writes()).toHaveLength(3))
  expect(service.status).toBe(InProgress)
  await shows('progress, version 4')
})
