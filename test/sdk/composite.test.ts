import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { ApiError, bearer, composite, createClient, entry, ref } from '@fetlock/sdk'

/** Keeps what it is sent, and answers as it is told. */
const received: unknown[] = []
let answer: { status: number; body: unknown } = { status: 200, body: {} }
const receive = async (request: IncomingMessage, response: ServerResponse) => {
  received.push({ method: request.method, path: request.url, body: await json(request) })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
}
const server = createServer((request, response) => void receive(request, response))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1/api/0.1`
const fetlock = createClient({ base, auth: bearer('token') })

const client = entry('client', 'POST', '/client/', { body: { lastname: '{"$entry": "x", "field": "url"}' } })
const visit = entry('visit', 'POST', '/consultation/', { body: { client: ref(client, 'url'), patients: [], type: 1 } })
const noted = entry('noted', 'PATCH', '/client/{id}/', {
  path: { id: ref(client, 'id') },
  body: { city: 'Turku' },
  ifMatch: { modified: '2026-02-16T09:36:07.123456Z' },
})
const sent = entry('sent', 'POST', '/invoice/{id}/send/', { path: { id: ref(visit, 'invoice') } })
const removed = entry('removed', 'DELETE', '/vital/{id}/', { path: { id: 7 } })

it('is sent as its entries, with references in bodies and paths', async () => {
  answer = {
    status: 200,
    body: {
      entries: [
        { name: 'client', status: 201, body: { id: 1 } },
        { name: 'removed', status: 204 },
      ],
    },
  }
  const answers = await composite(fetlock, [client, visit, noted, sent, removed])
  expect(received.at(-1)).toEqual({
    method: 'POST',
    path: '/1/api/0.1/composite/',
    body: {
      entries: [
        { name: 'client', method: 'POST', path: '/client/', body: { lastname: '{"$entry": "x", "field": "url"}' } },
        {
          name: 'visit',
          method: 'POST',
          path: '/consultation/',
          body: { client: { $entry: 'client', field: 'url' }, patients: [], type: 1 },
        },
        {
          name: 'noted',
          method: 'PATCH',
          path: '/client/{client.id}/',
          body: { city: 'Turku' },
          if_match: '"1771234567123456"',
        },
        { name: 'sent', method: 'POST', path: '/invoice/{visit.invoice}/send/' },
        { name: 'removed', method: 'DELETE', path: '/vital/7/' },
      ],
    },
  })
  expect([answers.client, answers.removed]).toEqual([{ status: 201, body: { id: 1 } }, { status: 204 }])
})

it('that is refused says which entry it was', async () => {
  answer = { status: 412, body: { code: 'precondition_failed', detail: 'It has changed.', entry: 'noted' } }
  const problem = await composite(fetlock, [client, noted]).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(ApiError)
  expect(problem).toMatchObject({ entry: 'noted', code: 'precondition_failed', isOutcomeUnknown: false })
})
