import { describe, expect, it } from 'vitest'
import { mergeTexts } from './merge-texts.ts'

const before = 'Coughs\n\nLungs clear\n\nNo fleas'

describe('texts that two people changed', () => {
  it('have both changes where those are in different lines', () => {
    const mine = before.replace('Coughs', 'Coughs at night')
    const theirs = before.replace('No fleas', 'Fleas')
    const both = 'Coughs at night\n\nLungs clear\n\nFleas'
    expect(mergeTexts(before, mine, theirs)).toBe(both)
    expect(mergeTexts(before, theirs, mine)).toBe(both)
  })

  it('have a line that one added, and one that the other removed', () => {
    expect(mergeTexts(before, `${before}\nSeen by Berg`, 'Coughs\n\nNo fleas')).toBe('Coughs\n\nNo fleas\nSeen by Berg')
  })

  it.each([
    ['the same line', before.replace('Lungs clear', 'Wheeze'), before.replace('Lungs clear', 'Crackles')],
    ['the end of the same line', `${before} seen`, `${before} at all`],
    ['the same place, by adding to it', `${before}\nMine`, `${before}\nTheirs`],
  ])('are not merged where both changed %s', (_what, mine, theirs) => {
    expect(mergeTexts(before, mine, theirs)).toBeUndefined()
  })

  it('are the text of the one who changed something', () => {
    expect(mergeTexts(before, before, 'Other')).toBe('Other')
    expect(mergeTexts(before, 'Mine', before)).toBe('Mine')
    expect(mergeTexts('', 'Same', 'Same')).toBe('Same')
    expect(mergeTexts('', 'Mine', 'Theirs')).toBeUndefined()
  })
})
