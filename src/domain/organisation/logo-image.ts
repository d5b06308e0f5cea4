import { crc32, inflateSync } from 'node:zlib'

/** What printers print sharp, and no more: 25 mm at 600 dots an inch. */
const maxPixels = 1_200
export const largestLogo = 524_288

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Bytes for one pixel, by colour type: grey, colour, and each with transparency. */
const pixelBytes: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }

const chunkOf = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** The chunks of a PNG file up to its end; undefined if they are cut off. */
const chunksIn = (file: Buffer) => {
  const chunks: { readonly type: string; readonly data: Buffer }[] = []
  for (let at = signature.length; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at)
    if (end + 4 > file.length) return undefined
    const type = file.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: file.subarray(at + 8, end) })
    if (type === 'IEND') return chunks
    at = end + 4
  }
  return undefined
}

/** Whether the pixels are there, no more and no fewer, each line filtered in one of the ways that there are. */
const hasPixels = (data: Buffer, lines: number, lineBytes: number) => {
  try {
    const pixels = inflateSync(data, { maxOutputLength: lines * lineBytes })
    return (
      pixels.length === lines * lineBytes &&
      Array.from({ length: lines }).every((_, line) => pixels[line * lineBytes]! <= 4)
    )
  } catch {
    return false
  }
}

/**
 * The image of a PNG file and nothing else of it, such as where a picture was taken; undefined unless all of it is sound.
 * What makes PDF files reads it without checking, in the middle of a process that serves everybody.
 */
export const logoIn = (file: Buffer): Buffer | undefined => {
  if (!file.subarray(0, signature.length).equals(signature)) return undefined
  const chunks = chunksIn(file)
  const [head] = chunks ?? []
  if (chunks === undefined || head?.type !== 'IHDR' || head.data.length !== 13) return undefined
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)]
  const [depth, colour, compression, filter, interlace] = head.data.subarray(8)
  const bytes = pixelBytes[colour!]
  const isPlain = depth === 8 && compression === 0 && filter === 0 && interlace === 0 && bytes !== undefined
  if (!isPlain || Math.min(width, height) < 1 || Math.max(width, height) > maxPixels) return undefined
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data))
  if (!hasPixels(data, height, 1 + width * bytes)) return undefined
  return Buffer.concat([signature, chunkOf('IHDR', head.data), chunkOf('IDAT', data), chunkOf('IEND', Buffer.alloc(0))])
}
