import { createClient } from '@redis/client'
import type { ChangeNotifier } from '../kernel/operation.ts'

const [aloneMs, connectedMs] = [500, 5_000]
/** Every subscriber is notified at least this often, even if nothing has changed. */
export const notifyMs = connectedMs + aloneMs
/** Changes within this time are published together. */
const gatherMs = 25
/** A Redis that has stopped answering must not fill our memory with what is published. */
const maxUnanswered = 1_000

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

type Watcher = { readonly failed: (problem: unknown) => void; readonly worked: () => void }

/** A connection that is made again when it is lost, until it is closed. */
const connectToRedis = (url: string, watcher?: Watcher) => {
  let closed = false
  const client = createClient({
    url,
    disableOfflineQueue: true,
    disableClientInfo: true,
    socket: { reconnectStrategy: (tries) => !closed && Math.min(tries * 100, 2_000) },
  })
  client.on('error', (problem) => watcher?.failed(problem))
  client.on('ready', () => {
    watcher?.worked()
    // Closing does not stop a client that is still connecting.
    if (closed) client.destroy()
  })
  void client.connect().catch(() => {})
  const close = () => {
    closed = true
    client.destroy()
  }
  return { client, close }
}

const channelOf = (prefix: string) => `${prefix}:changed`

type Options = { readonly redisUrl: string; readonly prefix: string }

type ListenerOptions = Options & {
  /** Called with the organisations whose changes a process has published. */
  readonly onChange: (organisations: readonly number[]) => void
  readonly watcher?: Watcher
}

/** Hears through Redis of the changes that any process publishes; without Redis of none. */
export const changeListener = ({ redisUrl, prefix, onChange, watcher }: ListenerOptions) => {
  // A connection of its own, because one that subscribes does nothing else.
  const { client, close } = connectToRedis(redisUrl, watcher)
  const listen = (message: string) => {
    watcher?.worked()
    onChange(message.split(' ').map(Number))
  }
  // The client subscribes again by itself only after a subscription that succeeded.
  client.on('ready', () => void client.subscribe(channelOf(prefix), listen).catch(() => {}))
  return { isConnected: () => client.isReady, close }
}

/** Publishes changes to all processes through Redis; without Redis each process polls twice a second. */
export const changeNotifier = ({ redisUrl, prefix }: Options): ChangeNotifier & { readonly close: () => void } => {
  const publisher = connectToRedis(redisUrl)
  const { notify, notifyAll, add } = subscriptions()
  const listener = changeListener({ redisUrl, prefix, onChange: (organisations) => organisations.forEach(notify) })
  const changed = new Set<number>()
  let [unanswered, polledAt] = [0, performance.now()]

  const publishChanged = () => {
    const organisations = [...changed]
    changed.clear()
    if (!listener.isConnected()) organisations.forEach(notify)
    if (!publisher.client.isReady || unanswered >= maxUnanswered) return
    unanswered++
    void publisher.client
      .publish(channelOf(prefix), organisations.join(' '))
      .catch(() => {})
      .then(() => unanswered--)
  }

  const polling = setInterval(() => {
    if (performance.now() - polledAt < (listener.isConnected() ? connectedMs : aloneMs)) return
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
      publisher.close()
      listener.close()
    },
  }
}
