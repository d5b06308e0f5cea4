import { expect, it } from 'vitest'
import { maxResults } from '../../src/domain/search/search.ts'
import { maxFound } from '../../web/src/api/lists.ts'

it('the app knows how many records a search finds at most, so that it says when there may be more', () => {
  expect(maxFound).toBe(maxResults)
})
