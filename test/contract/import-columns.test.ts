import { expect, it } from 'vitest'
import { resourceRegistry } from '../../src/app/resources.ts'
import { columnsOf } from '../../src/domain/importing/columns.ts'
import { kinds } from '../../src/domain/importing/kinds.ts'
import { columnsOf as columnsInApp } from '../../web/src/features/settings/setup/import/columns.ts'
import { importText } from '../../web/src/text/importing.ts'

type Column = { readonly name: string; readonly isRequired: boolean }
const sorted = (columns: readonly Column[]) => columns.map(({ name, isRequired }) => `${name} ${isRequired}`).toSorted()

const inApp = kinds.flatMap((kind) => (kind.name === 'opening_balances' ? [] : [[kind.name, kind] as const]))

it.each(inApp)('the app offers the columns that the API takes: %s', (name, kind) => {
  expect(sorted(columnsInApp(name))).toEqual(sorted(columnsOf(kind, resourceRegistry)))
})

it.each(inApp)('the app has a word for each column: %s', (name) => {
  expect(columnsInApp(name).filter((column) => importText.labels[column.name] === undefined)).toEqual([])
})
