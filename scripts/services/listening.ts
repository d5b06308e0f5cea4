import { randomInt } from 'node:crypto'
import { createServer, type ListenOptions, type Server } from 'node:net'

/** A server that listens there, or undefined if the port or socket is in use. */
export const listening = (place: ListenOptions) =>
  new Promise<Server | undefined>((answer) => {
    const server = createServer()
    server.once('error', () => answer(undefined))
    server.listen(place, () => answer(server))
  })

/**
 * Below the ports that Linux gives to outgoing connections, so that none of those takes the port of a process that is killed; and
 * above 10080, the highest of the ports that fetch() and browsers refuse.
 */
const [firstPort, lastPort] = [10_100, 19_999] as const

/**
 * A port of the loopback interface that nobody listens on and nobody else is given while this process lives. The reservation is
 * a socket without a file, which Linux removes with the process: processes that run side by side never get the same port.
 */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 10_000; attempt++) {
    const port = randomInt(firstPort, lastPort + 1)
    const reservation = await listening({ path: `\0fetlock-port-${port}` })
    if (reservation === undefined) continue
    reservation.unref()
    const probe = await listening({ host: '127.0.0.1', port })
    if (probe === undefined) continue
    await new Promise((closed) => probe.close(closed))
    return port
  }
  throw new Error(`No port of 127.0.0.1 from ${firstPort} to ${lastPort} is free.`)
}
