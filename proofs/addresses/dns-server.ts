import { createSocket } from 'node:dgram'
import ipaddr from 'ipaddr.js'

export type Answer = { readonly type: 'A' | 'AAAA' | 'CNAME'; readonly data: string; readonly name?: string }
/** What a name answers when it is asked for the first, second, … time for one type. */
export type Zone = ReadonlyMap<string, (type: 'A' | 'AAAA', time: number) => readonly Answer[]>

const codes = { A: 1, CNAME: 5, AAAA: 28 } as const

const encodeName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])

const readQuestion = (packet: Buffer) => {
  const labels: string[] = []
  let at = 12
  for (let length = packet[at]!; length > 0; length = packet[at]!) {
    labels.push(
      packet
        .subarray(at + 1, at + 1 + length)
        .toString('ascii')
        .toLowerCase(),
    )
    at += length + 1
  }
  return { name: labels.join('.'), type: packet.readUInt16BE(at + 1), end: at + 5 }
}

const encodeAnswer = (asked: string, { name = asked, type, data }: Answer) => {
  const content = type === 'CNAME' ? encodeName(data) : Buffer.from(ipaddr.parse(data).toByteArray())
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(codes[type], 0)
  fixed.writeUInt16BE(1, 2)
  // The time to live, from 4 to 8, stays 0.
  fixed.writeUInt16BE(content.length, 8)
  return Buffer.concat([encodeName(name), fixed, content])
}

/** A DNS server on loopback whose answers may differ from one question to the next; nothing may be cached. Port 0 is any that is free. */
export const startDns = (zone: Zone, port = 53) =>
  new Promise<{ readonly port: number; readonly close: () => void }>((resolve) => {
    const socket = createSocket('udp4')
    const asked = new Map<string, number>()
    socket.on('message', (packet, from) => {
      const { name, type, end } = readQuestion(packet)
      const kind = type === codes.A ? 'A' : type === codes.AAAA ? 'AAAA' : undefined
      const find = zone.get(name)
      const time = asked.get(`${name} ${kind}`) ?? 0
      asked.set(`${name} ${kind}`, time + 1)
      const answers = kind === undefined || find === undefined ? [] : find(kind, time)
      const header = Buffer.alloc(12)
      packet.copy(header, 0, 0, 2)
      header.writeUInt16BE(0x8580 | (find === undefined ? 3 : 0), 2)
      header.writeUInt16BE(1, 4)
      header.writeUInt16BE(answers.length, 6)
      socket.send(
        Buffer.concat([header, packet.subarray(12, end), ...answers.map((answer) => encodeAnswer(name, answer))]),
        from.port,
        from.address,
      )
    })
    socket.bind(port, '127.0.0.1', () => resolve({ port: socket.address().port, close: () => socket.close() }))
  })
