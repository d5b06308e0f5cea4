import { createClient } from 'redis'
import type { News } from '../kernel/operation.ts'

const [aloneMs, connectedMs] = [500, 5_000]
/** There are news at least so often, even when nothing has happened. */
export const newsMs = connectedMs + aloneMs
/** Organisations that change within so long are told of together. */
const gatherMs = 25
/** A Redis that has stopped answering must not fill our memory with what it was told. */
const mostUnanswered = 1_000

/** Spreads news over Redis to all processes; without Redis each looks for itself twice a second. */
export const newsThrough = ({
  redisUrl,
  prefix,
}: {
  readonly redisUrl: string
  readonly prefix: string
}): News & { readonly close: () => void } => {
  const channel = `${prefix}:changed`
  const listeners = new Map<number, Set<() => void>>()
  let closed = false
  const publisher = createClient({
    url: redisUrl,
    disableOfflineQueue: true,
    disableClientInfo: true,
    socket: { reconnectStrategy: (tries) => !closed && Math.min(tries * 100, 2_000) },
  })
  const subscriber = publisher.duplicate()
  const changed = new Set<number>()
  let [unanswered, calledAt] = [0, performance.now()]

  const callEverybody = () => {
    calledAt = performance.now()
    for (const here of listeners.values()) for (const heard of here) heard()
  }
  const call = (organisation: number) => listeners.get(organisation)?.forEach((heard) => heard())

  const publish = () => {
    const organisations = [...changed]
    changed.clear()
    if (!subscriber.isReady) organisations.forEach(call)
    if (!publisher.isReady || unanswered >= mostUnanswered) return
    unanswered++
    void publisher
      .publish(channel, organisations.join(' '))
      .catch(() => {})
      .then(() => unanswered--)
  }

  for (const client of [publisher, subscriber]) {
    client.on('error', () => {})
    // Closing does not stop a client that is only just connecting.
    client.on('ready', () => closed && client.destroy())
    void client.connect().catch(() => {})
  }
  void subscriber
    .subscribe(channel, (message) => message.split(' ').forEach((organisation) => call(Number(organisation))))
    .catch(() => {})
  const looking = setInterval(() => {
    if (performance.now() - calledAt >= (subscriber.isReady ? connectedMs : aloneMs)) callEverybody()
  }, aloneMs).unref()

  return {
    tell: (organisation) => {
      if (changed.size === 0) setTimeout(publish, gatherMs).unref()
      changed.add(organisation)
    },
    listen: (organisation, heard) => {
      const here = listeners.get(organisation) ?? new Set()
      listeners.set(organisation, here.add(heard))
      return () => {
        here.delete(heard)
        if (here.size === 0) listeners.delete(organisation)
      }
    },
    close: () => {
      closed = true
      clearInterval(looking)
      publisher.destroy()
      subscriber.destroy()
    },
  }
}
