import type { CustomFieldOwner } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { customFieldsQuery, fieldSettingsQuery } from '../../api/customfield.ts'
import { may, useMe } from '../../api/me.ts'
import { ErrorState } from '../states.tsx'
import page from '../page.module.css'
import { text } from '../../text/en.ts'
import { typedField } from './custom-field.ts'
import { EditGroup } from './EditGroup.tsx'
import type { EditedRecord } from './fields.ts'

type Props = {
  readonly kind: CustomFieldOwner
  readonly record: EditedRecord
  readonly query: readonly unknown[]
  readonly mayEdit: boolean
  readonly timeZone: string
  /** Whether nothing is shown where no field is set up. */
  readonly isQuiet?: boolean
}

/** What the clinic, or an integration, has added to its records. */
export const CustomFields = ({ kind, record, query, mayEdit, timeZone, isQuiet = false }: Props) => {
  const me = useMe()
  const { data, error, refetch } = useQuery(customFieldsQuery(kind))
  const settings = useQuery({ ...fieldSettingsQuery(kind), enabled: may(me, 'Custom field settings') })
  if (error !== null && data === undefined)
    return <ErrorState error={error} what={text.records.fields.what} onRetry={() => void refetch()} />
  if (data === undefined || settings.isLoading) return null
  const fields = data.flatMap((one) => typedField(one, settings.data?.find(({ id }) => id === one.id)?.options) ?? [])
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
