import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readAntibiotics, readDiagnoses, readSubstances } from './read.ts'

const diagnoses = readDiagnoses()
const antibiotics = readAntibiotics()
const lowered = (names: readonly { readonly name: string }[]) => names.map(({ name }) => name.toLowerCase())

describe.each([
  ['diagnoses.csv', 'id,code,name', diagnoses, 600],
  ['antibiotics.csv', 'id,atc_code,name,substance_class,critically_important', antibiotics, 50],
])('%s', (file, header, entries, atLeast) => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const lines = text.trimEnd().split('\n')

  it('has enough entries, on one page', () => {
    expect(entries.length).toBeGreaterThanOrEqual(atLeast)
    expect(entries.length).toBeLessThanOrEqual(1000)
  })

  it('has unique positive ids in order', () => {
    const ids = entries.map(({ id }) => id)
    expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  })

  it('names every entry once, in any spelling', () => {
    expect(entries.filter(({ name }) => name.trim() === '')).toEqual([])
    expect(new Set(lowered(entries)).size).toBe(entries.length)
  })

  it('has the header, as many columns on every line, no stray whitespace and composed Unicode', () => {
    expect(lines[0]).toBe(header)
    expect(lines.filter((line) => line.split(',').length !== header.split(',').length)).toEqual([])
    expect(lines.filter((line) => /^\s|\s$|\s,|,\s| {2}|[\t\r\u00a0"]/.test(line))).toEqual([])
    expect(text).toMatch(/[^\n]\n$/)
    expect(text).toBe(text.normalize('NFC'))
  })
})

describe('diagnoses', () => {
  it('have codes of their own: the part of the body, and a number in it', () => {
    expect(diagnoses.filter(({ code }) => !/^[A-Z]{3}-\d{3}$/.test(code))).toEqual([])
    expect(new Set(diagnoses.map(({ code }) => code)).size).toBe(diagnoses.length)
  })

  it('have ids derived from their codes', () => {
    const parts = [...new Set(diagnoses.map(({ code }) => code.slice(0, 3)))]
    expect(parts.length).toBeGreaterThan(20)
    const strays = diagnoses.filter(
      ({ id, code }) => id !== (parts.indexOf(code.slice(0, 3)) + 1) * 1000 + Number(code.slice(4)),
    )
    expect(strays).toEqual([])
  })
})

describe('substances besides antibiotics', () => {
  it('have a code, a class and a name of their own each', () => {
    const substances = readSubstances()
    expect(substances.filter(({ atc_code }) => !/^Q[A-Z]\d\d[A-Z]{2}\d\d$/.test(atc_code))).toEqual([])
    expect(substances.filter(({ classes }) => classes.some((name) => name.trim() === ''))).toEqual([])
    const all = [...substances, ...antibiotics]
    for (const of of ['atc_code', 'name'] as const) expect(new Set(all.map((one) => one[of])).size).toBe(all.length)
  })
})

describe('antibiotics', () => {
  it('have an ATCvet code each, and a class', () => {
    expect(antibiotics.filter(({ atc_code }) => !/^Q[A-Z]\d\d[A-Z]{2}\d\d$/.test(atc_code))).toEqual([])
    expect(new Set(antibiotics.map(({ atc_code }) => atc_code)).size).toBe(antibiotics.length)
    expect(antibiotics.filter(({ substance_class }) => substance_class === '')).toEqual([])
  })

  it('are critically important as whole classes', () => {
    const classes = new Map(antibiotics.map((entry) => [entry.substance_class, entry.critically_important]))
    expect(antibiotics.filter((one) => classes.get(one.substance_class) !== one.critically_important)).toEqual([])
    expect(classes.get('Fluoroquinolones')).toBe(true)
    expect(classes.get('Penicillins')).toBe(false)
  })
})
