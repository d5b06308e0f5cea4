import { type Ref, useMemo } from 'react'
import { idOf, type Patient, type TextTemplate } from '../../api/records.ts'
import { isUnsaved, type SavedText, type TextPlace, type TextRecord } from '../../shared/saved-text.ts'
import { useVisitTexts, visitTexts } from '../../shared/visit-texts.ts'
import { type EditorHandle, TextEditor } from './TextEditor.tsx'

type Props = {
  readonly user: string
  readonly visit: number
  readonly patient: Patient
  readonly resource: TextPlace['resource']
  readonly type?: TextPlace['type']
  readonly records: readonly TextRecord[]
  readonly label: string
  readonly placeholder: string
  readonly templates: readonly TextTemplate[]
  readonly timeZone: string
  readonly isSmall?: boolean
  readonly handle?: Ref<EditorHandle>
}

/** The record that the first field shows: the one it has saved, or else the first there is. */
const firstRecord = (first: SavedText | undefined, records: readonly TextRecord[]) => {
  const own = records.find(({ id }) => id === first?.base?.id)
  if (own !== undefined) return own
  return first !== undefined && isUnsaved(first) ? null : (records[0] ?? null)
}

/** Usually one text; where several were written, each has its field. */
export const Texts = ({ user, visit, patient, resource, type, records, label, handle, ...shared }: Props) => {
  useVisitTexts()
  const place = useMemo(
    (): TextPlace => ({ visit, patient: patient.url, resource, type }),
    [visit, patient.url, resource, type],
  )
  const name = [idOf(user), visit, resource, type ?? '', patient.id].join(' ')
  const first = firstRecord(visitTexts.get(name), records)
  const others = records.filter(({ id }) => id !== first?.id)
  return (
    <>
      <TextEditor name={name} user={user} place={place} record={first} label={label} {...shared} handle={handle!} />
      {others.map((record, index) => (
        <TextEditor
          key={record.id}
          name={`${name} ${record.id}`}
          user={user}
          place={place}
          record={record}
          label={`${label} (${index + 2})`}
          {...shared}
        />
      ))}
    </>
  )
}
