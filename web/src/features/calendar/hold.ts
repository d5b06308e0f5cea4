import { type MouseEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Column, Entry } from './columns.ts'
import { type Axis, momentAt, topOf } from './days.ts'
import { minuteMs, type Span, stepMinutes } from './schedule.ts'

/** A time in a column. */
export type Place = Span & { readonly column: number }

/** What is being dragged: an appointment, its lower edge, or a time for a new one. */
export type Held = {
  readonly kind: 'move' | 'length' | 'book'
  readonly by: 'pointer' | 'keys'
  readonly entry: Entry | undefined
  readonly from: Place
  readonly to: Place
}

type Pressed = Omit<Held, 'by' | 'to'> & {
  readonly pointer: number
  readonly isTouch: boolean
  readonly x: number
  readonly y: number
  /** How far below the top of the card it was taken, in minutes of the axis. */
  readonly grip: number
}

type Holding = {
  readonly columns: readonly Column[]
  readonly axis: Axis
  /** Pixels of a minute. */
  readonly scale: number
  readonly grid: RefObject<HTMLDivElement | null>
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly isAllowed: boolean
  /** Where the card cannot be dropped: the free time that Enter takes instead. */
  readonly refusalOf: (held: Held) => { readonly nearest: Span | undefined } | undefined
  readonly onDrop: (entry: Entry, to: Place, kind: 'move' | 'length') => void
  readonly onPick: (place: { readonly column: number; readonly start: number; readonly end?: number }) => void
}

/** A finger that rests this long takes the card; one that moves sooner scrolls. */
const restMs = 300
const [mouseSlack, fingerSlack] = [4, 10]
const edgePixels = 36

const snapped = (top: number) => Math.round(top / stepMinutes) * stepMinutes
const isSame = (one: Place, other: Place) =>
  one.column === other.column && one.start === other.start && one.end === other.end

export const entryAt = (columns: readonly Column[], target: EventTarget) => {
  const id = Number((target as HTMLElement).closest<HTMLElement>('[data-entry]')?.dataset['entry'])
  return columns.flatMap(({ entries }) => entries).find((entry) => entry.id === id)
}

