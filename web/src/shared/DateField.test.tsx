import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { fixedDateText, setCountry } from '../format.ts'
import { show } from '../testing/render.tsx'
import { DateField } from './DateField.tsx'

const Form = ({ isOptional = false }: { readonly isOptional?: boolean }) => {
  const [date, setDate] = useState('2026-11-18')
  return (
    <>
      <output>{date}</output>
      <DateField id="from" label="From" value={date} today="2026-11-16" isOptional={isOptional} onChange={setDate} />
    </>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('From')
const chosen = () => screen.getByRole('status').textContent

describe('a date', () => {
  afterEach(() => setCountry('IE'))

  it.each([
    ['FI', '2026-12-03'],
    ['US', '2026-03-12'],
  ])('is read as it is written in %s, whatever the browser is set to', async (country, date) => {
    setCountry(country)
    const { user } = show(<Form />)
    await user.clear(field())
    await user.type(field(), '3/12/2026')
    await user.tab()
    expect([chosen(), field().value]).toEqual([date, fixedDateText(date)])
  })

  it('that nobody needs can be taken out', async () => {
    const { user } = show(<Form isOptional />)
    await user.clear(field())
    expect(chosen()).toBe('2026-11-18')
    await user.tab()
    expect([chosen(), field().value, field().getAttribute('aria-invalid')]).toEqual(['', '', null])
    await user.type(field(), '3/12/2026')
    expect(chosen()).toBe('2026-12-03')
  })

  it('that is needed comes back when it is left empty', async () => {
    const { user } = show(<Form />)
    await user.clear(field())
    await user.tab()
    expect([chosen(), field().value]).toEqual(['2026-11-18', fixedDateText('2026-11-18')])
  })
})
