import { crc32, deflateSync } from 'node:zlib'

type Made = {
  readonly width?: number
  readonly height?: number
  readonly colour?: 0 | 2 | 3 | 4 | 6
  readonly depth?: number
  readonly interlace?: number
  /** How each line of pixels is said to be filtered. */
  readonly filter?: number
  /** Lines that the head announces and the data lacks. */
  readonly missing?: number
  /** Chunks before the pixels. */
  readonly extra?: readonly (readonly [type: string, data: string])[]
}

const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const

const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A PNG image in one colour, or a file that is wrong in one way. */
export const pngOf = (made: Made = {}): Buffer => {
  const { width = 60, height = 24, colour = 6, depth = 8, interlace = 0, filter = 0, missing = 0, extra = [] } = made
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([depth, colour, 0, 0, interlace], 8)
  const line = Buffer.concat([Buffer.from([filter]), Buffer.alloc(width * samples[colour], 0x80)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height - missing }, () => line)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...extra.map(([type, data]) => chunk(type, Buffer.from(data))),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const asPng = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })
