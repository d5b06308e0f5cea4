import { request, type IncomingMessage } from 'node:http'

/** One event of a stream, as a browser's EventSource would deliver it. */
export type StreamEvent = {
  readonly id: string
  readonly event: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of an event
  readonly data: any
}

const readBlock = (block: string, id: string): StreamEvent => {
  const lines = block.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line) ?? [line, '', ''])
  const value = (name: string) => lines.filter(([, key]) => key === name).map(([, , text]) => text)
  const data = value('data').join('\n')
  return {
    id: value('id').at(-1) ?? id,
    event: value('event')[0] ?? 'message',
    data: data === '' ? undefined : JSON.parse(data),
  }
}

/** Opens an event stream and collects what it sends, until it is closed. */
export const openStream = async (url: string, headers: Readonly<Record<string, string>>) => {
  const asked = request(url, { agent: false, headers: { accept: 'text/event-stream', ...headers } })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject).end()
  })
  const events: StreamEvent[] = []
  let [lastId, raw, rest] = ['', '', '']
  response.setEncoding('utf8').on('data', (part: string) => {
    raw += part
    const blocks = (rest + part).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const event = readBlock(block, lastId)
      lastId = event.id
      if (event.data !== undefined) events.push(event)
    }
  })
  const ended = new Promise<'ended' | 'left'>((resolve) => {
    response.once('end', () => resolve('ended')).once('error', () => resolve('left'))
  })
  return {
    status: response.statusCode ?? 0,
    header: (name: string) => response.headers[name],
    events,
    /** Changes only, without the first event. */
    changes: () => events.filter(({ event }) => event === 'change').map(({ data }) => data),
    lastId: () => lastId,
    raw: () => raw,
    ended,
    leave: () => asked.destroy(),
  }
}
