import { type ReactNode, useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { Heading } from './Heading.tsx'

/** Tells which element has the focus before anything is drawn. */
const Before = ({ onDrawn, children }: { onDrawn: (focused: string) => void; children: ReactNode }) => {
  useLayoutEffect(() => onDrawn(document.activeElement?.tagName ?? ''), [onDrawn])
  return children
}

it('has the focus before a new page is seen, so that no key that is pressed then loses it', () => {
  window.history.replaceState(null, '', '/clients/')
  const seen: string[] = []
  show(
    <Before onDrawn={(focused) => void seen.push(focused)}>
      <Heading title="Clients" />
    </Before>,
  )
  expect(seen).toEqual(['H1'])
  expect(document.title).toBe('Clients – Fetlock')
})
