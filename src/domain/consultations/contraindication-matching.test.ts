import { describe, expect, it } from 'vitest'
import { readSubstances } from '../items/codelists/read.ts'
import { type Contents, type Contraindicated, substancesIn, whatMeets } from './contraindication-matching.ts'

const amoxiclav: Contents = {
  name: 'Tablets 50 mg',
  substances: [],
  known: [{ name: 'Amoxicillin and clavulanic acid', classes: ['Penicillins'], atc_code: 'QJ01CR02' }],
}
const plain = (fields: Partial<Contents>): Contents => ({
  name: 'Tablets',
  substances: [],
  known: [],
  ...fields,
})
const against = (fields: Partial<Contraindicated>): Contraindicated => ({ substance: '', atc_prefix: '', ...fields })

describe('what meets a contraindication', () => {
  it.each([
    ['J01C', 'QJ01CR02', true],
    ['QJ01C', 'J01CR02', true],
    ['QJ01CR02', 'qj01cr02', true],
    ['J01CA', 'QJ01CR02', false],
    ['J01', 'QJ51DB08', false],
    ['A10', 'QJ01CR02', false],
  ])('%s and the code %s: %s', (atc_prefix, code, meets) => {
    const found = whatMeets(against({ atc_prefix }), plain({ substances: [code] }))
    expect(found).toBe(meets ? code.toUpperCase() : undefined)
  })

  it.each(['J01C A04', ' QJ01CA04', 'q j01 ca 04 '])('knows the code “%s” by its letters and digits', (code) => {
    expect(whatMeets(against({ atc_prefix: 'J01C' }), plain({ substances: [code] }))).toMatch(/^Q?J01CA04$/)
  })

  it('takes a substance that could be the beginning of a code for one, and for a name too', () => {
    expect(whatMeets(against({ substance: 'j01 c' }), amoxiclav)).toBe('Amoxicillin and clavulanic acid (QJ01CR02)')
    expect(whatMeets(against({ substance: 'J01D' }), amoxiclav)).toBeUndefined()
    expect(whatMeets(against({ substance: 'B12' }), plain({ substances: ['Vitamin B12'] }))).toBe('Vitamin B12')
  })

  it('takes the code of an item from its antibiotic, and says which that is', () => {
    expect(whatMeets(against({ atc_prefix: 'J01C' }), amoxiclav)).toBe('Amoxicillin and clavulanic acid (QJ01CR02)')
    expect(whatMeets(against({ atc_prefix: 'J01D' }), amoxiclav)).toBeUndefined()
  })

  it.each([
    ['amoxicillin', 'Amoxicillin and clavulanic acid', true],
    ['Amoxicillin and clavulanic acid', 'amoxicillin', true],
    ['NSAID', 'nsaids', true],
    ['Carprofen', 'carprofen, micronised', true],
    ['cillin', 'Amoxicillin', false],
    ['Penicillin', 'Benzylpenicillin', false],
    ['Gas', 'Ga', false],
    ['Carprofen', 'Meloxicam', false],
    ['Ötpräparat', 'ÖTPRÄPARAT', true],
  ])('compares whole words without regard to case or a final s: %s and %s: %s', (substance, contained, meets) => {
    expect(whatMeets(against({ substance }), plain({ substances: [contained] }))).toBe(meets ? contained : undefined)
  })

  it('knows the class of an antibiotic, and an item by its own name where nothing else is known', () => {
    expect(whatMeets(against({ substance: 'oral penicillin' }), amoxiclav)).toBe(
      'Amoxicillin and clavulanic acid (Penicillins)',
    )
    const diet = plain({ name: 'Kidney diet for cats, chicken' })
    expect(whatMeets(against({ substance: 'Chicken' }), diet)).toBe('Kidney diet for cats, chicken')
    // The other way round, an item called “Tablets” would meet whatever has that word in it.
    expect(whatMeets(against({ substance: 'Yeast tablets' }), plain({}))).toBeUndefined()
  })

  it.each(['NSAID', 'NSAIDs', 'nsaids: vomits', 'Non-steroidal anti-inflammatory drugs', 'M01A'])(
    'knows the class of other substances by each of its names: %s',
    (substance) => {
      const known = substancesIn(['Carprofen 50 mg tablets'], readSubstances())
      expect(whatMeets(against({ substance }), plain({ name: 'Carprofen 50 mg tablets', known }))).toMatch(
        /^Carprofen \((NSAIDs|QM01AE91)\)$/,
      )
    },
  )

  it('is nothing for words that are punctuation alone', () => {
    expect(whatMeets(against({ substance: '–' }), plain({ substances: ['Carprofen'] }))).toBeUndefined()
    expect(whatMeets(against({ substance: 'Carprofen' }), plain({ substances: ['–'] }))).toBeUndefined()
  })
})
