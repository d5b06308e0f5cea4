import { describe, expect, it, vi } from 'vitest'
import { authorOf, noteAuthors } from './authors.ts'

const version = (id: number) => ({ url: `/client/${id}/`, modified: '2026-01-01T10:00:00Z' })

describe('who made a version', () => {
  it('is known from its event, also if that comes a moment later', async () => {
    noteAuthors([{ ...version(1), actor: '/user/7/' }])
    expect(await authorOf(version(1))).toBe('/user/7/')
    const asked = [authorOf(version(2)), authorOf(version(2))]
    noteAuthors([{ ...version(2), actor: '/user/8/' }])
    expect(await Promise.all(asked)).toEqual(['/user/8/', '/user/8/'])
  })

  it('stays unknown if no event comes, or if it was the service itself', async () => {
    vi.useFakeTimers()
    noteAuthors([{ ...version(3), actor: null }])
    const asked = authorOf(version(3))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await asked).toBeUndefined()
    vi.useRealTimers()
  })
})
