import { fireEvent } from '@testing-library/react'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { currentActions, useActions } from './actions.ts'
import { useScanner } from './useScanner.ts'

/** Somebody who presses a key the moment that something is drawn. */
const AtOnce = ({ children, press }: { readonly children: ReactNode; readonly press: () => void }) => {
  useLayoutEffect(press, [press])
  return children
}

it('are offered from the moment that they are drawn', () => {
  const offered: string[] = []
  const Part = () => {
    useActions(useMemo(() => [{ id: 'walk in', title: 'Walk-in', group: 'here', run: () => {} }], []))
    return null
  }
  const press = () => void offered.push(...currentActions().map(({ id }) => id))
  show(
    <AtOnce press={press}>
      <Part />
    </AtOnce>,
  )
  expect(offered).toEqual(['walk in'])
})

it('are not needed for the first digit of a code, which goes into the box', () => {
  const focused: (string | undefined)[] = []
  const Box = () => {
    const box = useRef<HTMLInputElement>(null)
    const [codes, setCodes] = useState<readonly string[]>([])
    useScanner({ box, onCode: (code) => setCodes([...codes, code]), code: /./, takesTyping: true })
    return <input ref={box} id="box" aria-label="Code" />
  }
  const press = () => {
    fireEvent.keyDown(document.body, { key: '6' })
    focused.push(document.activeElement?.id)
  }
  show(
    <AtOnce press={press}>
      <Box />
    </AtOnce>,
  )
  expect(focused).toEqual(['box'])
})
