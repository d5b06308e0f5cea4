import { CustomFieldType } from '@fetlock/sdk'
import type { CustomField, CustomFieldSetting } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import { customName, type Field } from './fields.ts'

const { Json, Select, MultiSelect } = CustomFieldType
/** How each type of field is typed. */
const kinds = {
  [CustomFieldType.Text]: 'text',
  [CustomFieldType.Number]: 'number',
  [CustomFieldType.Date]: 'date',
  [CustomFieldType.CheckBox]: 'tick',
  [Select]: 'choice',
  [MultiSelect]: 'choices',
} satisfies Readonly<Partial<Record<CustomFieldType, Field['kind']>>>

export const isChosen = (type: CustomFieldType) => type === Select || type === MultiSelect

type Defined = Pick<CustomField, 'id' | 'name' | 'field_type' | 'is_required'>
type Option = Pick<CustomFieldSetting['options'][number], 'id' | 'name' | 'archived'>

/** A custom field as it is typed on the record; undefined where people do not type it. */
export const typedField = (
  { id, name, field_type, is_required }: Defined,
  options: readonly Option[] | undefined,
): Field | undefined => {
  if (field_type === Json || (isChosen(field_type) && options === undefined)) return undefined
  const offered = options?.filter(({ archived }) => !archived)
  return {
    name: customName(id),
    label: name,
    kind: kinds[field_type],
    isNeeded: is_required,
    ...(isChosen(field_type) && {
      options: [
        ...(field_type === Select ? [['', text.records.fields.choose] as const] : []),
        ...(offered ?? []).map((option) => [String(option.id), option.name] as const),
      ],
    }),
  }
}
