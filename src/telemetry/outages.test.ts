import { expect, test } from 'vitest'
import { outageLog } from './outages.ts'

test('an outage is logged when it begins and when it has ended, with the number of faults', () => {
  const lines: [object, string][] = []
  let now = 0
  const outage = outageLog({ warn: (fields, message) => void lines.push([fields, message]) }, 'database', () => now)
  const refused = Object.assign(new Error('no'), { code: 'ECONNREFUSED' })

  outage.worked()
  expect(lines).toEqual([])
  for (; now < 9_500; now += 100) outage.failed(refused)
  expect(lines).toEqual([[{ err: refused }, 'the database is not reachable']])

  // One connection works while another still fails.
  outage.worked()
  now += 500
  outage.failed(refused)
  expect(lines).toHaveLength(1)

  now += 1_000
  outage.worked()
  outage.worked()
  expect(lines.slice(1)).toEqual([[{ faults: 96, seconds: 11 }, 'the database is reachable again']])

  outage.failed(refused)
  expect(lines).toHaveLength(3)
})
