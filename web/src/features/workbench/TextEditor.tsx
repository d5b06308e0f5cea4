import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { TextTemplate } from '../../api/records.ts'
import { timeText } from '../../format.ts'
import type { SavedText, TextPlace, TextRecord } from '../../shared/saved-texts.ts'
import { useVisitTexts, visitTexts } from '../../shared/visit-texts.ts'
import { whoChanged } from '../../shared/who-changed.ts'
import { text } from '../../text/en.ts'
import { expandShortcut } from './shortcuts.ts'
import classes from './TextEditor.module.css'

export type EditorHandle = { readonly focus: () => void; readonly insert: (inserted: string) => void }

type Shown = {
  readonly name: string
  readonly user: string
  readonly place: TextPlace
  readonly record: TextRecord | null
  readonly label: string
  readonly placeholder: string
  readonly templates: readonly TextTemplate[]
  readonly timeZone: string
  readonly isSmall?: boolean
  readonly handle?: Ref<EditorHandle>
}

/** Both versions, side by side, until somebody has said which to keep. */
const Conflict = ({
  shown,
  theirs,
  timeZone,
}: {
  readonly shown: SavedText
  readonly theirs: TextRecord
  readonly timeZone: string
}) => {
  const client = useQueryClient()
  const { data: who = text.somebodyElse } = useQuery({
    queryKey: ['who changed', theirs.url, theirs.modified],
    queryFn: () => whoChanged(client, theirs),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const versions = [
    { title: text.workbench.conflict.mine, written: shown.text },
    { title: text.workbench.conflict.theirs(timeText(theirs.modified, timeZone)), written: theirs.text },
  ]
  return (
    <section className={classes['conflict']} aria-label={text.workbench.conflict.title(who)}>
      <h2>{text.workbench.conflict.title(who)}</h2>
      <div className={classes['versions']}>
        {versions.map(({ title, written }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{written}</p>
          </div>
        ))}
      </div>
      <div className={classes['ways']}>
        <button type="button" className="button" onClick={() => void visitTexts.resolve(shown.key, 'both')}>
          {text.workbench.conflict.keepBoth}
        </button>
        <button type="button" className="button" onClick={() => void visitTexts.resolve(shown.key, 'mine')}>
          {text.workbench.conflict.keepMine}
        </button>
        <button type="button" className="button" onClick={() => void visitTexts.resolve(shown.key, 'theirs')}>
          {text.workbench.conflict.keepTheirs}
        </button>
      </div>
    </section>
  )
}

/** The cursor stays where it was when the text is changed by somebody else. */
const useCursor = (field: React.RefObject<HTMLTextAreaElement | null>, written: string) => {
  const at = useRef<number>(undefined)
  useLayoutEffect(() => {
    const { current } = field
    if (current === null || document.activeElement !== current || at.current === undefined) return
    current.setSelectionRange(at.current, at.current)
    at.current = undefined
  }, [field, written])
  return (position: number) => {
    at.current = position
  }
}

/** A text that saves itself while somebody writes. */
export const TextEditor = (shown: Shown) => {
  const { name, user, place, record, label, placeholder, templates, timeZone, isSmall = false, handle } = shown
  const field = useRef<HTMLTextAreaElement>(null)
  useVisitTexts()
  useEffect(() => visitTexts.open(name, user, place, record), [name, user, place, record])
  const saved = visitTexts.get(name)
  const written = saved?.text ?? record?.text ?? ''
  const moveCursor = useCursor(field, written)
  const insert = (inserted: string) => {
    const { current } = field
    const from = current === document.activeElement ? (current?.selectionStart ?? written.length) : written.length
    const before = written.slice(0, from)
    const gap = before === '' || before.endsWith('\n') || current === document.activeElement ? '' : '\n\n'
    current?.focus()
    moveCursor(before.length + gap.length + inserted.length)
    visitTexts.type(name, `${before}${gap}${inserted}${written.slice(from)}`)
  }
  useImperativeHandle(handle, () => ({ focus: () => field.current?.focus(), insert }))
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') return event.currentTarget.blur()
    if (event.key !== ' ' && event.key !== 'Tab' && event.key !== 'Enter') return undefined
    const expanded = expandShortcut(written, event.currentTarget.selectionStart, templates)
    if (expanded === undefined) return undefined
    event.preventDefault()
    moveCursor(expanded.cursor)
    return visitTexts.type(name, expanded.text)
  }
  if (saved?.status.kind === 'conflict')
    return <Conflict shown={saved} theirs={saved.status.theirs} timeZone={timeZone} />
  return (
    <div className={classes['editor']} data-small={isSmall}>
      {/* The copy is as high as the text, and the field as high as the copy. */}
      <div className={classes['copy']} aria-hidden="true">
        {written || placeholder}{' '}
      </div>
      <textarea
        ref={field}
        aria-label={label}
        placeholder={placeholder}
        maxLength={65_536}
        value={written}
        onChange={({ target }) => visitTexts.type(name, target.value)}
        onBlur={() => void visitTexts.save(name)}
        onKeyDown={press}
      />
      {saved?.status.kind === 'refused' && (
        <p className={classes['problem']} role="alert">
          {saved.status.message}
          {saved.status.isFinalized && (
            <button type="button" className="button small" onClick={() => void visitTexts.writeAnew(name)}>
              {text.workbench.note.asAddendum}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
