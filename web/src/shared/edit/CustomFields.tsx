import { useQuery } from '@tanstack/react-query'
import { may, useMe } from '../../api/me.ts'
import type { CustomField, CustomFieldSetting } from '../../api/records.ts'
import { ErrorState } from '../states.tsx'
import page from '../page.module.css'
import { text } from '../../text/en.ts'
import { EditGroup } from './EditGroup.tsx'
import { customName, type EditedRecord, type Field } from './fields.ts'
import { customFieldsQuery, fieldSettingsQuery, type Kind } from './queries.ts'

const [json, select, multiSelect] = [5, 6, 7]
/** How each type of field is typed; text otherwise. */
const kinds: Readonly<Record<number, Field['kind']>> = { 2: 'number', 3: 'date', 4: 'tick', 6: 'choice', 7: 'choices' }

const fieldOf = (
  { id, name, field_type }: CustomField,
  settings: readonly CustomFieldSetting[] | undefined,
): readonly Field[] => {
  if (field_type === json) return []
  const options = settings?.find((setting) => setting.id === id)?.options.filter(({ archived }) => !archived)
  if ((field_type === select || field_type === multiSelect) && options === undefined) return []
  return [
    {
      name: customName(id),
      label: name,
      kind: kinds[field_type] ?? 'text',
      ...(options && {
        options: [
          ...(field_type === select ? [['', text.records.fields.choose] as const] : []),
          ...options.map((option) => [String(option.id), option.name] as const),
        ],
      }),
    },
  ]
}

type Shown = {
  readonly kind: Kind
  readonly record: EditedRecord
  readonly query: readonly unknown[]
  readonly mayEdit: boolean
  readonly timeZone: string
  /** Whether nothing is shown where no field is set up. */
  readonly isQuiet?: boolean
}

/** What the clinic, or an integration, has added to its records. */
export const CustomFields = ({ kind, record, query, mayEdit, timeZone, isQuiet = false }: Shown) => {
  const me = useMe()
  const { data, error, refetch } = useQuery(customFieldsQuery(kind))
  const settings = useQuery({ ...fieldSettingsQuery(kind), enabled: may(me, 'Custom field settings') })
  if (error !== null && data === undefined)
    return <ErrorState error={error} what={text.records.fields.what} onRetry={() => void refetch()} />
  if (data === undefined || settings.isLoading) return null
  const fields = data.results.flatMap((one) => fieldOf(one, settings.data?.results))
  if (fields.length === 0) return isQuiet ? null : <p className={page['none']}>{text.records.fields.none}</p>
  return (
    <EditGroup
      title={text.records.groups.fields}
      record={record}
      query={query}
      fields={fields}
      mayEdit={mayEdit}
      timeZone={timeZone}
    />
  )
}
