// @module-tag waits
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { show } from '../testing/render.tsx'
import { DatePicker } from './DatePicker.tsx'

const Form = ({ onEscape }: { readonly onEscape: () => void }) => {
  const [date, setDate] = useState('2026-11-18')
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for the panel that a date field is in
    <div onKeyDown={({ key }) => key === 'Escape' && onEscape()}>
      <output>{date}</output>
      <DatePicker date={date} today="2026-11-16" onChoose={setDate} className="">
        Choose
      </DatePicker>
    </div>
  )
}

const open = async () => {
  const onEscape = vi.fn<() => void>()
  const shown = show(<Form onEscape={onEscape} />)
  await shown.user.click(screen.getByRole('button', { name: 'Choose' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('18'))
  return { ...shown, onEscape }
}
const chosen = () => screen.getByRole('status').textContent

describe('a month in which a day is chosen', () => {
  it('begins on the day that is chosen, and says which is today', async () => {
    await open()
    expect(document.querySelector('td[aria-selected="true"]')?.textContent).toBe('18')
    expect(document.querySelector('[aria-current="date"]')?.textContent).toBe('16')
  })

  it.each([
    ['{ArrowRight}', '2026-11-19'],
    ['{ArrowUp}', '2026-11-11'],
    ['{Home}', '2026-11-16'],
    ['{End}', '2026-11-22'],
    ['{PageDown}', '2026-12-18'],
    ['{Shift>}{PageUp}{/Shift}', '2025-11-18'],
    ['{End}{ArrowRight}{ArrowDown}', '2026-11-30'],
  ])('takes %s to %s', async (keys, date) => {
    const { user } = await open()
    await user.keyboard(`${keys}{Enter}`)
    expect(chosen()).toBe(date)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('leafs by its buttons, which keep the focus', async () => {
    const { user } = await open()
    const next = screen.getByRole('button', { name: 'Next month' })
    await user.click(next)
    await user.click(next)
    expect(document.activeElement).toBe(next)
    await user.click(
      within(screen.getByRole('grid', { name: 'January 2027' })).getByText('1', { selector: '[data-outside="false"]' }),
    )
    expect(chosen()).toBe('2027-01-01')
  })

  it('closes by Escape, which is not one of the panel around it', async () => {
    const { user, onEscape } = await open()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect([chosen(), onEscape.mock.calls.length]).toEqual(['2026-11-18', 0])
  })
})
