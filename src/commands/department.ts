import { department } from '../domain/organisation/department.resource.ts'
import { createDepartment } from '../domain/organisation/create-department.ts'
import { defineCommand, table } from './command.ts'
import { readFields } from './option-values.ts'
import { organisationOption, withinOrganisation } from './organisation-scope.ts'

const text = { type: 'string' } as const

export const departmentCreate = defineCommand({
  words: 'department create',
  summary: 'Create a department of an organisation',
  about: 'The first department becomes the default one. Its country and time zone are those of the organisation.',
  options: {
    ...organisationOption,
    name: { ...text, value: 'NAME', required: true, description: 'what the location is called' },
    number: { ...text, value: 'NUMBER', description: 'its number in the bookkeeping' },
    'street-address': { ...text, value: 'ADDRESS', description: 'street and house number' },
    'zip-code': { ...text, value: 'CODE', description: 'postal code' },
    city: { ...text, value: 'CITY', description: 'city' },
    country: { ...text, value: 'CODE', description: 'ISO 3166-1 alpha-2 code if not that of the organisation' },
    phone: { ...text, value: 'NUMBER', description: 'its telephone number' },
    email: { ...text, value: 'ADDRESS', description: 'its e-mail address' },
  },
  example: 'fetlock department create --organisation 1 --name "Equine practice" --city Paimio',
  prints: 'the id of the department.',
  run: async ({ organisation, ...values }) => {
    const input = readFields(department.fields, values)
    return withinOrganisation(organisation, async (tx, clinic) => {
      const id = await createDepartment(tx, undefined, input)
      return {
        json: { organisation: clinic.id, department: id },
        text: table([
          ['Department', `${id} (${input.name})`],
          ['Organisation', `${clinic.id} (${clinic.name})`],
        ]),
      }
    })
  },
})
