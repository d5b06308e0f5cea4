import type { Tx } from '../db/tx.ts'
import { markShared } from '../domain/wholesale/mark-shared.ts'
import { defineCommand, Failure, table } from './command.ts'
import { findByName, organisationOption, withinOrganisation } from './organisation-scope.ts'

/** The wholesaler with this id, or else the clinic-wide one with this name. */
const findWholesaler = async (tx: Tx, wanted: string) => {
  const all = await tx.selectFrom('wholesaler').select(['id', 'name', 'parent']).orderBy('id').execute()
  const byId = all.find(({ id }) => String(id) === wanted)
  if (byId !== undefined) return byId
  const clinicWide = all.filter(({ parent }) => parent === null)
  const found = findByName('wholesaler', clinicWide, wanted)
  const alike = clinicWide.filter(({ name }) => name.toLowerCase() === found.name.toLowerCase())
  if (alike.length > 1)
    throw new Failure(`There are several wholesalers "${wanted}". Use an id: ${alike.map(({ id }) => id).join(', ')}.`)
  return found
}

export const wholesalerMarkShared = defineCommand({
  words: 'wholesaler mark-shared',
  summary: 'Mark a wholesaler that several departments order with by one set of credentials',
  about:
    'For integrations from before each location had an id of its own. A receipt line that names no order is then ' +
    'refused with department_unresolved, instead of being filed under the default department.',
  options: {
    ...organisationOption,
    wholesaler: { type: 'string', value: 'ID|NAME', required: true, description: 'the clinic-wide wholesaler' },
    undo: { type: 'boolean', description: 'take the mark away' },
  },
  example: 'fetlock wholesaler mark-shared --organisation 1 --wholesaler "Harbour Supplies"',
  prints: 'the wholesaler and whether it is marked.',
  run: async ({ organisation, wholesaler, undo }) =>
    withinOrganisation(organisation, async (tx, clinic) => {
      const found = await findWholesaler(tx, wholesaler)
      const { id, name, shared } = await markShared(tx, found.id, !undo)
      return {
        json: { organisation: clinic.id, wholesaler: id, shared },
        text: table([
          ['Wholesaler', `${id} (${name})`],
          ['Organisation', `${clinic.id} (${clinic.name})`],
          ['Shared', shared ? 'yes' : 'no'],
        ]),
      }
    }),
})