/** Moves by mouse, finger and keys. The card that is held stays where it was; only its ghost follows. */
export const useHold = (holding: Holding) => {
  const { columns, axis, scale, grid, scroller, isAllowed, refusalOf, onDrop, onPick } = holding
  const [held, setHeld] = useState<Held>()
  const current = useRef<Held>(undefined)
  const pressed = useRef<Pressed>(undefined)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const droppedAt = useRef(0)

  const hold = useCallback((next: Held | undefined) => {
    current.current = next
    setHeld(next)
  }, [])

  const release = useCallback(() => {
    clearTimeout(rest.current)
    pressed.current = undefined
    if (current.current !== undefined) droppedAt.current = performance.now()
    hold(undefined)
  }, [hold])

  const drop = useCallback(
    (instead?: Span) => {
      const dropped = current.current
      release()
      if (dropped === undefined) return
      const { kind, entry, from } = dropped
      const to = { ...dropped.to, ...instead }
      if (entry === undefined || kind === 'book') onPick(to)
      else if (!isSame(from, to)) onDrop(entry, to, kind)
    },
    [release, onDrop, onPick],
  )

  const putBack = useCallback(() => {
    const entry = current.current?.entry
    release()
    grid.current?.querySelector<HTMLElement>(`[data-entry="${entry?.id}"]`)?.focus()
  }, [release, grid])

  const pointAt = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const box = grid.current!.getBoundingClientRect()
    const column = Math.floor(((clientX - box.left) / box.width) * columns.length)
    return { column: Math.min(Math.max(column, 0), columns.length - 1), top: (clientY - box.top) / scale }
  }

  const begin = ({ pointer, kind, entry, from }: Pressed) => {
    grid.current?.setPointerCapture(pointer)
    hold({ kind, by: 'pointer', entry, from, to: from })
  }

  const placeUnder = (event: PointerEvent, { kind, from, grip }: Pressed): Place => {
    const { column, top } = pointAt(event)
    if (kind === 'move') {
      const start = momentAt(axis, columns[column]!.day, Math.max(0, snapped(top - grip)))
      return { column, start, end: start + from.end - from.start }
    }
    const under = momentAt(axis, columns[from.column]!.day, snapped(top))
    const step = stepMinutes * minuteMs
    if (kind === 'length') return { ...from, end: Math.max(under, from.start + step) }
    return { ...from, start: Math.min(from.start, under), end: Math.max(from.start + step, under) }
  }

  const scrollAtEdge = ({ clientX, clientY }: PointerEvent) => {
    const box = scroller.current?.getBoundingClientRect()
    if (box === undefined) return
    const toward = (at: number, low: number, high: number) =>
      at < low + edgePixels ? -12 : at > high - edgePixels ? 12 : 0
    scroller.current?.scrollBy(toward(clientX, box.left, box.right), toward(clientY, box.top + 46, box.bottom))
  }

  const onPointerDown = (event: PointerEvent) => {
    if (!isAllowed || event.button !== 0 || current.current !== undefined) return
    const { column, top } = pointAt(event)
    const entry = entryAt(columns, event.target)
    const isTouch = event.pointerType === 'touch'
    if (entry === undefined ? isTouch : !entry.active) return
    const { day } = columns[column]!
    const slot = momentAt(axis, day, Math.floor(top / stepMinutes) * stepMinutes)
    const from = entry ?? { start: slot, end: slot + stepMinutes * minuteMs }
    pressed.current = {
      kind:
        entry === undefined
          ? 'book'
          : (event.target as HTMLElement).closest('[data-edge]') === null
            ? 'move'
            : 'length',
      entry,
      from: { column, start: from.start, end: from.end },
      pointer: event.pointerId,
      isTouch,
      x: event.clientX,
      y: event.clientY,
      grip: top - topOf(axis, day, from.start),
    }
    if (isTouch) rest.current = setTimeout(() => pressed.current && begin(pressed.current), restMs)
  }

  const onPointerMove = (event: PointerEvent) => {
    const press = pressed.current
    if (press === undefined || press.pointer !== event.pointerId) return
    if (current.current === undefined) {
      const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y)
      if (distance < (press.isTouch ? fingerSlack : mouseSlack)) return
      if (press.isTouch) return release()
      begin(press)
    }
    scrollAtEdge(event)
    const to = placeUnder(event, press)
    if (current.current !== undefined && !isSame(current.current.to, to)) hold({ ...current.current, to })
  }

  const onPointerUp = () => {
    clearTimeout(rest.current)
    if (current.current?.by === 'pointer') drop()
    pressed.current = undefined
  }
  const onPointerCancel = () => (current.current?.by === 'pointer' ? putBack() : release())

  /** The click that ends a drag is none. */
  const onClickCapture = (event: MouseEvent) => {
    if (performance.now() - droppedAt.current < 150) event.stopPropagation()
  }
  const onClick = (event: MouseEvent) => {
    if (!isAllowed) return
    const { column, top } = pointAt(event)
    onPick({ column, start: momentAt(axis, columns[column]!.day, Math.floor(top / stepMinutes) * stepMinutes) })
  }

  /** Takes an appointment to move it with keys. */
  const take = useCallback(
    (entry: Entry) => {
      const column = columns.findIndex(({ entries }) => entries.includes(entry))
      if (!isAllowed || !entry.active || column < 0) return
      const from = { column, start: entry.start, end: entry.end }
      hold({ kind: 'move', by: 'keys', entry, from, to: from })
    },
    [columns, isAllowed, hold],
  )

  useEffect(() => {
    if (held === undefined) return undefined
    const stepped = ({ to }: Held, key: string, isLength: boolean): Place | undefined => {
      const direction = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1
      const { day } = columns[to.column]!
      const top = topOf(axis, day, to.start)
      if (key === 'ArrowUp' || key === 'ArrowDown') {
        const step = stepMinutes * minuteMs
        if (isLength) return { ...to, end: Math.max(to.end + direction * step, to.start + step) }
        const next = direction > 0 ? Math.floor(top / stepMinutes) + 1 : Math.ceil(top / stepMinutes) - 1
        const start = momentAt(axis, day, Math.min(Math.max(next * stepMinutes, 0), axis.minutes - stepMinutes))
        return { ...to, start, end: start + to.end - to.start }
      }
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
      const column = Math.min(Math.max(to.column + direction, 0), columns.length - 1)
      const start = momentAt(axis, columns[column]!.day, top)
      return { column, start, end: start + to.end - to.start }
    }
    const press = (event: KeyboardEvent) => {
      const now = current.current
      if (now === undefined) return
      const to = now.by === 'keys' ? stepped(now, event.key, event.shiftKey) : undefined
      if (to !== undefined) hold({ ...now, to })
      else if (event.key === 'Escape') putBack()
      else if (event.key === 'Enter') {
        const refusal = refusalOf(now)
        if (refusal !== undefined && refusal.nearest === undefined) putBack()
        else drop(refusal?.nearest)
      } else if (now.by === 'keys' && event.key === 'Tab') putBack()
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [held, columns, axis, hold, putBack, drop, refusalOf])

  useEffect(() => {
    const element = grid.current
    // A page that follows the finger would take it from the card.
    const keep = (event: TouchEvent) => {
      if (current.current !== undefined) event.preventDefault()
    }
    element?.addEventListener('touchmove', keep, { passive: false })
    return () => element?.removeEventListener('touchmove', keep)
  }, [grid])

  return {
    held,
    take,
    putBack,
    drop,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClickCapture, onClick },
  }
}
