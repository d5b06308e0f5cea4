// @module-tag waits
import { ConsultationStatus } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { visitKey } from '../../api/consultation.ts'
import type { Consultation } from '../../api/records.ts'
import { currentToast } from '../../shared/toasts.ts'
import { givenApi, lost, oncePerKey } from '../../testing/api.ts'
import { showAt } from '../../testing/render.tsx'
import { useSteps } from './useSteps.ts'

const base = 'https://clinic.example/api/0.1'
const { Admitted, InProgress, ReadyForDischarge } = ConsultationStatus

it('hands a visit over whose start had no answer', async () => {
  const service = { losesAnswer: true, status: Admitted as ConsultationStatus }
  const visit = () => ({ id: 5, url: `${base}/consultation/5/`, status: service.status }) as Consultation
  const update = oncePerKey(({ body }) => {
    service.status = (body as { readonly status: ConsultationStatus }).status
    return visit()
  })
  givenApi({
    'POST /consultation/5/update_status/': (asked) => {
      const answer = update(asked)
      return service.losesAnswer ? lost() : answer
    },
  })
  const ended: unknown[] = []
  const Steps = ({ shown }: { readonly shown: Consultation }) => {
    const { step } = useSteps(shown, [], [], true)
    return [InProgress, ReadyForDischarge].map((status) => (
      <button key={status} type="button" onClick={() => void step(status).finally(() => ended.push(status))}>
        {shown.status} to {status}
      </button>
    ))
  }
  const Page = () => {
    const { data } = useQuery({ queryKey: [...visitKey(5), 'head'], queryFn: () => visit() })
    return data === undefined ? null : <Steps shown={data} />
  }
  const { user } = showAt('/visits/$id', '/visits/5', Page)
  const press = async (before: ConsultationStatus, after: ConsultationStatus) =>
    user.click(await screen.findByRole('button', { name: `${before} to ${after}` }))
  await press(Admitted, InProgress)
  await waitFor(() => expect(ended).toHaveLength(1))
  service.losesAnswer = false
  await press(InProgress, ReadyForDischarge)
  await waitFor(() => expect(ended).toHaveLength(2))
  expect(service.status).toBe(ReadyForDischarge)
  expect(currentToast()).toMatchObject({ undo: expect.any(Function) })
})
