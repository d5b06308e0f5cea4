import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net'

/** A server that listens there, or undefined if the port or socket is in use. */
export const listening = (place: ListenOptions) =>
  new Promise<Server | undefined>((answer) => {
    const server = createServer()
    server.once('error', () => answer(undefined))
    server.listen(place, () => answer(server))
  })

/** A free port of the loopback interface. */
export const freePort = async () => {
  const server = await listening({ host: '127.0.0.1', port: 0 })
  if (server === undefined) throw new Error('No port of 127.0.0.1 is free.')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
