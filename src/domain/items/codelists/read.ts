import { readFileSync } from 'node:fs'

export type Diagnosis = { id: number; code: string; name: string }
export type Antibiotic = {
  id: number
  atc_code: string
  name: string
  substance_class: string
  critically_important: boolean
}

/** A substance that is no antibiotic, with the names that its class goes by. */
export type Substance = { atc_code: string; name: string; classes: string[] }

/** The rows of a codelist's file, without its head. No value has a comma in it. */
export const readRows = (file: URL): string[][] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

export const readDiagnoses = (): Diagnosis[] =>
  readRows(new URL('diagnoses.csv', import.meta.url)).map(([id = '', code = '', name = '']) => ({
    id: Number(id),
    code,
    name,
  }))

export const readAntibiotics = (): Antibiotic[] =>
  readRows(new URL('antibiotics.csv', import.meta.url)).map(
    ([id = '', atc_code = '', name = '', substance_class = '', critically_important]) => ({
      id: Number(id),
      atc_code,
      name,
      substance_class,
      critically_important: critically_important === 'true',
    }),
  )

export const readSubstances = (): Substance[] =>
  readRows(new URL('substances.csv', import.meta.url)).map(([atc_code = '', name = '', classes = '']) => ({
    atc_code,
    name,
    classes: classes.split(';'),
  }))
