import { useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { useActions } from '../shared/actions.ts'
import { show } from '../testing/render.tsx'
import { useKeys } from './keys.ts'

const pressed: string[] = []
const actions = [{ id: 'c', title: 'New client', group: 'go', keys: 'c', run: () => void pressed.push('c') }] as const

const Frame = () => {
  useActions(actions)
  useKeys(true)
  return null
}
/** Whoever presses a key as soon as the page is there. */
const Hasty = () => {
  useLayoutEffect(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }))
  }, [])
  return <Frame />
}

it('hears a key that is pressed as soon as the page is seen', () => {
  show(<Hasty />)
  expect(pressed).toEqual(['c'])
})
