import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { listening } from '../services/listening.ts'

export const requireFreePort = async (port: string) => {
  const probe = await listening({ port: Number(port), host: '127.0.0.1', exclusive: true })
  if (probe === undefined)
    throw new Error(
      `Port ${port} is taken by another program, perhaps by another npm run dev. ` +
        'Stop it, or choose another port for the API: FETLOCK_PORT=8000 npm run dev',
    )
  await new Promise((closed) => probe.close(closed))
}

const greetingOf = async (smtpUrl: string) => {
  const { hostname, port } = new URL(smtpUrl)
  const socket = connect(Number(port), hostname)
  const end = new AbortController()
  try {
    const data = once(socket, 'data', { signal: end.signal }) as Promise<[Buffer]>
    const [greeting] = await Promise.race([data, pause(2000, [Buffer.alloc(0)], { ref: false })])
    return greeting.toString()
  } catch {
    return ''
  } finally {
    end.abort()
    socket.destroy()
  }
}

/** Refuses what listens on the mail port unless it greets as a mail server does, such as the one of compose.yaml. */
export const requireMailServer = async (smtpUrl: string) => {
  if ((await greetingOf(smtpUrl)).startsWith('220')) return
  throw new Error(
    `Port ${new URL(smtpUrl).port}, on which mail is caught, is taken by a program that is no mail server. ` +
      'Stop it, or choose another port for mail: FETLOCK_SMTP_URL=smtp://127.0.0.1:2525 npm run dev',
  )
}
