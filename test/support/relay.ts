import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

const listenOn = async (server: Server, port: number) => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A TCP relay to the service at a URL that can be cut, as in an outage, and restored. */
export const relayTo = async (target: string) => {
  const { port: targetPort, hostname } = new URL(target)
  const sockets = new Set<Socket>()
  const relay = () =>
    createServer((socket) => {
      const onward = connect(Number(targetPort), hostname)
      for (const end of [socket, onward]) sockets.add(end.on('error', () => {}))
      socket.pipe(onward).pipe(socket)
    })
  let server = relay()
  const port = await listenOn(server, 0)
  const url = new URL(target)
  url.host = `127.0.0.1:${port}`
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    url: url.href,
    cut,
    restore: async () => {
      server = relay()
      await listenOn(server, port)
    },
  }
}
