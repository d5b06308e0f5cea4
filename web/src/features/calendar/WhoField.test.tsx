// @module-tag waits
import { vi } from 'vitest'
import { givenApi } from '../../testing/api.ts'
import { describeCombobox, found } from '../../testing/combobox.tsx'
import { givenFound } from '../../testing/records.ts'
import { show } from '../../testing/render.tsx'
import { WhoField } from './WhoField.tsx'

describeCombobox('the field that says for whom something is booked', {
  begin: (answer) => {
    givenApi({ 'GET /search/': async () => (await answer, { results: found.map((name) => givenFound(name)) }) })
    const onChoose = vi.fn<(one: { readonly label: string }) => void>()
    const { user } = show(<WhoField search="" errors={{}} onChoose={onChoose} />)
    return { user, chosen: () => onChoose.mock.calls[0]?.[0].label }
  },
})
