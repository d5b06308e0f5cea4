import type { ImportedKind } from '../../../../api/import.ts'
import { columnsOf } from './columns.ts'

/** What each column of a file is, in their order; nothing where it is left out. */
export type Mapping = readonly (string | undefined)[]

/** Letters and digits alone: `E-mail`, `e_mail` and `email` are the same. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}%]/gu, '')

/** What the columns of a file are, by their names. The name of a column of the API goes before what it may also be called. */
export const recognise = (
  header: readonly string[],
  kind: ImportedKind,
  labels: Readonly<Record<string, string>>,
): Mapping => {
  const columns = columnsOf(kind)
  const names = header.map(plain)
  const found = new Map<number, string>()
  const take = (isIt: (written: string, column: (typeof columns)[number]) => boolean) => {
    for (const column of columns) {
      const at = names.findIndex((written, place) => !found.has(place) && written !== '' && isIt(written, column))
      if (at >= 0 && ![...found.values()].includes(column.name)) found.set(at, column.name)
    }
  }
  take((written, { name }) => written === plain(name))
  take((written, { name }) => written === plain(labels[name] ?? ''))
  take((written, { others }) => others.some((other) => plain(other) === written))
  return names.map((_name, place) => found.get(place))
}

/** The columns that are required and that no column of the file is, and those that two are. */
export const mistakesIn = (mapping: Mapping, kind: ImportedKind) => ({
  missing: columnsOf(kind).flatMap(({ name, isRequired }) => (isRequired && !mapping.includes(name) ? [name] : [])),
  twice: [...new Set(mapping.filter((name, at) => name !== undefined && mapping.indexOf(name) !== at))] as string[],
})
