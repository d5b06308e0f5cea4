import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { KeyCap } from '../../../shared/KeyCap.tsx'
import { text } from '../../../text/en.ts'
import classes from './form.module.css'

type Props = {
  readonly count: number
  /** The form that is saved. */
  readonly form: string
  /** What will be different, in a sentence. */
  readonly said?: string | undefined
  readonly isBusy: boolean
  readonly onDiscard: () => void
}

/** Saves all that was changed on a page of the settings, once something was, and asks whoever leaves the page before. */
export const SaveFoot = ({ count, form, said, isBusy, onDiscard }: Props) => {
  const { notSaved, discard, save, leave } = text.settings.form
  const leaving = useBlocker({ shouldBlockFn: () => count > 0, enableBeforeUnload: false, withResolver: true })
  return (
    <>
      {leaving.status === 'blocked' && (
        <ConfirmDialog
          title={leave.title}
          explained={notSaved(count)}
          action={leave.leave}
          keep={leave.stay}
          onConfirm={async () => leaving.proceed()}
          onClose={leaving.reset}
        />
      )}
      <div className={classes['foot']} role="status">
        {count > 0 && (
          <div>
            <p>
              <strong>{notSaved(count)}</strong> {said}
            </p>
            <button type="button" className="button" onClick={onDiscard}>
              {discard}
            </button>
            <button type="submit" form={form} className="button primary" aria-busy={isBusy}>
              {save(count)}
              <KeyCap keys="Enter" />
            </button>
          </div>
        )}
      </div>
    </>
  )
}
