import { text } from '../text/en.ts'
import { useAllActions } from '../shared/actions.ts'
import { Dialog } from '../shared/Dialog.tsx'
import { KeyCap } from '../shared/KeyCap.tsx'
import classes from './KeysHelp.module.css'

/** Every key that does something on this page. */
export const KeysHelp = ({
  onClose,
  hasSingleKeys,
}: {
  readonly onClose: () => void
  readonly hasSingleKeys: boolean
}) => {
  const actions = useAllActions().filter(({ keys }) => keys !== undefined)
  return (
    <Dialog label={text.keys.title} onClose={onClose}>
      <div className={classes['help']}>
        <h2>{text.keys.title}</h2>
        {!hasSingleKeys && <p>{text.keys.off}</p>}
        <dl>
          {actions.map(({ id, title, keys = '' }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd>
                <KeyCap keys={keys} />
                <span className="unseen">{keys}</span>
              </dd>
            </div>
          ))}
        </dl>
        <button type="button" className="button" onClick={onClose}>
          {text.keys.close}
        </button>
      </div>
    </Dialog>
  )
}
