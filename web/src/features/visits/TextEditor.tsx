import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { TextTemplate } from '../../api/records.ts'
import { timeText } from '../../format.ts'
import type { SavedText, TextPlace, TextRecord } from '../../shared/saved-text.ts'
import { movedCaret } from '../../shared/merge-texts.ts'
import { useVisitTexts, visitTexts } from '../../shared/visit-texts.ts'
import { whoChanged } from '../../shared/who-changed.ts'
import { text } from '../../text/en.ts'
import { expandShortcut } from './shortcuts.ts'
import classes from './TextEditor.module.css'

export type EditorHandle = { readonly focus: () => void; readonly insert: (inserted: string) => void }

type Props = {
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

/** The version of somebody else, beside the field in which one's own can be written on, until one of them is chosen. */
const Conflict = ({
  shown,
  theirs,
  timeZone,
  onResolved,
}: {
  readonly shown: SavedText
  readonly theirs: TextRecord
  readonly timeZone: string
  readonly onResolved: () => void
}) => {
  const client = useQueryClient()
  const { data: who = text.somebodyElse } = useQuery({
    queryKey: ['who changed', theirs.url, theirs.modified],
    queryFn: () => whoChanged(client, theirs),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const words = text.visit.conflict
  const ways = { both: words.keepBoth, mine: words.keepMine, theirs: words.keepTheirs }
  return (
    <section className={classes['conflict']} aria-label={words.title(who)}>
      <h2>{words.title(who)}</h2>
      <h3>{words.theirs(timeText(theirs.modified, timeZone))}</h3>
      <p>{theirs.text}</p>
      <div className={classes['ways']}>
        {Object.entries(ways).map(([way, title]) => (
          <button
            key={way}
            type="button"
            className="button"
            onClick={() => {
              void visitTexts.resolve(shown.key, way as keyof typeof ways)
              onResolved()
            }}
          >
            {title}
          </button>
        ))}
      </div>
    </section>
  )
}

/** The cursor stays at its word when the text is changed by somebody else, and goes where it is sent by what is inserted. */
const useCursor = (field: React.RefObject<HTMLTextAreaElement | null>, written: string) => {
  const wanted = useRef<number>(undefined)
  const last = useRef({ text: written, from: 0, until: 0 })
  const remember = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    last.current = { text: value, from: selectionStart, until: selectionEnd }
  }
  useLayoutEffect(() => {
    const { current } = field
    const { text: before, from, until } = last.current
    if (current === null || document.activeElement !== current || before === written) return
    const moved = (caret: number) => wanted.current ?? movedCaret(before, written, caret)
    current.setSelectionRange(moved(from), moved(until))
    wanted.current = undefined
    remember(current)
  }, [field, written])
  const moveTo = (position: number) => {
    wanted.current = position
  }
  return { remember, moveTo }
}

/** A text that saves itself while somebody writes. */
export const TextEditor = (shown: Props) => {
  const { name, user, place, record, label, placeholder, templates, timeZone, isSmall = false, handle } = shown
  const field = useRef<HTMLTextAreaElement>(null)
  const editor = useRef<HTMLDivElement>(null)
  useVisitTexts()
  // Before the field is drawn: what is typed into it then is kept.
  useLayoutEffect(() => visitTexts.open(name, user, place, record), [name, user, place, record])
  const saved = visitTexts.get(name)
  const written = saved?.text ?? record?.text ?? ''
  const { remember, moveTo } = useCursor(field, written)
  const insert = (inserted: string) => {
    const { current } = field
    const from = current === document.activeElement ? (current?.selectionStart ?? written.length) : written.length
    const before = written.slice(0, from)
    const gap = before === '' || before.endsWith('\n') || current === document.activeElement ? '' : '\n\n'
    current?.focus()
    moveTo(before.length + gap.length + inserted.length)
    visitTexts.type(name, `${before}${gap}${inserted}${written.slice(from)}`)
  }
  useImperativeHandle(handle, () => ({ focus: () => field.current?.focus(), insert }))
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // The keys are heard again, and Tab goes on from here.
    if (event.key === 'Escape') return editor.current?.focus()
    if (event.key !== ' ' && event.key !== 'Tab' && event.key !== 'Enter') return undefined
    const expanded = expandShortcut(written, event.currentTarget.selectionStart, templates)
    if (expanded === undefined) return undefined
    event.preventDefault()
    moveTo(expanded.cursor)
    return visitTexts.type(name, expanded.text)
  }
  return (
    <div
      ref={editor}
      className={classes['editor']}
      tabIndex={-1}
      data-small={isSmall}
      data-conflict={saved?.status.kind === 'conflict'}
    >
      {/* The copy is as high as the text, and the field as high as the copy. */}
      <div className={classes['copy']} aria-hidden="true">
        {written || placeholder}{' '}
      </div>
      <textarea
        ref={field}
        data-text={name}
        aria-label={label}
        placeholder={placeholder}
        maxLength={65_536}
        value={written}
        onChange={({ target }) => {
          remember(target)
          visitTexts.type(name, target.value)
        }}
        onSelect={({ currentTarget }) => remember(currentTarget)}
        onBlur={() => void visitTexts.save(name)}
        onKeyDown={press}
      />
      {saved?.status.kind === 'conflict' && (
        <Conflict
          shown={saved}
          theirs={saved.status.theirs}
          timeZone={timeZone}
          onResolved={() => field.current?.focus()}
        />
      )}
      {saved?.status.kind === 'refused' && (
        <p className={classes['problem']} role="alert">
          {saved.status.message}
          {saved.status.isFinalized && (
            <button type="button" className="button small" onClick={() => void visitTexts.writeAnew(name)}>
              {text.visit.note.asAddendum}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
