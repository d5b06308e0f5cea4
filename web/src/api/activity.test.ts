import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const minute = 60_000

/** A page whose clock stands still until it is moved. */
const openPage = async () => {
  vi.resetModules()
  const [page, screen] = [new EventTarget(), Object.assign(new EventTarget(), { visibilityState: 'visible' })]
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', screen)
  const { watchAbsence, watchActivity } = await import('./activity.ts')
  const told: boolean[] = []
  const stops = [watchActivity(() => {}, minute), watchAbsence((isBack) => told.push(isBack))]
  return { page, screen, told, leave: () => stops.forEach((stop) => stop()) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the absence of whoever used the page', () => {
  it('is told after 15 minutes by the clock of the page, and not while it is used', async () => {
    const { page, told, leave } = await openPage()
    vi.advanceTimersByTime(10 * minute)
    page.dispatchEvent(new Event('keydown'))
    vi.advanceTimersByTime(14 * minute)
    expect(told).toEqual([])
    vi.advanceTimersByTime(minute)
    expect(told).toEqual([false])
    leave()
    vi.advanceTimersByTime(minute)
    expect(told).toEqual([false])
  })

  it('is told at once to a page that comes to the front again', async () => {
    const { screen, told, leave } = await openPage()
    vi.setSystemTime(Date.now() + 20 * minute)
    screen.dispatchEvent(new Event('visibilitychange'))
    expect(told).toEqual([true])
    leave()
  })
})
