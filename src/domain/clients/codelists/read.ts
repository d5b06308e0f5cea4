import { readFileSync } from 'node:fs'

export type Species = { id: number; code: string; name: string; equine: boolean }
export type Breed = { id: number; species: number; code: string; name: string }

const readRows = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

export const readSpecies = (): Species[] =>
  readRows('species.csv').map(([id = '', code = '', name = '', equine]) => ({
    id: Number(id),
    code,
    name,
    equine: equine === 'true',
  }))

export const readBreeds = (): Breed[] =>
  readRows('breeds.csv').map(([id = '', species = '', code = '', name = '']) => ({
    id: Number(id),
    species: Number(species),
    code,
    name,
  }))
