import { describe, expect, it } from 'vitest'
import { ApiProblem } from '../../api/problem.ts'
import type { Appointment } from '../../api/records.ts'
import { BookedBefore, makeBooking } from './booking.ts'
import type { NewAppointment } from './queries.ts'

const problem = (status: number, code: string) => new ApiProblem({ status, code, detail: code })
const wanted = (complaint: string) => ({ complaint }) as NewAppointment

/** A service that knows a key for what was sent with it first; `lost` is what becomes of the next answers. */
const given = () => {
  const known = new Map<string, { readonly body: string; readonly answer: Appointment | ApiProblem }>()
  const booked: string[] = []
  const lost: ('request' | 'answer')[] = []
  const refused = new Set<string>()
  const answer = (body: string, key: string) => {
    const before = known.get(key)
    if (before !== undefined && before.body !== body) throw problem(422, 'idempotency_key_reused')
    const answered =
      before?.answer ?? (refused.has(body) ? problem(400, 'overlap') : ({ complaint: body } as Appointment))
    if (before === undefined && !(answered instanceof ApiProblem)) booked.push(body)
    known.set(key, { body, answer: answered })
    if (lost.shift() === 'answer') throw problem(0, 'no_answer')
    if (answered instanceof ApiProblem) throw answered
    return answered
  }
  const create = async ({ complaint = '' }: NewAppointment, key: string) => {
    await Promise.resolve()
    if (lost[0] === 'request') throw problem(0, String(lost.shift()))
    return answer(complaint, key)
  }
  let keys = 0
  return { book: makeBooking(create, () => `key ${++keys}`), booked, lost, refused }
}

describe('a booking', () => {
  it('is made once when its answer was lost', async () => {
    const { book, booked, lost } = given()
    lost.push('answer')
    await expect(book(wanted('Coughs'))).rejects.toMatchObject({ status: 0 })
    expect(await book(wanted('Coughs'))).toMatchObject({ complaint: 'Coughs' })
    expect(booked).toEqual(['Coughs'])
  })

  it('is not made a second time when it is changed after its answer was lost', async () => {
    const { book, booked, lost } = given()
    lost.push('answer')
    await expect(book(wanted('Coughs'))).rejects.toMatchObject({ status: 0 })
    await expect(book(wanted('Limps'))).rejects.toBeInstanceOf(BookedBefore)
    expect(booked).toEqual(['Coughs'])
    // Whoever was told and books again means another one.
    expect(await book(wanted('Limps'))).toMatchObject({ complaint: 'Limps' })
    expect(booked).toEqual(['Coughs', 'Limps'])
  })

  it('is made as it was changed when the first one never arrived', async () => {
    const { book, booked, lost } = given()
    lost.push('request')
    await expect(book(wanted('Coughs'))).rejects.toMatchObject({ status: 0 })
    expect(await book(wanted('Limps'))).toMatchObject({ complaint: 'Limps' })
    expect(booked).toEqual(['Limps'])
  })

  it('finds which of several was booked', async () => {
    const { book, booked, lost } = given()
    lost.push('request', 'answer')
    await expect(book(wanted('Coughs'))).rejects.toMatchObject({ status: 0 })
    await expect(book(wanted('Limps'))).rejects.toMatchObject({ status: 0 })
    await expect(book(wanted('Itches'))).rejects.toMatchObject({ made: { complaint: 'Limps' } })
    expect(booked).toEqual(['Limps'])
  })

  it('is made anew when the first one was refused, in an answer that was lost', async () => {
    const { book, booked, lost, refused } = given()
    refused.add('Coughs')
    lost.push('answer')
    await expect(book(wanted('Coughs'))).rejects.toMatchObject({ status: 0 })
    expect(await book(wanted('Limps'))).toMatchObject({ complaint: 'Limps' })
    expect(booked).toEqual(['Limps'])
  })
})
