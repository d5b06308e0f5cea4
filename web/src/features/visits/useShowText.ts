import { NoteType } from '@fetlock/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { StuckText } from '../../shared/visit-texts.ts'

const from = '/visits/$id'

/** Brings a text of the visit into sight, and the cursor into it. */
export const useShowText = () => {
  const navigate = useNavigate({ from })
  const wanted = useRef<string>(undefined)
  // It may be on another tab, and appear only later.
  useEffect(() => {
    const field = wanted.current && document.querySelector<HTMLElement>(`[data-text="${wanted.current}"]`)
    if (!field) return
    wanted.current = undefined
    field.focus()
  })
  return ({ key, place }: StuckText) => {
    wanted.current = key
    const note = place.type === NoteType.Anamnesis ? ('anamnesis' as const) : undefined
    void navigate({ search: (before) => ({ ...before, note, pane: undefined, patient: undefined }), replace: true })
  }
}
