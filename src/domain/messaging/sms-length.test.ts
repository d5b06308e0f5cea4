import { describe, expect, it } from 'vitest'
import { smsParts } from './sms-length.ts'

describe('an SMS', () => {
  it.each([
    ['nothing', '', 1],
    ['160 letters', 'a'.repeat(160), 1],
    ['161 letters', 'a'.repeat(161), 2],
    ['306 letters', 'a'.repeat(306), 2],
    ['307 letters', 'a'.repeat(307), 3],
    ['160 letters of Finnish, Swedish and German', 'äöåÄÖÅüß'.repeat(20), 1],
    ['80 signs of the euro, which take two places each', '€'.repeat(80), 1],
    ['81 signs of the euro', '€'.repeat(81), 2],
    ['153 signs of the euro: 76 fit into a part', '€'.repeat(153), 3],
    ['70 letters with one outside of the alphabet', `${'a'.repeat(69)}ê`, 1],
    ['71 letters with one outside of it', `${'a'.repeat(70)}ê`, 2],
    ['134 letters with one outside of it', `${'a'.repeat(133)}ê`, 2],
    ['135 letters with one outside of it', `${'a'.repeat(134)}ê`, 3],
    ['35 pictures of two places', '🐕'.repeat(35), 1],
    ['36 pictures', '🐕'.repeat(36), 2],
    ['67 pictures: 33 fit into a part', '🐕'.repeat(67), 3],
  ])('of %s is sent in parts', (_what, text, parts) => {
    expect(smsParts(text)).toBe(parts)
  })
})
