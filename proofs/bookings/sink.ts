import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { answerMessages } from '../harness.ts'

/** Takes mail and SMS on two ports and counts what came. Both take a while, so that workers are killed while they send. */
export type Order = { readonly listen: { readonly smtp: number; readonly sms: number } } | 'count'
export type Counted = {
  /** By Message-ID. */
  readonly mails: Readonly<Record<string, number>>
  /** By number and text. */
  readonly texts: Readonly<Record<string, number>>
}

const takesMs = 60
const [mails, texts]: [Record<string, number>, Record<string, number>] = [{}, {}]
const count = (counts: Record<string, number>, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1
}

const receiveMail = async (mail: Readable, done: (problem?: Error) => void) => {
  try {
    count(mails, /^message-id: <(.*)>/im.exec(await text(mail))?.[1] ?? 'none')
    await sleep(takesMs)
    done()
  } catch (problem) {
    // Whoever is killed in the middle of a mail leaves half of it behind.
    done(problem as Error)
  }
}

const receiveText = async (request: IncomingMessage, response: ServerResponse) => {
  try {
    const form = new URLSearchParams(await text(request))
    count(texts, `${form.get('To')} ${form.get('Body')}`)
    await sleep(takesMs)
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1","status":"queued"}')
  } catch {
    response.destroy()
  }
}

const listen = async ({ smtp, sms }: { readonly smtp: number; readonly sms: number }) => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (mail, _session, done) => void receiveMail(mail, done),
  })
  server.on('error', () => {})
  server.listen(smtp, '127.0.0.1')
  const gateway = createServer((request, response) => void receiveText(request, response))
  gateway.listen(sms, '127.0.0.1')
  await Promise.all([once(server.server, 'listening'), once(gateway, 'listening')])
}

answerMessages<Order, Counted>(async (order) => {
  if (typeof order === 'object') await listen(order.listen)
  return { mails, texts }
})
