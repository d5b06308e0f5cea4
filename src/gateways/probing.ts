import { isIP } from 'node:net'
import { connect } from 'node:tls'

/** How long a server that an operator has named may take to answer. */
const patienceMs = 10_000

type Probe = Pick<RequestInit, 'method' | 'body'>

/** Asks a server of the operator's own settings, which may be private, so that no address guard is in between. */
export const probe = (url: string, request: Probe = {}): Promise<Response> =>
  fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })

/** Until when a certificate counts, and for how long in all, in days. */
export type Validity = { readonly left: number; readonly whole: number }

const dayMs = 86_400_000

/** How long the certificate of a server is valid. One that is not fails. */
export const certificateOf = ({ hostname, port }: URL): Promise<Validity> =>
  new Promise((resolve, reject) => {
    const host = hostname.replaceAll(/[[\]]/g, '')
    const name = isIP(host) > 0 ? {} : { servername: host }
    const socket = connect({ host, port: Number(port || 443), timeout: patienceMs, ...name })
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    socket.once('secureConnect', () => {
      const { valid_from, valid_to } = socket.getPeerCertificate()
      const [begins, ends] = [Date.parse(valid_from), Date.parse(valid_to)]
      socket.destroy()
      resolve({ left: (ends - Date.now()) / dayMs, whole: (ends - begins) / dayMs })
    })
  })
