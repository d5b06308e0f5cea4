import { useRef } from 'react'
import { messageOf } from '../../../api/problem.ts'
import { setupKey } from '../../../api/setup.ts'
import { type ShiftChanges, shiftsKey, writeShifts } from '../../../api/shift.ts'
import { isSame } from '../../../api/versions.ts'
import type { Problems } from '../../../shared/problems.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'

/** Changes, and how they are told once they are made: the sheet may say something else by then. */
type Wanted = { readonly changes: ShiftChanges; readonly told: string }

type Then = {
  readonly setProblems: (problems: Problems) => void
  readonly onDone: () => void
  /** What was written is what was asked for before and had no answer. */
  readonly onEarlier?: () => void
  readonly onConflict?: () => void
}

/** Writes the shifts that a sheet is about, and closes it if they are what was asked for last. */
export const useShiftWrite = ({ setProblems, onDone, onEarlier, onConflict }: Then) => {
  const wanted = useRef<Wanted>(undefined)
  const { write, isBusy, isChecking } = useWrite({
    send: ({ changes }: Wanted, key) => writeShifts(changes, key),
    refresh: () => [shiftsKey, setupKey],
    said: ({ variables }) => variables.told,
    undo: ({ result }) => writeShifts(result),
    onDone: ({ variables }) => {
      if (isSame(variables, wanted.current)) return onDone()
      setProblems({ '': settingsText.shifts.earlier(variables.told) })
      return onEarlier?.()
    },
    onProblem: (error) => setProblems({ '': messageOf(error) }),
    ...(onConflict === undefined ? {} : { onConflict }),
  })
  const ask = (changes: ShiftChanges, told: string) => {
    if (isBusy) return
    wanted.current = { changes, told }
    void write(wanted.current)
  }
  return { write: ask, isBusy, isChecking }
}
