import { expect, test } from 'vitest'
import { contract } from './contract.ts'
import { presentation } from './presentation.ts'
import { resources } from './resources.ts'

const { parts, columns, nameFields } = presentation

test('the root page has every list, once', () => {
  const shown = parts.flatMap(({ entries }) => entries.map(({ name }) => name))
  const lists = resources.filter(({ list, within }) => list && !within).map(({ name }) => name)
  expect(shown.filter((name) => [...lists, 'search', 'me', 'events', 'limits'].includes(name)).toSorted()).toEqual(
    [...lists, 'search', 'me', 'events', 'limits'].toSorted(),
  )
})

test('every tag of the OpenAPI document is in one group', () => {
  const { tags, 'x-tagGroups': groups } = contract() as {
    readonly tags: readonly { readonly name: string }[]
    readonly 'x-tagGroups': readonly { readonly tags: readonly string[] }[]
  }
  expect(groups.flatMap((group) => group.tags).toSorted()).toEqual(tags.map(({ name }) => name).toSorted())
})

test('first columns and names are fields of their resources', () => {
  const named = [
    ...Object.entries(columns),
    ...Object.entries(nameFields).map(([name, groups]) => [name, groups.flat()] as const),
  ]
  for (const [name, fields] of named) {
    const resource = resources.find((candidate) => candidate.name === name)
    expect([name, fields.filter((field) => !Object.hasOwn(resource?.fields ?? {}, field))]).toEqual([name, []])
  }
})
