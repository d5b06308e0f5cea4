import { connect, type Socket } from 'node:net'

/** Where ClamAV's daemon listens: a port, or a socket in the file system. */
export type ScannerAddress = { readonly host: string; readonly port: number } | { readonly path: string }

/** How long the daemon may be silent. A large archive takes it a while. */
const silentMs = 120_000

const fault = (name: string, cause?: unknown) =>
  Object.assign(new Error('The virus scanner failed.', { cause }), { code: `ESCANNER-${name}` })

/** Everything the daemon says until it closes the connection. */
const answerOf = (socket: Socket) =>
  new Promise<string>((resolve, reject) => {
    let text = ''
    let problem: unknown
    socket.on('data', (data) => (text += data.toString('latin1')))
    socket.on('timeout', () => socket.destroy(new Error('no answer')))
    socket.on('error', (reason) => (problem = reason))
    // What it said before the connection broke is its answer: it does not hear out a file that is too large.
    socket.on('close', () =>
      text === ''
        ? reject(fault(problem === undefined ? 'Closed' : 'Connection', problem))
        : resolve(text.replaceAll('\0', '').trim()),
    )
  })

const send = (socket: Socket, data: Buffer | string) =>
  new Promise<void>((resolve, reject) => socket.write(data, (problem) => (problem ? reject(problem) : resolve())))

const lengthOf = (piece: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(piece.length)
  return length
}

/** Sends a file in pieces, each after its length; a length of nothing ends it. */
const sendAll = async (socket: Socket, content: AsyncIterable<Buffer>) => {
  await send(socket, 'zINSTREAM\0')
  for await (const piece of content) {
    if (piece.length === 0) continue
    if (socket.destroyed) return
    await send(socket, Buffer.concat([lengthOf(piece), piece]))
  }
  await send(socket, Buffer.alloc(4))
}

const signatureIn = (answer: string) => {
  if (answer === 'stream: OK') return undefined
  const [, signature] = /^stream: (.{1,200}) FOUND$/.exec(answer) ?? []
  if (signature === undefined) throw fault(/size limit/i.test(answer) ? 'TooLarge' : 'Answer')
  return signature
}

/** ClamAV's daemon, which is sent whole files and says what it found in them (its command INSTREAM). */
export const virusScannerAt = (address: ScannerAddress, patienceMs = silentMs) => ({
  /** The name of what was found in a file; undefined if nothing was. Throws where the scanner did not say. */
  scan: async (content: AsyncIterable<Buffer>): Promise<string | undefined> => {
    const socket = connect({ ...address, timeout: patienceMs })
    const answer = answerOf(socket)
    // A file that cannot be read to its end ends the connection, and then there is no answer.
    void sendAll(socket, content).catch((problem: Error) => socket.destroy(problem))
    try {
      return signatureIn(await answer)
    } finally {
      socket.destroy()
    }
  },
})
export type VirusScanner = ReturnType<typeof virusScannerAt>
