import type { Tx } from '../db/tx.ts'
import { customFieldSetting } from '../domain/customfields/custom-field-setting.resource.ts'
import { contentTypes, fieldTypes, type FieldType } from '../domain/customfields/field-types.ts'
import type { Option } from '../domain/customfields/options.ts'
import { createClinicField, changeFieldSettings } from '../domain/customfields/field-settings.ts'
import { defineCommand, Failure, UsageError, table } from './command.ts'
import { readFields } from './option-values.ts'
import { organisationOption, findByName, withinOrganisation } from './organisation-scope.ts'

const text = { type: 'string' } as const
const { name, content_type, field_type, default_value, options: optionNames } = customFieldSetting.fields
const types = Object.entries(fieldTypes)
  .map(([type, word]) => `${type} ${word}`)
  .join(', ')

const optionOption = {
  option: { ...text, value: 'NAME', multiple: true, description: 'an option of a select field; give all of them' },
} as const
const requiredOption = {
  required: { type: 'boolean', description: 'new records need a value' },
} as const

const shown = async (tx: Tx, id: number, clinic: { readonly id: number; readonly name: string }) => {
  const field = await tx.selectFrom('custom_field').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const options = (field.options as readonly Option[]).filter(({ archived }) => !archived)
  const type = fieldTypes[field.field_type as FieldType]
  return {
    json: {
      organisation: clinic.id,
      custom_field: id,
      is_required: field.is_required,
      options,
      archived: field.archived,
    },
    text: table([
      ['Custom field', `${id} (${field.name}), ${type} of a ${field.content_type}`],
      ['Organisation', `${clinic.id} (${clinic.name})`],
      ['Required', field.is_required ? 'yes' : 'no'],
      ...(options.length > 0 ? [['Options', options.map((option) => option.name).join(', ')] as const] : []),
      ...(field.archived ? [['Archived', 'yes'] as const] : []),
    ]),
  }
}

export const customFieldCreate = defineCommand({
  words: 'custom-field create',
  summary: 'Add a custom field of the clinic’s own',
  about:
    'The field belongs to the clinic, not to an application. Select fields can be created here or by staff, but not by ' +
    'an integration.',
  options: {
    ...organisationOption,
    name: { ...text, value: 'NAME', required: true, description: 'the name of the field' },
    'content-type': {
      ...text,
      value: 'KIND',
      required: true,
      description: `what has the field: ${contentTypes.join(', ')}`,
    },
    'field-type': { ...text, value: 'NUMBER', required: true, description: `its type: ${types}` },
    'default-value': { ...text, value: 'VALUE', description: 'the value of new records that give none' },
    ...optionOption,
    ...requiredOption,
  },
  example:
    'fetlock custom-field create --organisation 1 --name Temperament --content-type patient \\\n' +
    '  --field-type 7 --option Calm --option Shy',
  prints: 'the id and the settings of the field.',
  run: async ({ organisation, option, required, ...values }) => {
    const fields = { name, content_type, field_type, default_value, options: optionNames }
    const input = readFields(fields, { ...values, options: option })
    return withinOrganisation(organisation, async (tx, clinic) =>
      shown(tx, await createClinicField(tx, undefined, { ...input, is_required: required }), clinic),
    )
  },
})

/** The field with this id, or else with this name. Fields of different content types may have the same name. */
const findField = async (tx: Tx, wanted: string) => {
  const all = await tx.selectFrom('custom_field').select(['id', 'name', 'content_type']).orderBy('id').execute()
  const byId = all.find(({ id }) => String(id) === wanted)
  if (byId !== undefined) return byId
  const found = findByName('custom field', all, wanted)
  const alike = all.filter((field) => field.name.toLowerCase() === found.name.toLowerCase())
  if (alike.length > 1)
    throw new Failure(
      `There are several fields "${wanted}". Use an id: ${alike.map((field) => `${field.id} of a ${field.content_type}`).join(', ')}.`,
    )
  return found
}

/** The value of two flags of which at most one may be given. */
const exclusive = (yes: boolean, no: boolean, words: string): boolean | undefined => {
  if (yes && no) throw new UsageError(`Choose one of ${words}.`)
  return yes ? true : no ? false : undefined
}

export const customFieldSet = defineCommand({
  words: 'custom-field set',
  summary: 'Make a custom field required or not, set its options, archive or restore it',
  about:
    'Changes any field of the organisation, also those of applications. Options that are left out are archived: ' +
    'values that have them keep them.',
  options: {
    ...organisationOption,
    field: { ...text, value: 'ID|NAME', required: true, description: 'the custom field' },
    ...requiredOption,
    optional: { type: 'boolean', description: 'new records need no value' },
    ...optionOption,
    archive: { type: 'boolean', description: 'archive the field; its values stay' },
    restore: { type: 'boolean', description: 'undo --archive' },
  },
  example: 'fetlock custom-field set --organisation 1 --field Temperament --required',
  prints: 'the settings of the field.',
  run: async ({ organisation, field, required, optional, option, archive, restore }) => {
    const is_required = exclusive(required, optional, '--required and --optional')
    const archived = exclusive(archive, restore, '--archive and --restore')
    const { options } = readFields({ options: optionNames }, { options: option })
    const changes = {
      ...(is_required !== undefined && { is_required }),
      ...(archived !== undefined && { archived }),
      ...(option.length > 0 && { options: options! }),
    }
    if (Object.keys(changes).length === 0)
      throw new UsageError('Give at least one of --required, --optional, --option, --archive or --restore.')
    return withinOrganisation(organisation, async (tx, clinic) => {
      const { id } = await findField(tx, field)
      await changeFieldSettings(tx, undefined, id, changes)
      return shown(tx, id, clinic)
    })
  },
})
