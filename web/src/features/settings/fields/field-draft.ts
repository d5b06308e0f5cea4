import { CustomFieldOwner, CustomFieldType } from '@fetlock/sdk'
import { addField, changeField, type NewField, readField } from '../../../api/customfield.ts'
import type { CustomFieldSetting } from '../../../api/records.ts'
import { isChosen } from '../../../shared/edit/custom-field.ts'

/** An option as it is typed; it has an id once it is stored. */
export type TypedOption = { readonly id?: number; readonly name: string; readonly archived: boolean }

export type FieldDraft = {
  readonly name: string
  readonly content_type: CustomFieldOwner
  readonly field_type: CustomFieldType
  readonly default_value: string
  readonly is_required: boolean
  readonly options: readonly TypedOption[]
}

const draftOf = (record: CustomFieldSetting | undefined): FieldDraft => ({
  name: record?.name ?? '',
  content_type: record?.content_type ?? CustomFieldOwner.Patient,
  field_type: record?.field_type ?? CustomFieldType.Text,
  default_value: record?.default_value ?? '',
  is_required: record?.is_required ?? false,
  options: record?.options ?? [],
})

/** Which types begin with a value: data of an application, and what is chosen, never do. */
export const hasDefault = (type: CustomFieldType) => type !== CustomFieldType.Json && !isChosen(type)

const filled = (options: readonly TypedOption[]) => options.filter(({ name }) => name.trim() !== '')

const bodyOf = ({ options, default_value, ...draft }: FieldDraft): NewField => ({
  ...draft,
  ...(hasDefault(draft.field_type) && { default_value }),
  ...(isChosen(draft.field_type) && { options: filled(options) }),
})

/** How a field is made, changed and read again; a new one stands on the records whose fields are listed. */
export const fieldStore = (owner: CustomFieldOwner) => ({
  draftOf: (record: CustomFieldSetting | undefined) =>
    record === undefined ? { ...draftOf(record), content_type: owner } : draftOf(record),
  add: (draft: FieldDraft, key: string) => addField(bodyOf(draft), key),
  send: (version: CustomFieldSetting, { options, ...changes }: Partial<FieldDraft>) =>
    changeField(version, { ...changes, ...(options !== undefined && { options: filled(options) }) }),
  readNow: readField,
})
