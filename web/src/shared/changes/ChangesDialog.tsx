import { IconX } from '@tabler/icons-react'
import { useMe } from '../../api/me.ts'
import { Dialog } from '../Dialog.tsx'
import { text } from '../../text/en.ts'
import { Changes } from './Changes.tsx'
import classes from './Changes.module.css'
import { type Followed, hideChanges } from './shown-changes.ts'

/** Who changed a record, over the page that shows it. */
export const ChangesDialog = ({ followed }: { readonly followed: Followed }) => {
  const { time_zone } = useMe().organisation
  return (
    <Dialog label={text.records.changes.title} onClose={hideChanges} kind="wide">
      <div className={classes['dialog']}>
        <div className={classes['head']}>
          <h2>{text.records.changes.title}</h2>
          <button type="button" className="icon-button" aria-label={text.close} data-first onClick={hideChanges}>
            <IconX size={18} stroke={1.6} aria-hidden="true" />
          </button>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is scrolled with keys, too */}
        <div className={classes['list']} tabIndex={0}>
          <Changes {...followed} timeZone={time_zone} />
        </div>
      </div>
    </Dialog>
  )
}
