import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a process found when it looked whether it can work, in words that operators read. */
export type Readiness = { readonly isReady: boolean; readonly found: Readonly<Record<string, unknown>> }

export type HealthAt = { readonly host: string; readonly port: number }

/**
 * Asks at most so often, and gives everybody who asks meanwhile the last answer: what a probe looks at must not be asked as
 * often as anybody can send requests.
 */
export const askedAtMostEvery = <T>(ms: number, ask: () => Promise<T>, clock = () => performance.now()) => {
  let last: { readonly at: number; readonly answer: Promise<T> } | undefined
  return () => {
    if (last === undefined || clock() - last.at >= ms) last = { at: clock(), answer: ask() }
    return last.answer
  }
}

/** `/live` says that the process runs; `/ready` says whether it can work, and what it looked at. */
const answer = async (
  { method, url }: IncomingMessage,
  response: ServerResponse,
  look: () => Promise<Readiness> | Readiness,
) => {
  const send = (status: number, body: object) => {
    const text = JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(method === 'HEAD' ? undefined : text)
  }
  if ((method !== 'GET' && method !== 'HEAD') || (url !== '/live' && url !== '/ready')) return send(404, {})
  if (url === '/live') return send(200, { status: 'live' })
  const { isReady, found } = await look()
  send(isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', ...found })
}

/** Serves the health of a process that serves nothing else, such as a worker, on a port of its own. */
export const serveHealth = async ({ host, port }: HealthAt, look: () => Promise<Readiness> | Readiness) => {
  const server = createServer((request, response) => {
    answer(request, response, look).catch(() => response.destroy())
  })
  server.listen(port, host)
  await once(server, 'listening')
  // So that the process can exit if it fails to start.
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
