import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Dialog } from '../../../shared/Dialog.tsx'
import form from '../../../shared/form.module.css'
import record from '../../../shared/record.module.css'
import { integrationsText } from '../../../text/integrations.ts'
import classes from './Integrations.module.css'

const words = integrationsText.secret

type Props = { readonly name: string; readonly secret: string; readonly onClose: () => void }

/** A secret that is shown this once. It stays until it was copied, or until somebody says that it is stored. */
export const SecretOnce = ({ name, secret, onClose }: Props) => {
  const [isCopied, setCopied] = useState(false)
  const [isStored, setStored] = useState(false)
  const mayClose = isCopied || isStored
  useEffect(() => {
    if (mayClose) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [mayClose])
  const close = () => mayClose && onClose()
  const copy = () => void navigator.clipboard.writeText(secret).then(() => setCopied(true))
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <Dialog label={words.title(name)} onClose={close}>
      <div className={record['dialog']}>
        <h2>{words.title(name)}</h2>
        <p className={classes['said']}>{words.explained}</p>
        <input
          className={`${form['input']} ${classes['secret']}`}
          aria-label={words.title(name)}
          readOnly
          value={secret}
          onFocus={({ target }) => target.select()}
        />
        <label className={classes['stored']}>
          <input type="checkbox" checked={isStored} onChange={({ target }) => setStored(target.checked)} />
          {words.stored}
        </label>
        <div className={record['actions']}>
          <button type="button" className={mayClose ? 'button' : 'button primary'} data-first onClick={copy}>
            <Icon size={16} stroke={1.6} aria-hidden="true" /> {isCopied ? words.copied : words.copy}
          </button>
          <button type="button" className={mayClose ? 'button primary' : 'button'} disabled={!mayClose} onClick={close}>
            {words.close}
          </button>
        </div>
        {!mayClose && <p className={classes['said']}>{words.closeHint}</p>}
      </div>
    </Dialog>
  )
}
