// @module-tag waits
import { screen, waitFor } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, it } from 'vitest'
import type { Consultation, Patient } from '../../api/records.ts'
import { givenApi, lost, oncePerKey } from '../../testing/api.ts'
import { givenMe } from '../../testing/records.ts'
import { show } from '../../testing/render.tsx'
import { NotePane } from './NotePane.tsx'

const base = 'https://clinic.example/api/0.1'
const visit = { id: 5, url: `${base}/consultation/5/`, complaint: '' } as Consultation
const animal = (id: number, name: string) => ({ id, url: `${base}/patient/${id}/`, name }) as Patient
const [bella, rex] = [animal(9, 'Bella'), animal(8, 'Rex')]
const nothing = { count: 0, next: null, results: [] }
const empty = Object.fromEntries(
  [
    '/texttemplate/',
    '/vital/',
    '/patient/8/weight/',
    '/patient/9/weight/',
    '/consultation/5/consultationnote/',
    '/consultation/5/consultationdiagnosis/',
    '/consultation/5/consultationdischargeinstruction/',
    '/customfield/',
  ].map((path) => [`GET ${path}`, nothing]),
)

const shown = (patients: readonly Patient[], more: Partial<ComponentProps<typeof NotePane>> = {}) => (
  <NotePane
    visit={visit}
    patients={patients}
    hasSeveral
    kind="clinical"
    onKind={() => {}}
    isReadOnly
    mayWrite={false}
    onOrder={() => {}}
    timeZone="Europe/Paris"
    {...more}
  />
)

it('does not pass what was typed for one animal to the next', async () => {
  givenApi(empty)
  const permissions = [{ name: 'General: Patients and clients', access: 'write' }] as const
  const { user, rerender } = show(shown([bella]), { me: givenMe({ permissions }) })
  const weigh = async () => {
    await user.click(await screen.findByRole('button', { name: /^Weight/ }))
    return screen.getByRole<HTMLInputElement>('textbox', { name: 'Weight in kg' })
  }
  await user.type(await weigh(), '4.2')
  rerender(shown([rex]))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect((await weigh()).value).toBe('')
})

it('adds an addendum once whose answer was lost, also over a reload', async () => {
  const service: { losesAnswer: boolean; notes: readonly unknown[] } = { losesAnswer: true, notes: [] }
  const add = oncePerKey(({ body }) => {
    service.notes = [...service.notes, (body as { readonly text: string }).text]
    return { id: service.notes.length }
  })
  const { writes } = givenApi({
    ...empty,
    'POST /consultation/5/consultationnote/': (asked) => {
      const answer = add(asked)
      return service.losesAnswer ? lost() : answer
    },
  })
  const page = () => show(shown([bella], { mayWrite: true }), { me: givenMe() })
  const { user, unmount } = page()
  await user.click(await screen.findByRole('button', { name: /addendum/i }))
  await user.type(screen.getByRole('textbox'), 'The owner called.')
  const send = async () => user.click(screen.getByRole('button', { name: /add/i }))
  await send()
  await screen.findByRole('alert')
  unmount()
  page()
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('The owner called.'))
  service.losesAnswer = false
  await send()
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect([service.notes, writes()]).toMatchObject([['The owner called.'], { length: 2 }])
})
