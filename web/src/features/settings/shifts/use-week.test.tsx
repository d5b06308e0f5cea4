// @module-tag waits
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { departmentsQuery } from '../../../api/department.ts'
import { givenApi, refused } from '../../../testing/api.ts'
import { givenMe } from '../../../testing/records.ts'
import { show } from '../../../testing/render.tsx'
import { givenShift, hospital, listOf, veera } from '../../../testing/shifts.ts'
import { useWeek } from './use-week.ts'

const monday = '2099-11-16'

const Week = () => {
  const { data } = useQuery(departmentsQuery)
  const { isKnown, hasShifts, error, retry } = useWeek(monday, data?.[0], undefined)
  return (
    <>
      <output>{isKnown ? `has shifts: ${hasShifts}` : `error: ${error !== null}`}</output>
      <button onClick={retry}>Again</button>
    </>
  )
}

const open = (answers: Parameters<typeof givenApi>[0]) => {
  givenApi({
    'GET /department/': listOf([hospital]),
    'GET /shift/': listOf([]),
    'GET /user/': listOf([veera]),
    ...answers,
  })
  return show(<Week />, { me: givenMe() }).user
}

it('says that the departments cannot be read, and reads them again', async () => {
  let isBroken = true
  const user = open({ 'GET /department/': () => (isBroken ? refused(400, 'invalid') : listOf([hospital])) })
  await screen.findByText('error: true')
  isBroken = false
  await user.click(screen.getByRole('button'))
  await screen.findByText('has shifts: false')
})

it.each([
  [false, {}],
  [true, { start: '08:00', end: '16:00' }],
])('has shifts: %s, when there is %o', async (expected, times) => {
  open({
    'GET /shift/': ({ path }) => listOf(path.includes('date__gte') ? [givenShift(1, { date: monday, ...times })] : []),
  })
  expect((await screen.findByText(/^has shifts/)).textContent).toBe(`has shifts: ${expected}`)
})
