import { describe, expect, it } from 'vitest'
import { type LabelPage, labelPagesOf, type LabelTexts } from './label-pages.ts'

const texts: LabelTexts = {
  patient: 'Rex, Dog',
  owner: 'Anna Koski',
  name: 'Carprofen 50 mg',
  amount: '14 tablets',
  instructions: 'One tablet a day with food.',
}
const lengthOf = ({ texts: said }: LabelPage) => Object.values(said).join(' ').length
/** A label with room for so many letters, and half as many again of the smaller ones. */
const withRoomFor = (letters: number) => (page: LabelPage) =>
  lengthOf(page) <= (page.step === 0 ? letters : letters * 1.5)
const wordsOf = (pages: readonly LabelPage[], part: keyof LabelTexts) =>
  pages.flatMap((page) => page.texts[part].split(/\s+/).filter(Boolean)).join(' ')

describe('the labels of a medicine', () => {
  it('are one with the usual letters where everything fits', () => {
    expect(labelPagesOf(texts, withRoomFor(200))).toEqual([{ step: 0, isFirst: true, texts }])
  })

  it('are one with smaller letters where that is enough', () => {
    expect(labelPagesOf(texts, withRoomFor(60))).toEqual([{ step: 1, isFirst: true, texts }])
  })

  it('are several with smaller letters where it is not, and no word is lost or said twice', () => {
    const long = { ...texts, instructions: Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ') }
    const pages = labelPagesOf(long, withRoomFor(100))
    expect(pages.length).toBeGreaterThan(10)
    expect(pages.map(({ step }) => step)).toEqual(pages.map(() => 1))
    expect(pages.filter(({ isFirst }) => isFirst)).toEqual([pages[0]])
    for (const part of ['patient', 'owner', 'name', 'amount', 'instructions'] as const)
      expect(wordsOf(pages, part)).toBe(long[part])
    expect(pages.slice(0, -1).every((page) => lengthOf(page) > 120)).toBe(true)
  })

  it('break what has no spaces, and end even where nothing fits', () => {
    const unbroken = { ...texts, instructions: 'x'.repeat(200) }
    const pages = labelPagesOf(unbroken, () => false)
    expect(pages.map((page) => page.texts.instructions).join('')).toBe(unbroken.instructions)
    expect(pages.every((page) => page.texts.instructions.length <= 20)).toBe(true)
  })

  it('keep the lines of the instructions', () => {
    const lines = { ...texts, instructions: 'Morning: 1\nEvening: 2' }
    expect(labelPagesOf(lines, withRoomFor(500))[0]!.texts.instructions).toBe('Morning: 1\nEvening: 2')
  })
})
