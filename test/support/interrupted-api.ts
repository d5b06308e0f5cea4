import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** What happens to one request: it never arrives, its answer is lost, or something between answers in its place. */
export type Fate =
  | 'lose request'
  | 'lose answer'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }

export type Seen = { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders }

/** Stands between a client and an API. Requests pass, but for those whose fate a test has decided. */
export const useInterruptedApi = async (publicUrl: string) => {
  const seen: Seen[] = []
  const fates: Fate[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    seen.push({ method, path: url, headers })
    const fate = fates.shift()
    if (fate === 'lose request') return void incoming.socket.destroy()
    if (typeof fate === 'object') {
      incoming.resume()
      return void outgoing.writeHead(fate.status, fate.headers).end(fate.body)
    }
    const onward = request(`${publicUrl}${url}`, { method, headers }, (answer) => {
      if (fate === 'lose answer') answer.resume().on('end', () => incoming.socket.destroy())
      else answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers))
    })
    incoming.pipe(onward)
    outgoing.on('close', () => onward.destroy())
    onward.on('error', () => incoming.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    publicUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Decides what happens to the next requests, and forgets what was seen. */
    next: (...decided: readonly Fate[]) => {
      fates.splice(0, Infinity, ...decided)
      seen.length = 0
    },
    seen,
    /** Ends every open connection. */
    cut: () => server.closeAllConnections(),
  }
}
