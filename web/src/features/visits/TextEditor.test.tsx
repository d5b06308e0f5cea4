import { fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { givenApi } from '../../testing/api.ts'
import { givenMe } from '../../testing/records.ts'
import { show } from '../../testing/render.tsx'
import { TextEditor } from './TextEditor.tsx'

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Clinical note about Bella' })
const place = { visit: 5, patient: 'https://clinic.example/api/0.1/patient/9/', resource: 'consultationnote' } as const

/** Somebody who types the moment that the field is drawn. */
const AtOnce = ({ children }: { readonly children: ReactNode }) => {
  useLayoutEffect(() => {
    fireEvent.input(field(), { target: { value: 'Limps' } })
  }, [])
  return children
}

it('keeps what is typed from the moment that the field is drawn', () => {
  givenApi({})
  show(
    <AtOnce>
      <TextEditor
        name="note of Bella"
        user="https://clinic.example/api/0.1/user/1/"
        place={place}
        record={null}
        label="Clinical note about Bella"
        placeholder=""
        templates={[]}
        timeZone="Europe/Paris"
      />
    </AtOnce>,
    { me: givenMe() },
  )
  expect(field().value).toBe('Limps')
})
