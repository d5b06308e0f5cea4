import type { Batch } from './telemetry.ts'

type Fields = ReadonlyMap<number, readonly (bigint | Buffer)[]>

/** Reads one protobuf message into its fields: numbers for varints and fixed-length values, bytes for everything else. */
const fieldsOf = (bytes: Buffer): Fields => {
  const fields = new Map<number, (bigint | Buffer)[]>()
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number) => bytes.subarray(at, (at += length))
  const valueOf: Readonly<Record<number, () => bigint | Buffer>> = {
    0: varint,
    1: () => take(8).readBigUInt64LE(),
    2: () => take(Number(varint())),
    5: () => BigInt(take(4).readUInt32LE()),
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const read = valueOf[tag & 7]
    if (read === undefined || at > bytes.length) throw new Error(`Not protobuf: wire type ${tag & 7} at ${at}.`)
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), read()])
  }
  return fields
}

const messages = (fields: Fields, number: number) =>
  (fields.get(number) ?? []).map((bytes) => fieldsOf(bytes as Buffer))
const bytesIn = (fields: Fields, number: number) => (fields.get(number)?.[0] ?? Buffer.alloc(0)) as Buffer
const textIn = (fields: Fields, number: number) => bytesIn(fields, number).toString()
const hexIn = (fields: Fields, number: number) => bytesIn(fields, number).toString('hex')
const numberIn = (fields: Fields, number: number) => Number(fields.get(number)?.[0] ?? 0n)

/** KeyValue and AnyValue of opentelemetry/proto/common/v1/common.proto. */
const attributesOf = (fields: Fields, number: number) =>
  messages(fields, number).map((attribute) => {
    const [value] = messages(attribute, 2)
    const [name, content] = {
      1: ['stringValue', () => textIn(value!, 1)] as const,
      2: ['boolValue', () => numberIn(value!, 2) === 1] as const,
      3: ['intValue', () => numberIn(value!, 3)] as const,
    }[[...value!.keys()][0] as 1 | 2 | 3] ?? ['unknown', () => undefined]
    return { key: textIn(attribute, 1), value: { [name]: content() } }
  })

/** Span of opentelemetry/proto/trace/v1/trace.proto. */
const spanOf = (span: Fields) => ({
  traceId: hexIn(span, 1),
  spanId: hexIn(span, 2),
  parentSpanId: hexIn(span, 4),
  name: textIn(span, 5),
  kind: numberIn(span, 6),
  attributes: attributesOf(span, 9),
  status: { code: numberIn(messages(span, 15)[0] ?? new Map(), 3) },
})

/** Decodes an ExportTraceServiceRequest, so that it looks like the same in JSON. */
export const batchOf = (body: Buffer): Batch => ({
  resourceSpans: messages(fieldsOf(body), 1).map((resource) => ({
    resource: { attributes: attributesOf(messages(resource, 1)[0]!, 1) },
    scopeSpans: messages(resource, 2).map((scope) => ({ spans: messages(scope, 2).map(spanOf) })),
  })),
})
