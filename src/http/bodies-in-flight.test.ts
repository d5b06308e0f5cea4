// @module-tag waits
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { useClinic } from '../../test/support/api.ts'
import { assembleApi } from '../app/api.ts'
import { bodiesInFlight } from './bodies-in-flight.ts'

const { api, clinic, caller } = await useClinic()
const authorization = `Bearer ${await clinic.tokenOf(await clinic.givenApplication())}`
/** A process in which one organisation may upload a megabyte at a time. */
let small: Awaited<ReturnType<typeof assembleApi>>
let port: number
beforeAll(async () => {
  small = await assembleApi({ ...api.options, limits: { fileBytes: 4_000_000 } })
  port = Number(new URL(await small.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => small.close())

const openPools = () => bodiesInFlight({ bodyBytes: 400, fileBytes: 4_000 }, 25)
const of = (organisation: number, sandbox = false) => ({ organisation, sandbox })
const refusal = expect.objectContaining({ status: 503, headers: { 'retry-after': '5' } })

describe('the bytes of bodies in flight', () => {
  it('[V5.2.1] are bounded for one organisation and for the process, and free again when they are released', () => {
    const { body } = openPools()
    const [first, second] = [body(of(1)), body(of(1))]
    first.take(100)
    expect(() => second.take(1)).toThrow(refusal)
    for (const organisation of [2, 3, 4]) body(of(organisation)).take(100)
    expect(() => body(of(5)).take(1)).toThrow(refusal)
    first.release()
    first.release()
    second.take(100)
    expect(() => body(of(5)).take(1)).toThrow(refusal)
  })

  it('are counted once for a body that arrives as it was announced, and as they come without a length', () => {
    const { body } = openPools()
    const room = body(of(1))
    room.take(60)
    for (const arrived of [10, 30, 60]) room.take(arrived)
    expect(() => body(of(1)).take(41)).toThrow(refusal)
    room.take(100)
    expect(() => room.take(101)).toThrow(refusal)
    room.release()
    body(of(1)).take(100)
  })

  it('of files do not take up the room of other bodies', () => {
    const { body, file } = openPools()
    for (const organisation of [1, 2, 3, 4]) file(of(organisation)).take(1_000)
    expect(() => file(of(5)).take(1)).toThrow(refusal)
    body(of(1)).take(100)
  })

  it('of a request that was refused are not held', () => {
    const { body } = openPools()
    const room = body(of(1))
    expect(() => room.take(101)).toThrow(refusal)
    room.release()
    body(of(1)).take(100)
  })
})

describe('slow uploads', () => {
  const put = (socket: Socket, path: string, length: number) =>
    socket.write(
      `PUT ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: text/csv\r\ncontent-length: ${length}\r\n\r\nreference,`,
    )
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const heard = async (socket: Socket) => String((await once(socket, 'data'))[0])

  it('[security-6] [V5.2.1] are refused with 503 beyond the bound, while other requests are answered', async () => {
    const { body } = await caller.post('/import/', { name: 'Slow' })
    const path = `${new URL(body.url).pathname}clients/`
    let first: Socket | undefined
    /** Takes the room. If another came before it, that one had it, and it is asked for again. */
    const takeRoom = async () => {
      if (first !== undefined) return
      const taking = await open()
      first = taking
      taking.once('data', () => (first = undefined))
      put(taking, path, 700_000)
    }
    await expect
      .poll(async () => {
        await takeRoom()
        const socket = await open()
        put(socket, path, 700_000)
        const answer = await Promise.race([heard(socket), pause(3_000, 'accepted')])
        socket.destroy()
        return answer
      })
      .toMatch(
        /^HTTP\/1\.1 503 [^]*retry-after: 5\r\n[^]*Too much of this organisation is being uploaded at the moment/i,
      )
    const authorized = { authorization, 'content-type': 'application/json' }
    const made = await fetch(`http://127.0.0.1:${port}${new URL(clinic.base).pathname}/client/`, {
      method: 'POST',
      headers: authorized,
      body: JSON.stringify({ lastname: 'Berg' }),
    })
    expect(made.status).toBe(201)

    first!.destroy()
    const file = 'reference,lastname\n1,Berg\n'
    await expect
      .poll(async () => {
        const headers = { authorization, 'content-type': 'text/csv' }
        return (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'PUT', headers, body: file })).status
      })
      .toBe(200)
  })
})
