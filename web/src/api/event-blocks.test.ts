import { describe, expect, it } from 'vitest'
import { etagOf } from './etag.ts'
import { parseBlock, splitBlocks } from './event-blocks.ts'

describe('a stream of events', () => {
  it('is split into whole blocks, however it arrives', () => {
    const stream = 'id: 1\nevent: change\ndata: {}\n\n: keep-alive\n\nid: 2\nda'
    const { blocks, rest } = splitBlocks(stream)
    expect(blocks).toEqual(['id: 1\nevent: change\ndata: {}', ': keep-alive'])
    expect(splitBlocks(`${rest}ta: x\n\n`)).toEqual({ blocks: ['id: 2\ndata: x'], rest: '' })
  })

  it('has blocks with an id, a kind and data, or with a comment only', () => {
    expect(parseBlock('id: 7\nevent: change\ndata: {"a":\ndata: 1}')).toEqual({
      id: '7',
      event: 'change',
      data: '{"a":\n1}',
    })
    expect(parseBlock(': keep-alive')).toEqual({ id: undefined, event: 'message', data: '' })
    expect(parseBlock('id: 9')).toEqual({ id: '9', event: 'message', data: '' })
  })
})

describe('an ETag', () => {
  it('is the time of the last change in microseconds', () => {
    expect(etagOf('2026-11-16T10:00:00.000001Z')).toBe('"1794823200000001"')
    expect(etagOf('2026-11-16T10:00:00Z')).toBe('"1794823200000000"')
  })
})
