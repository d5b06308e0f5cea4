import { describe, expect, it } from 'vitest'
import { compareVersions } from './versions.ts'

const before = { email: 'anna@mail.example', city: 'Espoo', tags: ['breeder'], remarks: '' }

describe('two versions of a record', () => {
  it('do not overlap where each of us changed something else', () => {
    const now = { ...before, city: 'Turku' }
    expect(compareVersions(before, now, { email: 'a@mail.example' })).toEqual({ overlapping: [], others: ['city'] })
  })

  it('overlap where both changed the same field, unless to the same value', () => {
    const now = { ...before, email: 'anna.k@mail.example', tags: [] }
    expect(compareVersions(before, now, { email: 'a@mail.example', tags: [] })).toEqual({
      overlapping: ['email'],
      others: [],
    })
  })

  it('do not differ by a list that was read twice', () => {
    const now = { ...before, tags: ['breeder'] }
    expect(compareVersions(before, now, { remarks: 'Late' })).toEqual({ overlapping: [], others: [] })
  })
})
