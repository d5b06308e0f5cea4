import type { CodelistName } from '@fetlock/sdk'
import { addListItem, changeListItem, listItemKey, readListItem } from '../../../api/listitem.ts'
import type { ListItem } from '../../../api/records.ts'
import { SendButton } from '../../../shared/form.tsx'
import { ProblemSummary } from '../../../shared/problems.tsx'
import { Sheet } from '../../../shared/Sheet.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { ArchiveButton } from '../words/ArchiveButton.tsx'
import { LineInput } from '../words/Inputs.tsx'
import { useRecordForm } from '../words/use-record-form.ts'

type Draft = Pick<ListItem, 'name' | 'code'>

const refresh = [listItemKey] as const

type Props = {
  readonly entry: ListItem | undefined
  /** Which list a new one comes into. */
  readonly list: CodelistName
  readonly onClose: () => void
}

/** An entry that the clinic adds to a list, or changes there. */
export const EntrySheet = ({ entry, list, onClose }: Props) => {
  const { form: said, lists, new: newEntry } = settingsText.lists
  const form = useRecordForm<ListItem, Draft>(
    entry,
    {
      draftOf: (record) => ({ name: record?.name ?? '', code: record?.code ?? '' }),
      add: (draft, key) => addListItem({ ...draft, list }, key),
      send: changeListItem,
      readNow: readListItem,
    },
    {
      labels: { name: said.name, code: said.code },
      missingIn: ({ name }) => (name.trim() === '' ? ['name'] : []),
      nameOf: ({ name }) => name,
      refresh: () => refresh,
      onDone: onClose,
    },
  )
  return (
    <Sheet
      title={entry?.name ?? newEntry}
      subtitle={lists[entry?.list ?? list]}
      onClose={onClose}
      foot={
        <SendButton
          label={entry === undefined ? settingsText.words.add : settingsText.words.save}
          state={form.isBusy ? 'sending' : 'open'}
          checking=""
          form="entry"
        />
      }
    >
      <ProblemSummary problems={form.problems} attempt={form.attempt} />
      <form id="entry" noValidate onSubmit={form.submit}>
        <LineInput form={form} name="name" label={said.name} maxLength={127} isFirst isNeeded />
        <LineInput form={form} name="code" label={said.code} maxLength={31} hint={said.codeHint} />
      </form>
      {entry !== undefined && <ArchiveButton record={entry} send={changeListItem} refresh={refresh} onDone={onClose} />}
    </Sheet>
  )
}
