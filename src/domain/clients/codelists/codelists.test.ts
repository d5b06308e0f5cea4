import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBreeds, readSpecies } from './read.ts'

const species = readSpecies()
const breeds = readBreeds()
const breedCode = /^[A-Z]{3}-[A-Z]{3,4}$/

const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)

describe.each([
  ['species', species, 14],
  ['breeds', breeds, 420],
])('%s', (_name, entries, atLeast) => {
  it('has enough entries', () => {
    expect(entries.length).toBeGreaterThanOrEqual(atLeast)
  })

  it('has unique positive ids in order', () => {
    const ids = entries.map((entry) => entry.id)
    expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(sorted(ids))
  })

  it('has unique codes', () => {
    expect(new Set(entries.map((entry) => entry.code)).size).toBe(entries.length)
  })

  it('has names', () => {
    expect(entries.filter((entry) => entry.name === '')).toEqual([])
  })
})

describe.each([
  ['species.csv', 'id,code,name,equine', 4],
  ['breeds.csv', 'id,species,code,name', 4],
])('%s', (file, header, columns) => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const lines = text.trimEnd().split('\n')

  it('has the header and four columns on every line', () => {
    expect(lines[0]).toBe(header)
    expect(lines.filter((line) => line.split(',').length !== columns)).toEqual([])
  })

  it('has no stray whitespace or quotes and ends with one newline', () => {
    expect(lines.filter((line) => /^\s|\s$|\s,|,\s| {2}|[\t\r\u00a0"]/.test(line))).toEqual([])
    expect(text).toMatch(/[^\n]\n$/)
  })

  it('is in composed Unicode', () => {
    expect(text).toBe(text.normalize('NFC'))
  })
})

describe('species', () => {
  it('marks horse, donkey and mule as equine', () => {
    expect(species.filter((entry) => entry.equine).map((entry) => entry.code)).toEqual(['HRS', 'DNK', 'MUL'])
  })

  it('has a three-letter code', () => {
    expect(species.filter((entry) => !/^[A-Z]{3}$/.test(entry.code))).toEqual([])
  })
})

describe('breeds', () => {
  it('belong to a species, by id and by code', () => {
    const codeOf = new Map(species.map((entry) => [entry.id, entry.code]))
    const strays = breeds.filter(
      (breed) =>
        !breedCode.test(breed.code) ||
        breed.code.slice(0, 3) !== codeOf.get(breed.species) ||
        Math.floor(breed.id / 1000) !== breed.species,
    )
    expect(strays).toEqual([])
  })

  it('give every species an entry for mixed and for unknown', () => {
    const codes = new Set(breeds.map((breed) => breed.code))
    const missing = species.flatMap(({ code }) => [`${code}-MIX`, `${code}-UNK`]).filter((code) => !codes.has(code))
    expect(missing).toEqual([])
  })

  it('have a name once per species', () => {
    expect(new Set(breeds.map((breed) => `${breed.species} ${breed.name}`)).size).toBe(breeds.length)
  })
})
