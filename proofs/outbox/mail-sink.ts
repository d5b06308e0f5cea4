import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { answerMessages } from '../harness.ts'

/** Takes mail on a port and counts how often each message came. A mail takes a while, so that workers are caught sending. */
export type Order = { readonly listen: number } | 'count'
export type Counted = Readonly<Record<string, number>>

const takesMs = 200
const counts: Record<string, number> = {}

const receive = async (mail: Readable, done: (problem?: Error) => void) => {
  try {
    const id = /^message-id: <(.*)>/im.exec(await text(mail))?.[1] ?? 'none'
    counts[id] = (counts[id] ?? 0) + 1
    await sleep(takesMs)
    done()
  } catch (problem) {
    // Whoever is killed in the middle of a mail leaves half of it behind.
    done(problem as Error)
  }
}

answerMessages<Order, Counted>(async (order) => {
  if (typeof order === 'object') {
    const sink = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (mail, _session, done) => void receive(mail, done),
    })
    sink.on('error', () => {})
    sink.listen(order.listen, '127.0.0.1')
    await once(sink.server, 'listening')
  }
  return counts
})
