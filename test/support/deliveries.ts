import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { sealer } from '../../src/secrets/seal.ts'
import { resourceRegistry } from '../../src/app/resources.ts'
import { connect } from '../../src/db/pool.ts'
import { clientMailer } from '../../src/gateways/client-mail.ts'
import { objectStoreAt } from '../../src/gateways/object-store.ts'
import { outgoing } from '../../src/gateways/outgoing.ts'
import { smtpAt } from '../../src/gateways/smtp.ts'
import { poster, type Attempt, type LeasedDelivery } from '../../src/worker/deliveries.ts'
import type { WorkerParts } from '../../src/worker/messages.ts'
import type { testApi } from './api.ts'
import { silentLog } from './identity.ts'

/** What a receiver got. */
export type Received = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }
type Answer = (response: ServerResponse, received: Received) => void

/** A server on the loopback interface that keeps what it receives, and answers each path as told, 204 otherwise. */
export const startReceiver = async () => {
  const received: Received[] = []
  const answers = new Map<string, Answer>()
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const one = { path: request.url ?? '', headers: request.headers, body: await text(request) }
    received.push(one)
    const answer = answers.get(one.path)
    if (answer) answer(response, one)
    else response.writeHead(204).end()
  }
  const server = createServer((request, response) => {
    void receive(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    received,
    at: (path: string) => `http://${host}${path}`,
    to: (path: string) => received.filter((one) => one.path === path),
    answerAt: (path: string, answer: Answer) => void answers.set(path, answer),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const useReceiver = async () => {
  const receiver = await startReceiver()
  afterAll(() => receiver.close())
  return receiver
}

/** What a worker that posts to nobody needs for it. */
export const postsNothing = {
  outgoing: outgoing({ allowedPrivate: [] }),
  mailer: clientMailer({ allowedPrivate: [] }),
  unseal: () => {
    throw new Error('nothing is sealed here')
  },
}

/** What was attempted is tried again tomorrow: on a busy machine the first retry, after five seconds, is due too soon. */
export const postponeRetries = ({ database }: Awaited<ReturnType<typeof testApi>>) =>
  connected(database.superuserUrl, (superuser) =>
    superuser.query(`update delivery set due = now() + interval '1 day' where status = 0 and attempts > 0`),
  )

/** The parts of a worker for the database of an API, which may post to these private addresses. */
export const useWorkerParts = (
  api: Awaited<ReturnType<typeof testApi>>,
  allowedPrivate: readonly string[] = [],
): WorkerParts => {
  const worker = connect(api.database.workerUrl, { max: 6 })
  const smtp = smtpAt({ url: 'smtp://127.0.0.1:1', from: 'clinic@example.com' })
  const posting = outgoing({ allowedPrivate })
  const store = objectStoreAt(api.options.store)
  afterAll(async () => {
    await posting.close()
    smtp.close()
    store.close()
    await worker.close()
  })
  return {
    db: worker.db,
    app: api.rows.db,
    resources: resourceRegistry,
    smtp,
    store,
    mailer: clientMailer({ allowedPrivate, timeoutMs: 60_000 }),
    allowedPrivate,
    outgoing: posting,
    unseal: sealer(api.options.secretKey).unseal,
    publicUrl: api.publicUrl,
    log: silentLog,
  }
}

/** Posts one delivery and records how it went. */
export const attemptDelivery = (parts: WorkerParts, taken: LeasedDelivery, since: number): Promise<Attempt> =>
  poster(parts)([taken], since)[0]!
