import { expect, it } from 'vitest'
import { nearest } from './nearest.ts'
import { progressOn } from './progress.ts'

const recorder = (isTTY: boolean) => {
  const written: string[] = []
  return { written, isTTY, write: (text: string) => void written.push(text) }
}

it('overwrites a count on a terminal, and clears the last one', () => {
  const stream = recorder(true)
  const progress = progressOn(stream)
  progress.count('1 of 2')
  progress.count('2 of 2')
  progress.step('Done')
  progress.end()
  expect(stream.written.join('')).toBe('\r\u001B[2K1 of 2\r\u001B[2K2 of 2\r\u001B[2KDone\n')
})

it('writes whole lines into a file, and a count at most every two seconds', () => {
  let now = 0
  const stream = recorder(false)
  const progress = progressOn(stream, () => now)
  progress.step('Start')
  for (now = 500; now <= 5_000; now += 500) progress.count(`${now}`)
  progress.end()
  expect(stream.written).toEqual(['Start\n', '2000\n', '4000\n'])
})

it.each([
  ['migrat', 'migrate'],
  ['usr create', 'user create'],
  ['organisation', 'organisation create'],
  ['xyzzy', undefined],
])('takes %j for %j', (typed, meant) => {
  expect(nearest(typed, ['migrate', 'user create', 'organisation create', 'api'])).toBe(meant)
})
