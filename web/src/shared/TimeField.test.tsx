import { act, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { TimeField } from './TimeField.tsx'

/** A form whose time is in the address, which follows once the page has got to it. */
const givenForm = () => {
  const asked: string[] = []
  const address = Object.assign(new EventTarget(), { time: '09:00' })
  const Form = () => {
    const [time, setTime] = useState('09:00')
    useEffect(() => address.addEventListener('change', () => setTime(address.time)), [])
    return (
      <TimeField
        id="time"
        label="Time"
        value={time}
        unreadable="Enter a time."
        onChange={(typed) => asked.push(typed)}
      />
    )
  }
  const { user } = show(<Form />)
  const field = screen.getByLabelText<HTMLInputElement>('Time')
  return {
    asked,
    value: () => field.value,
    isChosen: (time: string) =>
      act(() => {
        address.time = time
        address.dispatchEvent(new Event('change'))
      }),
    type: async (typed: string) => {
      await user.clear(field)
      await user.type(field, typed)
    },
    leave: () => user.tab(),
  }
}

it('keeps what is typed while what was typed before is still on its way to the address', async () => {
  const form = givenForm()
  await form.type('1515')
  await form.type('930')
  form.isChosen('15:15')
  expect(form.value()).toBe('930')
  await form.leave()
  expect([form.value(), form.asked]).toEqual(['09:30', ['15:15', '09:30']])
  form.isChosen('09:30')
  expect(form.value()).toBe('09:30')
})

it('shows what is chosen elsewhere instead of what was typed before', async () => {
  const form = givenForm()
  await form.type('1515')
  form.isChosen('15:15')
  await form.type('9')
  form.isChosen('11:00')
  expect(form.value()).toBe('11:00')
  await form.type('9')
  form.isChosen('15:15')
  expect(form.value()).toBe('15:15')
})
