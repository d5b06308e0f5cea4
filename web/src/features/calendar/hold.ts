import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Column, Entry } from './columns.ts'
import { topOf } from './days.ts'
import {
  type Drawn,
  type Held,
  isSamePlace,
  type Place,
  placeUnder,
  pointAt,
  slotAt,
  steppedPlace,
} from './hold-places.ts'
import { minuteMs, type Span, stepMinutes } from './schedule.ts'

type Pressed = Omit<Held, 'by' | 'to'> & {
  readonly pointer: number
  readonly isTouch: boolean
  readonly x: number
  readonly y: number
  /** How far below the top of the card it was taken, in minutes of the axis. */
  readonly grip: number
}

type Holding = Drawn & {
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

export const entryAt = (columns: readonly Column[], target: EventTarget) => {
  const id = Number((target as HTMLElement).closest<HTMLElement>('[data-entry]')?.dataset['entry'])
  return columns.flatMap(({ entries }) => entries).find((entry) => entry.id === id)
}

type Keyed = Pick<Holding, 'refusalOf'> & {
  readonly held: Held | undefined
  readonly current: RefObject<Held | undefined>
  readonly drawn: Drawn
  readonly hold: (next: Held) => void
  readonly putBack: () => void
  readonly drop: (instead?: Span) => void
}

/** Arrows move what is held, Enter drops it where it is or at the nearest free time, and Escape puts it back. */
const useHeldKeys = ({ held, current, drawn, refusalOf, hold, putBack, drop }: Keyed) => {
  useEffect(() => {
    if (held === undefined) return undefined
    const press = (event: KeyboardEvent) => {
      const now = current.current
      if (now === undefined) return
      const to = now.by === 'keys' ? steppedPlace(drawn, now.to, event) : undefined
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
  }, [held, current, drawn, hold, putBack, drop, refusalOf])
}

const scrollAtEdge = (scroller: HTMLElement | null, { clientX, clientY }: PointerEvent) => {
  if (scroller === null) return
  const box = scroller.getBoundingClientRect()
  const toward = (at: number, low: number, high: number) =>
    at < low + edgePixels ? -12 : at > high - edgePixels ? 12 : 0
  scroller.scrollBy(toward(clientX, box.left, box.right), toward(clientY, box.top + 46, box.bottom))
}

/** Moves by mouse, finger and keys. The card that is held stays where it was; only its ghost follows. */
export const useHold = (holding: Holding) => {
  const { columns, axis, scale, grid, scroller, isAllowed, refusalOf, onDrop, onPick } = holding
  const drawn = useMemo(() => ({ columns, axis, scale }), [columns, axis, scale])
  const [held, setHeld] = useState<Held>()
  const current = useRef<Held>(undefined)
  const pressed = useRef<Pressed>(undefined)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Whether the pointer has dragged something since it was pressed. */
  const hasDragged = useRef(false)

  const hold = useCallback((next: Held | undefined) => {
    current.current = next
    setHeld(next)
  }, [])

  const release = useCallback(() => {
    clearTimeout(rest.current)
    pressed.current = undefined
    if (current.current?.by === 'pointer') hasDragged.current = true
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
      else if (!isSamePlace(from, to)) onDrop(entry, to, kind)
    },
    [release, onDrop, onPick],
  )

  const putBack = useCallback(() => {
    const entry = current.current?.entry
    release()
    grid.current?.querySelector<HTMLElement>(`[data-entry="${entry?.id}"]`)?.focus()
  }, [release, grid])

  const pointUnder = (event: MouseEvent) => pointAt(grid.current!, drawn, event)

  const begin = ({ pointer, kind, entry, from }: Pressed) => {
    grid.current?.setPointerCapture(pointer)
    hold({ kind, by: 'pointer', entry, from, to: from })
  }

  const onPointerDown = (event: PointerEvent) => {
    hasDragged.current = false
    if (!isAllowed || event.button !== 0 || current.current !== undefined) return
    const point = pointUnder(event)
    const { column, top } = point
    const entry = entryAt(columns, event.target)
    const isTouch = event.pointerType === 'touch'
    if (entry === undefined ? isTouch : !entry.active) return
    const slot = slotAt(drawn, point)
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
      grip: top - topOf(axis, columns[column]!.day, from.start),
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
    scrollAtEdge(scroller.current, event)
    const to = placeUnder(drawn, pointUnder(event), press)
    if (current.current !== undefined && !isSamePlace(current.current.to, to)) hold({ ...current.current, to })
  }

  const onPointerUp = () => {
    clearTimeout(rest.current)
    if (current.current?.by === 'pointer') drop()
    pressed.current = undefined
  }
  const onPointerCancel = () => (current.current?.by === 'pointer' ? putBack() : release())

  /** The click that ends a drag is none, however late it comes. A key that clicks counts no clicks. */
  const onClickCapture = (event: MouseEvent) => {
    if (hasDragged.current && event.detail > 0) event.stopPropagation()
    hasDragged.current = false
  }
  const onClick = (event: MouseEvent) => {
    if (!isAllowed) return
    const point = pointUnder(event)
    onPick({ column: point.column, start: slotAt(drawn, point) })
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

  useHeldKeys({ held, current, drawn, refusalOf, hold, putBack, drop })

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
