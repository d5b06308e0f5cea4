// @module-tag waits
import { vi } from 'vitest'
import { givenApi } from '../testing/api.ts'
import { describeCombobox, found } from '../testing/combobox.tsx'
import { givenFound, givenMe } from '../testing/records.ts'
import { show } from '../testing/render.tsx'
import { Palette } from './Palette.tsx'

const searching = givenMe({ permissions: [{ name: 'General: Patients and clients', access: 'read' }] as never })

describeCombobox('the command palette', {
  begin: (answer) => {
    givenApi({ 'GET /search/': async () => (await answer, { results: found.map((name) => givenFound(name)) }) })
    const onOpen = vi.fn<(address: string) => void>()
    const { user } = show(<Palette onClose={() => {}} onOpen={onOpen} addressOf={(path) => path} />, { me: searching })
    const addresses = found.map((name) => `/clients/${givenFound(name).id}/`)
    return { user, chosen: () => found[addresses.indexOf(onOpen.mock.calls[0]?.[0] ?? '')] }
  },
})
