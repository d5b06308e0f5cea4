import { CustomFieldType } from '@fetlock/sdk'
import { useId, useState } from 'react'
import { isChosen, typedField } from '../../../shared/edit/custom-field.ts'
import { FieldInput } from '../../../shared/edit/FieldInput.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import words from '../words/Words.module.css'
import type { FieldDraft } from './field-draft.ts'

/** The field as it will stand on a record: it can be tried, and nothing of it is kept. */
export const FieldPreview = ({ draft }: { readonly draft: FieldDraft }) => {
  const { title, unnamed, notShown, noOption } = settingsText.fields.preview
  const id = useId()
  const { field_type: type, default_value: begins } = draft
  const [tried, setTried] = useState<{ readonly of: string; readonly value: string | boolean }>()
  // The ids of options that are not stored yet only have to differ.
  const options = draft.options
    .filter(({ name, archived }) => name.trim() !== '' && !archived)
    .map((option, at) => ({ ...option, id: option.id ?? -at - 1 }))
  const field = typedField(
    { id: 0, name: draft.name.trim() || unnamed, field_type: type, is_required: draft.is_required },
    isChosen(type) ? options : undefined,
  )
  const first = type === CustomFieldType.CheckBox ? begins === 'True' : begins
  const of = `${type} ${begins}`
  return (
    <section className={words['preview']} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {field === undefined ? (
        <p>{notShown}</p>
      ) : isChosen(type) && options.length === 0 ? (
        <p>{noOption}</p>
      ) : (
        <FieldInput
          id={`${id}-tried`}
          field={field}
          draft={{ [field.name]: tried?.of === of ? tried.value : first }}
          problem={undefined}
          onChange={(_, value) => setTried({ of, value })}
        />
      )}
    </section>
  )
}
