import { readRows } from '../../items/codelists/read.ts'

export type Species = { id: number; code: string; name: string; equine: boolean }
export type Breed = { id: number; species: number; code: string; name: string }

export const readSpecies = (): Species[] =>
  readRows(new URL('species.csv', import.meta.url)).map(([id = '', code = '', name = '', equine]) => ({
    id: Number(id),
    code,
    name,
    equine: equine === 'true',
  }))

export const readBreeds = (): Breed[] =>
  readRows(new URL('breeds.csv', import.meta.url)).map(([id = '', species = '', code = '', name = '']) => ({
    id: Number(id),
    species: Number(species),
    code,
    name,
  }))
