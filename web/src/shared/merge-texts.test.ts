import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bothTexts, mergeTexts, movedCaret } from './merge-texts.ts'

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

  it('have several changes of each, above and below those of the other', () => {
    const long = 'Coughs\nEats\nDrinks\nSleeps\nWalks'
    const mine = 'Coughs at night\nEats\nDrinks\nSleeps\nWalks badly'
    const theirs = 'Seen by Berg\nCoughs\nEats\nDrinks a lot\nSleeps\nWalks'
    const both = 'Seen by Berg\nCoughs at night\nEats\nDrinks a lot\nSleeps\nWalks badly'
    expect(mergeTexts(long, mine, theirs)).toBe(both)
    expect(mergeTexts(long, theirs, mine)).toBe(both)
  })

  it('have what both wrote alike once', () => {
    expect(mergeTexts('One\nTwo', 'One\nTwo\nFleas', 'Zero\nTwo\nFleas')).toBe('Zero\nTwo\nFleas')
  })
})

const anyLines = fc.array(fc.constantFrom('', 'Coughs', 'Eats', 'Fleas', 'Sleeps', 'Walks'), { maxLength: 12 })
const texts = fc
  .tuple(anyLines, anyLines, anyLines)
  .map((all) => all.map((lines) => lines.join('\n')) as [string, string, string])

describe('any two texts that were made of one', () => {
  it('are merged alike, whoever comes first, and not at all by one who changed nothing', () => {
    fc.assert(
      fc.property(texts, ([base, mine, theirs]) => {
        expect(mergeTexts(base, theirs, mine)).toBe(mergeTexts(base, mine, theirs))
        expect([mergeTexts(base, base, theirs), mergeTexts(base, mine, base)]).toEqual([theirs, mine])
      }),
    )
  })

  it('lose no line that one of them wrote', () => {
    fc.assert(
      fc.property(texts, ([base, mine, theirs]) => {
        const kept = new Set(bothTexts(base, mine, theirs).split('\n'))
        const written = `${mine}\n${theirs}`.split('\n').filter((line) => !base.split('\n').includes(line))
        expect(written.filter((line) => line !== '' && !kept.has(line))).toEqual([])
      }),
    )
  })
})

describe('both texts', () => {
  it.each([
    ['added below', before, `${before}\nMine`, `${before}\nTheirs`, `${before}\nTheirs\nMine`],
    ['the same line', 'Lungs clear\nFleas', 'Wheeze\nFleas', 'Crackles\nFleas', 'Crackles\nWheeze\nFleas'],
    ['written at once', '', 'Coughs\nMine', 'Coughs\nTheirs', 'Coughs\nTheirs\nMine'],
    ['a line one removed and the other changed', 'One\nTwo', 'One', 'One\nTwo, theirs', 'One\nTwo, theirs'],
    ['apart', 'One\nTwo\nThree', 'One, mine\nTwo\nThree', 'One\nTwo\nThree, theirs', 'One, mine\nTwo\nThree, theirs'],
  ])('have the lines in common once, and what each added: %s', (_what, base, mine, theirs, both) => {
    expect(bothTexts(base, mine, theirs)).toBe(both)
  })

  it('of hours of typing are found at once', () => {
    const lines = (words: string) => Array.from({ length: 20_000 }, (_, at) => `${words} ${at}`).join('\n')
    const both = bothTexts('', lines('mine'), lines('theirs'))
    expect(both.split('\n')).toHaveLength(40_000)
  })
})

describe('the caret', () => {
  const shown = (text: string, caret: number) => `${text.slice(0, caret)}|${text.slice(caret)}`
  it.each([
    ['a line was added above', 'One\nTw|o', 'Zero\nOne\nTw|o'],
    ['a line was added below', 'One\nTw|o', 'One\nTw|o\nThree'],
    ['lines above and below were changed', 'One\nTw|o\nThree', 'Once more\nTw|o\nThreefold'],
    ['its line was changed', 'One\nTwo, lo|ng', 'One\nThree, |four'],
    ['its line was cut short', 'One\nTwo, lo|ng', 'One\nTwo|'],
    ['everything is gone', 'One\nTw|o', '|'],
  ])('stays at its word where %s', (_what, was, after) => {
    const text = after.replace('|', '')
    expect(shown(text, movedCaret(was.replace('|', ''), text, was.indexOf('|')))).toBe(after)
  })
})
