import type { QueryKey } from '@tanstack/react-query'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './Words.module.css'

type Archivable = { readonly name: string; readonly archived: boolean }

type Props<T> = {
  readonly record: T
  readonly send: (record: T, changes: { readonly archived: boolean }, key?: string) => Promise<T>
  readonly refresh: readonly QueryKey[]
  readonly onDone: () => void
}

/** Takes something out of use, and back; either can be undone. */
export const ArchiveButton = <T extends Archivable>({ record, send, refresh, onDone }: Props<T>) => {
  const { wasArchived, wasRestored, archive, restore } = settingsText.words
  const { write, isBusy } = useWrite({
    send: (one: T, key) => send(one, { archived: !one.archived }, key),
    refresh: () => refresh,
    said: ({ result }) => (result.archived ? wasArchived : wasRestored)(result.name),
    undo: ({ result }) => send(result, { archived: !result.archived }),
    onDone,
  })
  return (
    <div className={classes['actions']}>
      <button type="button" className="button" aria-busy={isBusy} onClick={() => void write(record)}>
        {record.archived ? restore : archive}
      </button>
    </div>
  )
}
