import { permissions } from '../domain/identity/permissions.ts'
import { createOrganisation } from '../domain/organisation/create-organisation.ts'
import { createDepartment } from '../domain/organisation/create-department.ts'
import { organisation } from '../domain/organisation/organisation.resource.ts'
import { department as departmentResource } from '../domain/organisation/department.resource.ts'
import { currency } from '../kernel/text-formats.ts'
import { config } from '../app/config.ts'
import type { Tx } from '../db/tx.ts'
import { defineCommand, table } from './command.ts'
import { connectAsSet } from './database.ts'
import { readFields } from './option-values.ts'
import { applyProfile, chooseProfile, confirmationOf, type CountryProfile } from './profiles/profile.ts'

/** The group with every permission, for the first user and the first application. */
export const administrators = 'Administrators'

const { name, country, time_zone, email, phone, vat_number, register_number } = organisation.fields
const fields = { name, country, currency: currency(), time_zone, email, phone, vat_number, register_number }
const text = { type: 'string' } as const

export type Founded = { readonly organisation: number; readonly department: number | undefined; readonly group: number }

/** Creates an organisation with its first department, a group with every permission and what its country needs. */
export const foundOrganisation = async (
  ownerUrl: string,
  input: ReturnType<typeof readOrganisation>,
  { department, profile }: { readonly department?: string | undefined; readonly profile?: CountryProfile | undefined },
  furnish: (tx: Tx, made: Omit<Founded, 'organisation'>) => Promise<void> = async () => {},
): Promise<Founded> => {
  const first = department === undefined ? undefined : readFields(departmentResource.fields, { name: department })
  const owner = connectAsSet(ownerUrl, { max: 1, name: 'fetlock command' })
  try {
    let made: Omit<Founded, 'organisation'> | undefined
    const id = await createOrganisation(owner.db, input, async (tx) => {
      const values = { name: administrators, write: [...permissions] }
      const { id: group } = await tx
        .insertInto('permissiongroup')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow()
      made = { group, department: first && (await createDepartment(tx, undefined, first)) }
      // A stolen password of whoever manages a clinic must open nothing.
      await tx.updateTable('security_settings').set({ second_factor_required: true }).execute()
      await tx.updateTable('organisation').set({ setup_open: true }).execute()
      if (profile !== undefined) await applyProfile(tx, profile, made)
      await furnish(tx, made)
    })
    return { organisation: id, ...made! }
  } finally {
    await owner.close()
  }
}

/** What an organisation is created with, read like the fields of the API. */
export const readOrganisation = (values: Readonly<Record<string, unknown>>) => readFields(fields, values)

export const profileOption = {
  profile: {
    type: 'string',
    value: 'FILE|none',
    description: 'a profile of your own instead of that of the country, or none',
  },
} as const

export const organisationCreate = defineCommand({
  words: 'organisation create',
  summary: 'Create an organisation for a new clinic',
  about:
    `Creates the organisation and a permission group "${administrators}" with every permission. For Finland and Ireland it also ` +
    'creates VAT groups with accounts, reasons of visits, texts and permission groups from the profile of the country, to be confirmed. ' +
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
    ...profileOption,
  },
  example:
    'fetlock organisation create --name "Harbour Vets" --country FI --currency EUR \\\n' +
    '  --time-zone Europe/Helsinki --department "Main clinic"',
  prints: 'the id of the organisation, which every path of its API starts with, and what was created in it.',
  run: async ({ department, profile: asked, ...values }) => {
    const input = readOrganisation(values)
    const profile = chooseProfile(asked, input.country)
    const made = await foundOrganisation(config.ownerDatabase(), input, { department, profile })
    const id = made.organisation
    return {
      json: {
        organisation: id,
        department: made.department ?? null,
        permission_group: { id: made.group, name: administrators },
        profile: profile?.country ?? null,
      },
      text: `${table([
        ['Organisation', `${id} (${input.name})`],
        ...(made.department === undefined ? [] : ([['Department', `${made.department} (${department})`]] as const)),
        ['Permission group', administrators],
        ...(profile === undefined ? [] : ([['Profile', profile.country]] as const)),
      ])}
${profile === undefined ? '' : `${confirmationOf(profile)}\n`}Next: fetlock user create --organisation ${id} --group ${administrators} --first-name … --last-name … --email …`,
    }
  },
})
