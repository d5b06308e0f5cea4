// @module-tag waits
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { onCalendar } from '../../api/appointment.ts'
import type { Appointment } from '../../api/records.ts'
import { givenApi, lost, oncePerKey } from '../../testing/api.ts'
import { show } from '../../testing/render.tsx'
import type { Entry } from './columns.ts'
import { useMoves } from './moves.ts'

const base = 'https://clinic.example/api/0.1'
const hours = ['09:00', '10:00'] as const

/** An appointment at nine, and buttons that move it. */
const givenAppointment = () => {
  const service = { losesAnswer: false, at: '09:00', version: 1 }
  const appointment = () =>
    ({ id: 4, url: `${base}/appointment/4/`, start: service.at, modified: String(service.version) }) as Appointment
  const move = oncePerKey(({ body }) => {
    service.at = (body as { readonly start: string }).start
    service.version++
    return appointment()
  })
  const { writes } = givenApi({
    'PATCH /appointment/4/': (asked) => {
      const answer = move(asked)
      return service.losesAnswer ? lost() : answer
    },
  })
  const Day = () => {
    const { data } = useQuery({ queryKey: [...onCalendar.queryKey, 'one', 4], queryFn: () => appointment() })
    const { change } = useMoves()
    if (data === undefined) return null
    const entry = { id: 4, name: 'Bella', appointment: data } as Entry
    return (
      <>
        <p role="status">{`${data.start}, version ${data.modified}`}</p>
        {hours.map((start) => (
          <button
            key={start}
            type="button"
            onClick={() => void change({ entry, changes: { start }, said: `At ${start}`, placeOf: () => '' })}
          >
            {start}
          </button>
        ))}
      </>
    )
  }
  const { user } = show(<Day />)
  const moveTo = async (hour: (typeof hours)[number]) => user.click(await screen.findByRole('button', { name: hour }))
  const shows = (words: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(words))
  return { service, writes, moveTo, shows }
}

it('moves an appointment again that was moved without an answer and back', async () => {
  const { service, writes, moveTo, shows } = givenAppointment()
  service.losesAnswer = true
  await moveTo('10:00')
  await shows('10:00, version 2')
  service.losesAnswer = false
  await moveTo('09:00')
  await shows('09:00, version 3')
  await moveTo('10:00')
  await waitFor(() => expect(writes()).toHaveLength(3))
  expect(service.at).toBe('10:00')
  await shows('10:00, version 4')
})
