import { createServer, type ListenOptions, type Server } from 'node:net'

/** A server on the given place, or nothing when someone else is there. */
export const listening = (place: ListenOptions) =>
  new Promise<Server | undefined>((answer) => {
    const server = createServer()
    server.once('error', () => answer(undefined))
    server.listen(place, () => answer(server))
  })
