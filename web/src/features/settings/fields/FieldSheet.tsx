import { CustomFieldOwner, CustomFieldType } from '@fetlock/sdk'
import { changeField, fieldKeys } from '../../../api/customfield.ts'
import type { CustomFieldSetting } from '../../../api/records.ts'
import { isChosen } from '../../../shared/edit/custom-field.ts'
import { SendButton } from '../../../shared/form.tsx'
import page from '../../../shared/page.module.css'
import { ProblemSummary } from '../../../shared/problems.tsx'
import { Sheet } from '../../../shared/Sheet.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { text } from '../../../text/en.ts'
import { ArchiveButton } from '../words/ArchiveButton.tsx'
import { ChoiceInput, LineInput, TickInput, type Typing } from '../words/Inputs.tsx'
import { useRecordForm } from '../words/use-record-form.ts'
import words from '../words/Words.module.css'
import { type FieldDraft, fieldStore, hasDefault } from './field-draft.ts'
import { FieldPreview } from './FieldPreview.tsx'
import { OptionList } from './OptionList.tsx'

const ownersInOrder = [CustomFieldOwner.Patient, CustomFieldOwner.Client, CustomFieldOwner.Consultation] as const

/** Typed by the kind of the field; a check box begins ticked or not at all. */
const DefaultInput = ({ form, type }: { readonly form: Typing; readonly type: CustomFieldType }) => {
  const { begins, beginsHint, beginsTicked } = settingsText.fields.form
  if (type === CustomFieldType.CheckBox)
    return (
      <TickInput
        form={{
          ...form,
          draft: { default_value: form.draft['default_value'] === 'True' },
          type: (name, value) => form.type(name, value === true ? 'True' : ''),
        }}
        name="default_value"
        label={beginsTicked}
      />
    )
  const kind = type === CustomFieldType.Number ? 'number' : type === CustomFieldType.Date ? 'date' : 'text'
  return <LineInput form={form} name="default_value" label={begins} hint={beginsHint} kind={kind} maxLength={10_000} />
}

/** What cannot be changed here: the kind of a field once it is made, and what an application has added. */
const Fixed = ({ field }: { readonly field: CustomFieldSetting }) => {
  const { form, owners, types, ofApplication, archivedHint } = settingsText.fields
  const isApplications = field.application !== null
  return (
    <>
      {field.archived && <p className={words['said']}>{archivedHint}</p>}
      {isApplications && <p className={words['said']}>{ofApplication(field.application_name)}</p>}
      <dl className={`${page['pairs']} ${words['said']}`}>
        <div>
          <dt>{form.owner}</dt>
          <dd>{owners[field.content_type]}</dd>
        </div>
        <div>
          <dt>{form.type}</dt>
          <dd>{types[field.field_type]}</dd>
        </div>
        {isApplications && field.default_value !== '' && (
          <div>
            <dt>{form.begins}</dt>
            <dd>{field.default_value}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

const ChosenOnce = ({ form }: { readonly form: Typing }) => {
  const { form: said, owners, types } = settingsText.fields
  const typesOfPeople = Object.values(CustomFieldType).filter((type) => type !== CustomFieldType.Json)
  return (
    <div className={words['pair']}>
      <ChoiceInput
        form={form}
        name="field_type"
        label={said.type}
        options={typesOfPeople.map((type) => [type, types[type]])}
      />
      <ChoiceInput
        form={form}
        name="content_type"
        label={said.owner}
        options={ownersInOrder.map((owner) => [owner, owners[owner]])}
      />
    </div>
  )
}

type Props = {
  readonly field: CustomFieldSetting | undefined
  /** On which records a new one stands unless something else is chosen. */
  readonly owner: CustomFieldOwner
  readonly onClose: () => void
  readonly onDone: (field: CustomFieldSetting | undefined) => void
}

/** A field that is made or changed, with how it will look while it is typed. */
export const FieldSheet = ({ field, owner, onClose, onDone }: Props) => {
  const { form: said, new: newField } = settingsText.fields
  const form = useRecordForm<CustomFieldSetting, FieldDraft>(field, fieldStore(owner), {
    labels: {
      name: said.name,
      content_type: said.owner,
      field_type: said.type,
      default_value: said.begins,
      is_required: said.required,
      options: said.options,
    },
    missingIn: ({ name }) => (name.trim() === '' ? ['name'] : []),
    said: (name, draft) => {
      if (name === 'options') return draft.options.map((option) => option.name).join(', ')
      return name === 'is_required' ? (draft.is_required ? text.records.yes : text.records.no) : undefined
    },
    nameOf: ({ name }) => name,
    refresh: () => fieldKeys,
    onDone,
  })
  const { field_type: type, options } = form.draft
  const isApplications = field !== undefined && field.application !== null
  return (
    <Sheet
      title={field?.name ?? newField}
      onClose={onClose}
      foot={
        <SendButton
          label={field === undefined ? settingsText.words.add : settingsText.words.save}
          state={form.isBusy ? 'sending' : 'open'}
          checking=""
          form="custom-field"
        />
      }
    >
      <ProblemSummary problems={form.problems} attempt={form.attempt} />
      <form id="custom-field" noValidate onSubmit={form.submit}>
        {!isApplications && <LineInput form={form} name="name" label={said.name} maxLength={127} isFirst isNeeded />}
        {field === undefined ? <ChosenOnce form={form} /> : <Fixed field={field} />}
        {isChosen(type) && <OptionList form={form} options={options} />}
        {hasDefault(type) && !isApplications && <DefaultInput form={form} type={type} />}
        <TickInput form={form} name="is_required" label={said.required} />
        {field === undefined && <p className={words['said']}>{said.typeHint}</p>}
      </form>
      <FieldPreview draft={form.draft} />
      {field !== undefined && <ArchiveButton record={field} send={changeField} refresh={fieldKeys} onDone={onClose} />}
    </Sheet>
  )
}
