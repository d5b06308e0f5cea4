import { expect, it } from 'vitest'
import { isOwnEcho, noteWritten } from './echoes.ts'

const versionOf = (id: number) => ({ url: `/receiptline/${id}/`, modified: '2026-11-16T09:00:00.000000Z' })

it('knows its own versions, whether one record was answered, a list or a composite', () => {
  noteWritten(versionOf(1))
  noteWritten([versionOf(2), versionOf(3)])
  noteWritten({ entries: [{ body: versionOf(4) }, {}] })
  expect([1, 2, 3, 4, 5].map((id) => isOwnEcho(versionOf(id)))).toEqual([true, true, true, true, false])
})
