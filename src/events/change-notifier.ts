import { createClient } from '@redis/client'
import type { ChangeNotifier } from '../kernel/operation.ts'

const [aloneMs, connectedMs] = [500, 5_000]
/** Every subscriber is notified at least this often, even if nothing has changed. */
export const notifyMs = connectedMs + aloneMs
/** Changes within this time are published together. */
const gatherMs = 25
/** A Redis that has stopped answering must not fill our memory with what is published. */
const mostUnanswered = 1_000

/** The callbacks of the streams that wait in this process. */
const subscriptions = () => {
  const byOrganisation = new Map<number, Set<() => void>>()
  return {
    notify: (organisation: number) => byOrganisation.get(organisation)?.forEach((callback) => callback()),
    notifyAll: () => {
      for (const callbacks of byOrganisation.values()) for (const callback of callbacks) callback()
    },
    add: (organisation: number, callback: () => void) => {
      const callbacks = byOrganisation.get(organisation) ?? new Set()
      byOrganisation.set(organisation, callbacks.add(callback))
      return () => {
        callbacks.delete(callback)
        if (callbacks.size === 0) byOrganisation.delete(organisation)
      }
    },
  }
}

/** A connection that is tried again until it is closed, and never fails anybody. */
const redisClient = (url: string) => {
  let closed = false
  const client = createClient({
    url,
    disableOfflineQueue: true,
    disableClientInfo: true,
    socket: { reconnectStrategy: (tries) => !closed && Math.min(tries * 100, 2_000) },
  })
  client.on('error', () => {})
  // Closing does not stop a client that is still connecting.
  client.on('ready', () => closed && client.destroy())
  void client.connect().catch(() => {})
  const close = () => {
    closed = true
    client.destroy()
  }
  return { client, close }
}

const channelOf = (prefix: string) => `${prefix}:changed`

type Options = { readonly redisUrl: string; readonly prefix: string }

/** Listens for changes that other processes publish. Without Redis nobody is called: it is a hint, and no more. */
export const changeListener = ({ redisUrl, prefix }: Options) => {
  const { client, close } = redisClient(redisUrl)
  const callbacks = new Set<() => void>()
  void client.subscribe(channelOf(prefix), () => callbacks.forEach((callback) => callback())).catch(() => {})
  return {
    /** Calls back whenever any organisation has changed, until the returned function is called. */
    subscribe: (callback: () => void) => {
      callbacks.add(callback)
      return () => void callbacks.delete(callback)
    },
    close,
  }
}

/** Publishes changes to all processes through Redis; without Redis each process polls twice a second. */
export const changeNotifier = ({ redisUrl, prefix }: Options): ChangeNotifier & { readonly close: () => void } => {
  const channel = channelOf(prefix)
  // A Redis connection that subscribes does nothing else.
  const [publishing, subscribing] = [redisClient(redisUrl), redisClient(redisUrl)]
  const { client: publisher } = publishing
  const { client: subscriber } = subscribing
  const { notify, notifyAll, add } = subscriptions()
  const changed = new Set<number>()
  let [unanswered, polledAt] = [0, performance.now()]

  const publishChanged = () => {
    const organisations = [...changed]
    changed.clear()
    if (!subscriber.isReady) organisations.forEach(notify)
    if (!publisher.isReady || unanswered >= mostUnanswered) return
    unanswered++
    void publisher
      .publish(channel, organisations.join(' '))
      .catch(() => {})
      .then(() => unanswered--)
  }

  void subscriber
    .subscribe(channel, (message) => message.split(' ').forEach((organisation) => notify(Number(organisation))))
    .catch(() => {})
  const polling = setInterval(() => {
    if (performance.now() - polledAt < (subscriber.isReady ? connectedMs : aloneMs)) return
    polledAt = performance.now()
    notifyAll()
  }, aloneMs).unref()

  return {
    publish: (organisation) => {
      if (changed.size === 0) setTimeout(publishChanged, gatherMs).unref()
      changed.add(organisation)
    },
    subscribe: add,
    close: () => {
      clearInterval(polling)
      publishing.close()
      subscribing.close()
    },
  }
}
