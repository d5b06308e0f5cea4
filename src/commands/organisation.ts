import { permissions } from '../domain/identity/permissions.ts'
import { createOrganisation } from '../domain/organisation/create-organisation.ts'
import { createDepartment } from '../domain/organisation/create-department.ts'
import { organisation } from '../domain/organisation/organisation.resource.ts'
import { department as departmentResource } from '../domain/organisation/department.resource.ts'
import { currency } from '../kernel/text-formats.ts'
import { config } from '../app/config.ts'
import { defineCommand, table } from './command.ts'
import { connectAsSet } from './database.ts'
import { readFields } from './option-values.ts'

/** The group with every permission, for the first user and the first application. */
const administrators = 'Administrators'

const { name, country, time_zone, email, phone, vat_number, register_number } = organisation.fields
const fields = { name, country, currency: currency(), time_zone, email, phone, vat_number, register_number }
const text = { type: 'string' } as const

export const organisationCreate = defineCommand({
  words: 'organisation create',
  summary: 'Create an organisation for a new clinic',
  about:
    `Creates the organisation and a permission group "${administrators}" with every permission. ` +
    'Connects with FETLOCK_OWNER_DATABASE_URL, because the role of the API cannot create organisations.',
  options: {
    name: { ...text, value: 'NAME', required: true, description: 'what the clinic is called' },
    country: { ...text, value: 'CODE', required: true, description: 'ISO 3166-1 alpha-2 code, for example FI' },
    currency: {
      ...text,
      value: 'CODE',
      required: true,
      description: 'ISO 4217 code, for example EUR; it never changes',
    },
    'time-zone': { ...text, value: 'ZONE', required: true, description: 'IANA time zone, for example Europe/Helsinki' },
    department: { ...text, value: 'NAME', description: 'create a first department of this name' },
    email: { ...text, value: 'ADDRESS', description: 'the e-mail address of the clinic' },
    phone: { ...text, value: 'NUMBER', description: 'the telephone number of the clinic' },
    'vat-number': { ...text, value: 'NUMBER', description: 'its VAT number' },
    'register-number': { ...text, value: 'NUMBER', description: 'its number in the trade register' },
  },
  example:
    'fetlock organisation create --name "Harbour Vets" --country FI --currency EUR \\\n' +
    '  --time-zone Europe/Helsinki --department "Main clinic"',
  prints: 'the id of the organisation, which every path of its API starts with, and what was created in it.',
  run: async ({ department, ...values }) => {
    const input = readFields(fields, values)
    const first = department === undefined ? undefined : readFields(departmentResource.fields, { name: department })
    const owner = connectAsSet(config.ownerDatabase(), { max: 1, name: 'fetlock command' })
    try {
      const made: { group?: number; department?: number } = {}
      const id = await createOrganisation(owner.db, input, async (tx) => {
        const group = { name: administrators, write: [...permissions] }
        const row = await tx.insertInto('permissiongroup').values(group).returning('id').executeTakeFirstOrThrow()
        made.group = row.id
        if (first) made.department = await createDepartment(tx, undefined, first)
      })
      return {
        json: {
          organisation: id,
          department: made.department ?? null,
          permission_group: { id: made.group, name: administrators },
        },
        text: `${table([
          ['Organisation', `${id} (${input.name})`],
          ...(first ? ([['Department', `${made.department} (${first.name})`]] as const) : []),
          ['Permission group', administrators],
        ])}
Next: fetlock user create --organisation ${id} --group ${administrators} --first-name … --last-name … --email …`,
      }
    } finally {
      await owner.close()
    }
  },
})
