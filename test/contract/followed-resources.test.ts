import { expect, it } from 'vitest'
import { resources } from '../../src/app/resources.ts'
import { followed } from '../../web/src/api/followed.ts'

it('the app follows resources by the names that the event stream has for them', () => {
  const names = resources.map(({ name }) => name)
  expect(followed.filter((name) => !names.includes(name))).toEqual([])
})
