import { expect, it } from 'vitest'
import { resourceRegistry, resources } from '../../src/app/resources.ts'
import { readerIn } from '../../src/db/tx.ts'
import { linkedRecords } from '../../src/events/linked-records.ts'
import { tableOf } from '../../src/kernel/resource.ts'
import { useClinic } from '../support/api.ts'

const { clinic } = await useClinic()

it('what records of every resource link to can be read in one statement, whatever changed', async () => {
  // Of several resources with one table, the first gives events their name.
  const byTable = Map.groupBy(
    resources.filter(({ shared }) => shared !== true),
    tableOf,
  )
  const changed = [...byTable.values()].map(([resource]) => ({ resource: resource!, record: 1, linkChanges: null }))
  const statements: string[] = []
  const linked = await clinic.within((tx) => {
    const read = readerIn(tx)
    return linkedRecords(
      (text, values) => {
        statements.push(text)
        return read(text, values)
      },
      clinic.id,
      changed,
    )
  })
  expect(statements).toHaveLength(1)
  expect(linked).toHaveLength(changed.length)
  for (const { resource } of linked.flat()) expect(resourceRegistry.get(resource)).toBeDefined()
})
