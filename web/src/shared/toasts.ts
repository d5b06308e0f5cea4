import { ApiError } from '@fetlock/sdk'
import { useSyncExternalStore } from 'react'
import { messageOf } from '../api/problem.ts'

export type Toast = {
  readonly id: number
  readonly message: string
  /** The reverse call; there is no delayed one. */
  readonly undo?: (() => Promise<unknown>) | undefined
  /** Something else that may be wanted now, such as telling the client. */
  readonly also?: { readonly title: string; readonly run: () => Promise<unknown> } | undefined
  readonly isProblem?: boolean | undefined
}

let current: Toast | undefined
let number = 0
const listeners = new Set<() => void>()
const change = (next: Toast | undefined) => {
  current = next
  for (const listener of listeners) listener()
}

/** Says what happened. A newer message replaces an older one. */
export const showToast = (message: string, more: Pick<Toast, 'undo' | 'also' | 'isProblem'> = {}) =>
  change({ id: ++number, message, ...more })

/** Says what was refused. A lock screen speaks for itself. */
export const showError = (error: unknown) => {
  if (error instanceof ApiError && error.code === 'session_locked') return
  showToast(messageOf(error), { isProblem: true })
}

export const dismissToast = (id?: number) => {
  if (id === undefined || current?.id === id) change(undefined)
}

export const currentToast = () => current

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useToast = () => useSyncExternalStore(subscribe, currentToast)
