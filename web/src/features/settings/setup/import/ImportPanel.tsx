import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ImportKind } from '@fetlock/sdk'
import { type ImportedKind, importQuery, importsQuery, isUnderWay } from '../../../../api/import.ts'
import { useMe } from '../../../../api/me.ts'
import type { Import } from '../../../../api/records.ts'
import { setupKey } from '../../../../api/setup.ts'
import { dateIn, dateText, timeText } from '../../../../format.ts'
import { Sheet } from '../../../../shared/Sheet.tsx'
import { ErrorState } from '../../../../shared/states.tsx'
import { StatusGlyph } from '../../../../shared/StatusGlyph.tsx'
import { settingsText } from '../../../../text/en-settings.ts'
import { mayImport } from '../lines.ts'
import { importedKinds, type SetupSearch } from '../search.ts'
import classes from './Import.module.css'
import { ImportState } from './ImportState.tsx'
import { NewImport } from './NewImport.tsx'
import { progressOf } from './progress.ts'

type Show = (changes: SetupSearch) => void

const glyphOf = (one: Import) => (isUnderWay(one) ? 'progress' : one.state === 'done' ? 'paid' : ('expected' as const))

/** The time of today, or the day. */
const whenText = (moment: string, zone: string) =>
  dateIn(new Date(moment), zone) === dateIn(new Date(), zone) ? timeText(moment, zone) : dateText(moment, zone)

/** The files that were sent before, the newest first. */
const Files = ({ shown, onShow }: { readonly shown: number | undefined; readonly onShow: Show }) => {
  const { data } = useQuery(importsQuery)
  const words = settingsText.importing
  const { time_zone: zone } = useMe().organisation
  const sent = data?.results.filter(({ files }) => files.length > 0) ?? []
  if (sent.length === 0) return null
  return (
    <section className={classes['files']} aria-labelledby="import-files">
      <div className={classes['filesHead']}>
        <h3 id="import-files">{words.files}</h3>
        {shown !== undefined && (
          <button type="button" className={classes['link']} onClick={() => onShow({ kind: ImportKind.Clients })}>
            <IconPlus size={14} stroke={2} aria-hidden="true" /> {words.newFile}
          </button>
        )}
      </div>
      <ul>
        {sent.map((one) => (
          <li key={one.id}>
            <StatusGlyph name={glyphOf(one)} />
            <button
              type="button"
              aria-current={one.id === shown ? 'true' : undefined}
              onClick={() => onShow({ import: one.id })}
            >
              {one.name}
            </button>
            <span>{words.rows(progressOf(one).all)}</span>
            <span>{words.state(words.states[one.state], whenText(one.started ?? one.created, zone))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Shown = ({
  id,
  onShow,
  onClose,
}: {
  readonly id: number
  readonly onShow: Show
  readonly onClose: () => void
}) => {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(importQuery(id))
  const state = data?.state
  useEffect(() => {
    if (state !== undefined) void queries.invalidateQueries({ queryKey: setupKey })
    if (state !== undefined) void queries.invalidateQueries(importsQuery)
  }, [queries, state])
  const words = settingsText.importing
  if (data !== undefined)
    return <ImportState one={data} onShow={onShow} onClose={onClose} files={<Files shown={id} onShow={onShow} />} />
  return (
    <Sheet kind="panel" title={words.what} onClose={onClose}>
      {error !== null && <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />}
    </Sheet>
  )
}

type Props = {
  readonly id: number | undefined
  readonly kind: ImportedKind | undefined
  readonly onShow: Show
  readonly onClose: () => void
}

/** One file on its way into the clinic, from choosing it to what became of its rows. */
export const ImportPanel = ({ id, kind = importedKinds[0]!, onShow, onClose }: Props) => {
  const words = settingsText.importing
  if (!mayImport(useMe()))
    return (
      <Sheet kind="panel" title={words.title[kind]} onClose={onClose}>
        <p>{words.needs}</p>
      </Sheet>
    )
  if (id !== undefined) return <Shown key={id} id={id} onShow={onShow} onClose={onClose} />
  return (
    <NewImport
      kind={kind}
      onKind={(next) => onShow({ kind: next })}
      onSent={(sent) => onShow({ import: sent })}
      onClose={onClose}
      files={<Files shown={undefined} onShow={onShow} />}
    />
  )
}
