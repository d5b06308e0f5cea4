import { fireEvent, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../testing/render.tsx'
import type { Column, Entry } from './columns.ts'
import { axisOf, dayIn, momentOfTime } from './days.ts'
import { useHold } from './hold.ts'

const day = dayIn('2027-01-19', 'Europe/Helsinki')
const entry = { id: 4, start: momentOfTime(day, '09:00'), end: momentOfTime(day, '09:30'), active: true } as Entry
const columns = [{ key: 'Aalto', day, entries: [entry] } as unknown as Column]
const axis = axisOf([day])

let now = 0
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now))
afterEach(() => vi.restoreAllMocks())

/** A column of which a minute is a pixel, with an appointment from 9:00 to 9:30. */
const givenColumn = () => {
  const dropped: string[] = []
  const clicked: string[] = []
  const picked: number[] = []
  const Day = () => {
    const [grid, scroller] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
    const { handlers } = useHold({
      columns,
      axis,
      scale: 1,
      grid,
      scroller,
      isAllowed: true,
      refusalOf: () => undefined,
      onDrop: (_, { start }) => dropped.push(new Date(start).toISOString()),
      onPick: ({ start }) => picked.push(start),
    })
    return (
      <div ref={grid} {...handlers}>
        <button type="button" data-entry="4" onClick={() => clicked.push('Bella')}>
          Bella
        </button>
      </div>
    )
  }
  show(<Day />)
  const card = screen.getByRole('button', { name: 'Bella' })
  const column = card.parentElement!
  column.setPointerCapture = () => {}
  vi.spyOn(column, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 1440))
  const pointer = (clientY: number) => ({ pointerId: 1, pointerType: 'mouse', button: 0, clientX: 50, clientY })
  return {
    dropped,
    clicked,
    picked,
    card,
    drag: () => {
      fireEvent.pointerDown(card, pointer(550))
      fireEvent.pointerMove(column, pointer(560))
      fireEvent.pointerMove(column, pointer(610))
      fireEvent.pointerUp(column, pointer(610))
    },
    press: (y: number) => {
      fireEvent.pointerDown(column, pointer(y))
      fireEvent.pointerUp(column, pointer(y))
      fireEvent.click(column, { ...pointer(y), detail: 1 })
    },
    endPress: () => fireEvent.click(column, { ...pointer(610), detail: 1 }),
  }
}

it('takes the click that ends a drag for none, however long the page was busy', () => {
  const { dropped, picked, drag, endPress } = givenColumn()
  drag()
  now += 5_000
  endPress()
  expect(dropped).toEqual(['2027-01-19T08:00:00.000Z'])
  expect(picked).toEqual([])
})

it('hears the next click at once', () => {
  const { picked, clicked, card, drag, press } = givenColumn()
  drag()
  // The browser may leave out the click that ends a drag.
  press(720)
  expect(picked).toEqual([momentOfTime(day, '12:00')])
  drag()
  fireEvent.click(card, { detail: 0 })
  expect(clicked).toEqual(['Bella'])
})
