import { ImportKind } from '@fetlock/sdk'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { checkImport, importKey, type ImportedKind, isUnderWay, runImport } from '../../../../api/import.ts'
import { useMe } from '../../../../api/me.ts'
import type { Import } from '../../../../api/records.ts'
import { setupKey } from '../../../../api/setup.ts'
import { timeText } from '../../../../format.ts'
import { Sheet } from '../../../../shared/Sheet.tsx'
import { StatusGlyph } from '../../../../shared/StatusGlyph.tsx'
import { useWrite } from '../../../../shared/use-write.ts'
import { settingsText } from '../../../../text/en-settings.ts'
import type { SetupSearch } from '../search.ts'
import classes from './Import.module.css'
import { progressOf } from './progress.ts'
import { RefusedRows } from './RefusedRows.tsx'

const Progress = ({ one }: { readonly one: Import }) => {
  const { done, all } = progressOf(one)
  const words = settingsText.importing
  return (
    <div className={classes['progress']}>
      <p>
        <StatusGlyph name="progress" /> <strong>{words.progress(done, all)}</strong>
        <span>{one.state === 'running' ? words.isRunning : words.isTrying}</span>
      </p>
      <progress aria-label={one.state === 'running' ? words.running : words.trying} value={done} max={all} />
    </div>
  )
}

const Counts = ({ one }: { readonly one: Import }) => {
  const counts = progressOf(one)
  const words = settingsText.importing.counts
  return (
    <dl className={classes['counts']} aria-live="polite">
      {(['new', 'matched', 'refused', 'rest'] as const)
        .filter((name) => name !== 'rest' || isUnderWay(one))
        .map((name) => (
          <div key={name} data-count={name} data-some={counts[name] > 0}>
            <dt>{words[name]}</dt>
            <dd>{counts[name]}</dd>
          </div>
        ))}
    </dl>
  )
}

const when = (one: Import, zone: string) => {
  const words = settingsText.importing
  if (one.finished === null) return ''
  return one.state === 'done'
    ? words.importedAt(timeText(one.finished, zone))
    : words.tried(timeText(one.finished, zone))
}

type Props = {
  readonly one: Import
  readonly onShow: (changes: SetupSearch) => void
  readonly onClose: () => void
  readonly files: ReactNode
}

/** What became of the rows of a file, or would become of them, and the button that imports them. */
export const ImportState = ({ one, onShow, onClose, files }: Props) => {
  const words = settingsText.importing
  const zone = useMe().organisation.time_zone
  const refresh = () => [importKey, setupKey]
  const running = useWrite({ send: (id: number, key) => runImport(id, key), refresh })
  const trying = useWrite({ send: (id: number, key) => checkImport(id, key), refresh })
  const counts = progressOf(one)
  const kind = (one.files[0]?.kind ?? 'clients') as ImportedKind
  const foot =
    one.state === 'checked' && counts.new > 0 ? (
      <button
        type="button"
        className={`button primary ${classes['go']}`}
        aria-busy={running.isBusy}
        onClick={() => void running.write(one.id)}
      >
        {words.run(counts.new)}
      </button>
    ) : one.state === 'open' && counts.all > 0 ? (
      <button
        type="button"
        className={`button primary ${classes['go']}`}
        aria-busy={trying.isBusy}
        onClick={() => void trying.write(one.id)}
      >
        {words.try(counts.all)}
      </button>
    ) : one.state === 'done' && kind === 'clients' ? (
      <button
        type="button"
        className={`button primary ${classes['go']}`}
        onClick={() => onShow({ kind: ImportKind.Patients })}
      >
        {words.next}
      </button>
    ) : undefined
  const facts = [words.facts(one.name, counts.all), when(one, zone)].filter(Boolean).join(', ')
  return (
    <Sheet kind="panel" title={words.title[kind]} subtitle={facts} onClose={onClose} foot={foot}>
      {counts.all === 0 && <p>{words.unsent}</p>}
      {isUnderWay(one) && <Progress one={one} />}
      {one.state === 'done' && (
        <p className={classes['done']} role="status">
          <IconCircleCheckFilled size={18} aria-hidden="true" /> {words.done(counts.new)}
        </p>
      )}
      {one.state !== 'open' && <Counts one={one} />}
      {one.state === 'checked' && counts.new === 0 && <p>{words.nothingNew}</p>}
      {counts.refused > 0 && one.state !== 'open' && one.state !== 'checking' && (
        <RefusedRows one={one} onCorrect={() => onShow({ kind })} />
      )}
      {files}
    </Sheet>
  )
}
