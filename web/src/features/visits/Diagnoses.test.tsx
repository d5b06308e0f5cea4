// @module-tag waits
import { DiagnosisCategory, DiagnosisType } from '@fetlock/sdk'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Consultation, Patient } from '../../api/records.ts'
import { givenApi, lost, oncePerKey } from '../../testing/api.ts'
import { show } from '../../testing/render.tsx'
import { Diagnoses } from './Diagnoses.tsx'

const base = 'https://clinic.example/api/0.1'
const visit = { id: 5, url: `${base}/consultation/5/` } as Consultation
const patients = [{ id: 9, url: `${base}/patient/9/`, name: 'Bella' } as Patient]
const listOf = (results: readonly object[]) => ({ count: results.length, next: null, results })

it('adds a diagnosis again that was added without an answer and removed', async () => {
  const service: { losesAnswer: boolean; diagnoses: readonly object[] } = { losesAnswer: true, diagnoses: [] }
  const add = oncePerKey(({ body }) => {
    const made = { ...(body as object), id: 1, url: `${base}/consultationdiagnosis/1/`, modified: '1' }
    service.diagnoses = [made]
    return made
  })
  const { writes } = givenApi({
    'GET /consultation/5/consultationdiagnosis/': () => listOf(service.diagnoses),
    'GET /codelist/diagnoses/': listOf([{ id: 3, url: `${base}/codelist/3/`, name: 'Otitis externa', code: 'E1' }]),
    'GET /listitem/': listOf([]),
    'POST /consultation/5/consultationdiagnosis/': (asked) => {
      const answer = add(asked)
      return service.losesAnswer ? lost() : answer
    },
    'DELETE /consultationdiagnosis/1/': () => {
      service.diagnoses = []
      return new Response(null, { status: 204 })
    },
  })
  const { user } = show(<Diagnoses visit={visit} patients={patients} hasSeveral={false} isReadOnly={false} />)
  const addOtitis = async () => {
    await user.click(await screen.findByRole('button', { name: /^Add/ }))
    await user.type(screen.getByRole('combobox'), 'otitis')
    await user.click(await screen.findByRole('option'))
  }
  await addOtitis()
  const removing = await screen.findByRole('button', { name: /remove/i })
  service.losesAnswer = false
  await user.click(removing)
  await waitFor(() => expect(screen.queryByText(/Otitis externa/)).toBeNull())
  await addOtitis()
  await waitFor(() => expect(writes().map(({ method }) => method)).toEqual(['POST', 'DELETE', 'POST']))
  expect(service.diagnoses).toMatchObject([
    { name: 'Otitis externa', category: DiagnosisCategory.Primary, type: DiagnosisType.Differential },
  ])
})
