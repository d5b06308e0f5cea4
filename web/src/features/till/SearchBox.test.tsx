// @module-tag waits
import { useRef, useState } from 'react'
import { vi } from 'vitest'
import { describeCombobox, found } from '../../testing/combobox.tsx'
import { show } from '../../testing/render.tsx'
import { SearchBox } from './SearchBox.tsx'

const Box = ({ onChoose }: { readonly onChoose: (name: string) => void }) => {
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const choices = found.map((name) => ({ key: name, shown: name, run: () => onChoose(name) }))
  return (
    <SearchBox
      label="Find"
      placeholder=""
      listLabel="Found"
      box={box}
      typed={typed}
      onType={setTyped}
      choices={typed === '' ? [] : choices}
    />
  )
}

describeCombobox('the field of the till', {
  entersTyped: true,
  begin: () => {
    const onChoose = vi.fn<(name: string) => void>()
    const { user } = show(<Box onChoose={onChoose} />)
    return { user, chosen: () => onChoose.mock.calls[0]?.[0] }
  },
})
