import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo } from 'react'
import { text } from '../text/en.ts'
import { useActions } from '../shared/actions.ts'
import { KeyCap } from '../shared/KeyCap.tsx'
import { dismissToast, showToast, showError, useToast } from '../shared/toasts.ts'
import classes from './Toasts.module.css'

const shownMs = 8_000

/** What has just happened, with a way back, one at a time. */
export const Toasts = () => {
  const toast = useToast()
  const undo = useCallback(() => {
    if (toast?.undo === undefined) return
    dismissToast(toast.id)
    toast.undo().then(() => showToast(text.undone), showError)
  }, [toast])
  useEffect(() => {
    if (toast === undefined) return undefined
    const timer = setTimeout(() => dismissToast(toast.id), shownMs)
    return () => clearTimeout(timer)
  }, [toast])
  useActions(
    useMemo(
      () =>
        toast?.undo === undefined
          ? []
          : [{ id: 'undo', title: text.undoOf(toast.message), group: 'here' as const, keys: 'Mod+z', run: undo }],
      [toast, undo],
    ),
  )
  return (
    <div className={classes['place']} role="status" aria-live="polite">
      {toast !== undefined && (
        <div key={toast.id} className={classes['toast']} data-problem={toast.isProblem}>
          {toast.isProblem === true ? <IconAlertTriangle size={18} /> : <IconCheck size={18} />}
          <span>{toast.message}</span>
          {toast.also !== undefined && (
            <button
              type="button"
              onClick={() => {
                dismissToast(toast.id)
                toast.also?.run().catch(showError)
              }}
            >
              {toast.also.title}
            </button>
          )}
          {toast.undo !== undefined && (
            <button type="button" onClick={undo}>
              {text.undo}
              <KeyCap keys="Mod+z" />
            </button>
          )}
        </div>
      )}
    </div>
  )
}
