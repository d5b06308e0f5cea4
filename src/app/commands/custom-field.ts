import type { Tx } from '../../db/tx.ts'
import { customFieldSetting } from '../../domain/customfields/custom-field-setting.resource.ts'
import { contentTypes, fieldTypes, type FieldType } from '../../domain/customfields/field-types.ts'
import type { Option } from '../../domain/customfields/options.ts'
import { createClinicField, changeFieldSettings } from '../../domain/customfields/field-settings.ts'
import { defineCommand, Failure, Misuse, table } from './command.ts'
import { readFields } from './option-values.ts'
import { organisationOption, pick, withinOrganisation } from './within.ts'

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
  about: 'The field belongs to no application. Select fields are made here or by staff, never by an integration.',
  options: {
    ...organisationOption,
    name: { ...text, value: 'NAME', required: true, description: 'what the field is called' },
    'content-type': { ...text, value: 'KIND', required: true, description: `of what: ${contentTypes.join(', ')}` },
    'field-type': { ...text, value: 'NUMBER', required: true, description: `its type: ${types}` },
    'default-value': { ...text, value: 'VALUE', description: 'what new records start with' },
    ...optionOption,
    ...requiredOption,
  },
  example:
    'fetlock custom-field create --organisation 1 --name Temperament --content-type patient \\\n' +
    '  --field-type 7 --option Calm --option Shy',
  prints: 'the id of the field, and what was set.',
  run: async ({ organisation, option, required, ...values }) => {
    const fields = { name, content_type, field_type, default_value, options: optionNames }
    const input = readFields(fields, { ...values, options: option })
    return withinOrganisation(organisation, async (tx, clinic) =>
      shown(tx, await createClinicField(tx, undefined, { ...input, is_required: required }), clinic),
    )
  },
})

/** The field with this id, or else with this name, which one of each content type may have. */
const findField = async (tx: Tx, wanted: string) => {
  const all = await tx.selectFrom('custom_field').select(['id', 'name', 'content_type']).orderBy('id').execute()
  const byId = all.find(({ id }) => String(id) === wanted)
  if (byId !== undefined) return byId
  const found = pick('custom field', all, wanted)
  const alike = all.filter((field) => field.name.toLowerCase() === found.name.toLowerCase())
  if (alike.length > 1)
    throw new Failure(
      `There are several fields "${wanted}". Use an id: ${alike.map((field) => `${field.id} of a ${field.content_type}`).join(', ')}.`,
    )
  return found
}

const oneOfTwo = (yes: boolean, no: boolean, words: string): boolean | undefined => {
  if (yes && no) throw new Misuse(`Choose one of ${words}.`)
  return yes ? true : no ? false : undefined
}

export const customFieldSet = defineCommand({
  words: 'custom-field set',
  summary: 'Make a custom field required or not, set its options, archive or restore it',
  about:
    'Any field of the organisation, whoever made it. Options that are left out are archived: ' +
    'values that have them keep them.',
  options: {
    ...organisationOption,
    field: { ...text, value: 'ID|NAME', required: true, description: 'the custom field' },
    ...requiredOption,
    optional: { type: 'boolean', description: 'new records need no value' },
    ...optionOption,
    archive: { type: 'boolean', description: 'offer the field no more; its values stay' },
    restore: { type: 'boolean', description: 'offer it again' },
  },
  example: 'fetlock custom-field set --organisation 1 --field Temperament --required',
  prints: 'what the field is like now.',
  run: async ({ organisation, field, required, optional, option, archive, restore }) => {
    const is_required = oneOfTwo(required, optional, '--required and --optional')
    const archived = oneOfTwo(archive, restore, '--archive and --restore')
    const { options } = readFields({ options: optionNames }, { options: option })
    const changes = {
      ...(is_required !== undefined && { is_required }),
      ...(archived !== undefined && { archived }),
      ...(option.length > 0 && { options: options! }),
    }
    if (Object.keys(changes).length === 0)
      throw new Misuse('Say what to set: --required, --optional, --option, --archive or --restore.')
    return withinOrganisation(organisation, async (tx, clinic) => {
      const { id } = await findField(tx, field)
      await changeFieldSettings(tx, undefined, id, changes)
      return shown(tx, id, clinic)
    })
  },
})
