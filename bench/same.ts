import { isDeepStrictEqual } from 'node:util'
import { createRandom } from '../src/demo/random.ts'
import type { Stage } from './servers.ts'

type Json = Readonly<Record<string, unknown>>

/** What only the moment of writing decides. */
const own = new Set(['id', 'url', 'created', 'modified'])
const withoutOwn = (record: Json) => Object.fromEntries(Object.entries(record).filter(([name]) => !own.has(name)))

/** Asks both servers the same and refuses to go on when their answers differ in a single name or value. */
export const requireSame = async ({ api, peer, size, tokens }: Stage, seed: number) => {
  const random = createRandom(seed)
  let key = ''
  const ask = async (port: number, path: string, authorization: string, body?: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
    return { status: response.status, answer: (await response.json()) as Json }
  }
  const compare = async (path: string, token: string, status: number, body?: string) => {
    const ours = await ask(api.ports[0]!, path, `Bearer ${token}`, body)
    const theirs = await ask(peer.ports[0]!, path, `Token ${token}`, body)
    const shown = ({ answer }: typeof ours) => (status >= 400 ? {} : body === undefined ? answer : withoutOwn(answer))
    const isSame = ours.status === status && theirs.status === status && isDeepStrictEqual(shown(ours), shown(theirs))
    if (!isSame) throw new Error(`Different answers to ${path}:\n${JSON.stringify(ours)}\n${JSON.stringify(theirs)}`)
  }
  for (let turn = 0; turn < 10; turn++) {
    key = `same-${seed}-${turn}`
    const { organisation, token } = random.pick(tokens)
    const base = `/${organisation}/api/0.1`
    const patient = (organisation - 1) * size.patients + random.int(1, size.patients)
    const client = (organisation - 1) * size.clients + random.int(1, size.clients)
    const number = { phone_number: `040 ${random.int(1_000_000, 9_999_999)}`, type_code: 1, description: 'Mobile' }
    const body = JSON.stringify({ client: `http://127.0.0.1${base}/client/${client}/`, ...number })
    const foreign = 1 + ((patient + size.patients) % (size.organisations * size.patients))
    await compare(`${base}/patient/${patient}/`, token, 200)
    await compare(`${base}/patient/?page=${random.int(1, 4)}&species__is=${random.int(1, 2)}`, token, 200)
    await compare(`${base}/phonenumber/`, token, 201, body)
    await compare(`${base}/phonenumber/`, token, 201, body)
    await compare(`${base}/patient/${foreign}/`, token, 404)
    await compare(`${base}/patient/${patient}/`, 'f'.repeat(40), 401)
  }
}
