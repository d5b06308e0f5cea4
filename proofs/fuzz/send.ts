import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { Got } from '../answer-check.ts'

/** A request as it goes over the wire: built by the HTTP client, or as bare bytes that no client would send. */
export type Outgoing = {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly bytes?: Buffer
  /** With bare bytes: says that nothing more will come, so that an unfinished request stays unfinished. */
  readonly ends?: true
  /** The address to ask from: what is refused is counted by address. */
  readonly from?: string
}

export type Ended = (Got & { readonly ms: number }) | { readonly failed: string; readonly ms: number }

const agent = new Agent({ keepAlive: true })
const patienceMs = 30_000

const byClient = ({ method, target, headers, body, from }: Outgoing, port: number) =>
  new Promise<Got>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const by = from === undefined ? { agent } : { agent: false as const, localAddress: from }
    const options = { host: '127.0.0.1', port, method, path: target, headers: { ...length, ...headers }, ...by }
    const asked = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const header = (name: string) => {
          const value = response.headers[name.toLowerCase()]
          return Array.isArray(value) ? value.join(', ') : value
        }
        resolve({ status: response.statusCode ?? 0, header, text: Buffer.concat(chunks).toString() })
      })
    })
    asked.on('error', reject)
    asked.setTimeout(patienceMs, () => asked.destroy(new Error('no answer in time')))
    asked.end(body)
  })

/** Reads the first final answer in what came back. */
export const readAnswer = (heard: Buffer): Got | undefined => {
  const text = heard.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0)
  if (status >= 100 && status < 200) return readAnswer(heard.subarray(end + 4))
  const headers = new Map(
    lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const length = Number(headers.get('content-length') ?? 0)
  const body = heard.subarray(end + 4, end + 4 + length)
  return { status, header: (name) => headers.get(name.toLowerCase()), text: body.toString() }
}

const asBytes = ({ bytes = Buffer.alloc(0), ends, from }: Outgoing, port: number) =>
  new Promise<Got>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ...(from === undefined ? {} : { localAddress: from }) })
    const chunks: Buffer[] = []
    let problem = 'closed without an answer'
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', ({ message }) => (problem = message))
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer in time')))
    socket.on('close', () => {
      const answer = readAnswer(Buffer.concat(chunks))
      if (answer === undefined) reject(new Error(problem))
      else resolve(answer)
    })
    socket.on('end', () => socket.end())
    socket.on('connect', () => (ends ? socket.end(bytes) : socket.write(bytes)))
  })

/** Sends a request and says how it ended. */
export const send = async (outgoing: Outgoing, port: number): Promise<Ended> => {
  const began = performance.now()
  const ended = await (outgoing.bytes === undefined ? byClient : asBytes)(outgoing, port).catch(
    (problem: NodeJS.ErrnoException) => ({ failed: problem.code ?? problem.message }),
  )
  return { ...ended, ms: performance.now() - began }
}

const shortened = (text: string) =>
  text.length > 2_000 ? `${text.slice(0, 2_000)}… (${text.length} characters)` : text
const quoted = (text: string) => `'${shortened(text).replaceAll("'", `'\\''`)}'`

/** The request as one would type it. */
export const inWords = ({ method, target, headers, body, bytes, from }: Outgoing, port: number): string => {
  if (bytes !== undefined) return `bytes to port ${port}: ${JSON.stringify(shortened(bytes.toString('latin1')))}`
  return [
    `curl -g -X ${method} ${quoted(`http://127.0.0.1:${port}${target}`)}`,
    ...(from === undefined ? [] : [`--interface ${from}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body.toString())}`]),
  ].join(' ')
}
