import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, type Deficiency, difference } from './colours.ts'
import { statusColours, tokens } from './tokens.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const surfaces = ['frame', 'sheet', 'raised', 'sunken', 'hover'] as const

describe.each(['light', 'dark'] as const)('the colours of the %s scheme', (scheme) => {
  const colours = tokens[scheme]
  const statuses = Object.entries(statusColours[scheme])

  it.each(['ink', 'ink2', 'ink3'] as const)('let %s be read on every surface', (ink) => {
    for (const surface of surfaces)
      expect([surface, contrast(colours[ink], colours[surface])]).toEqual([
        surface,
        expect.toSatisfy((ratio) => ratio >= 4.5),
      ])
  })

  it('let links and the text of the primary button be read', () => {
    expect(contrast(colours['accent-text'], colours.sheet)).toBeGreaterThan(7)
    expect(contrast(colours['on-accent'], colours.accent)).toBeGreaterThan(7)
    expect(contrast(colours['on-accent'], colours['accent-hover'])).toBeGreaterThan(7)
    expect(contrast(colours.ink, colours['accent-tint'])).toBeGreaterThan(7)
  })

  it('let edges of controls and the focus be seen on every surface', () => {
    for (const surface of surfaces) {
      expect(contrast(colours.control, colours[surface])).toBeGreaterThanOrEqual(3)
      expect(contrast(colours.ring, colours[surface])).toBeGreaterThanOrEqual(3)
    }
  })

  it.each(statuses)(
    'let the status %s be read on its tint, and its stripe be seen',
    (_name, { text, tint, stripe }) => {
      expect(contrast(text, tint)).toBeGreaterThanOrEqual(6.9)
      expect(contrast(stripe, colours.sheet)).toBeGreaterThanOrEqual(3.3)
      expect(contrast(stripe, tint)).toBeGreaterThanOrEqual(3)
    },
  )

  it.each<Deficiency>(['protan', 'deutan', 'tritan'])('keep the stripes apart for people with %sopia', (deficiency) => {
    const pairs = statuses.flatMap(([name, { stripe }], index) =>
      statuses.slice(index + 1).map(([other, { stripe: second }]) => ({
        pair: `${name} ${other}`,
        distance: difference(stripe, second, deficiency),
      })),
    )
    expect(pairs).toHaveLength(21)
    expect(pairs.filter(({ distance }) => distance < 10)).toEqual([])
  })

  it('are those of the style sheet', () => {
    const part = css.slice(
      css.indexOf(scheme === 'light' ? ':root {' : ':root[data-'),
      scheme === 'light' ? css.indexOf(':root[data-') : undefined,
    )
    for (const [name, value] of Object.entries(colours)) expect(part).toContain(`  --${name}: ${value};`)
    for (const [name, { text, tint, stripe }] of statuses)
      for (const line of [`--${name}-text: ${text};`, `--${name}-tint: ${tint};`, `--${name}-stripe: ${stripe};`])
        expect(part).toContain(line)
  })
})
