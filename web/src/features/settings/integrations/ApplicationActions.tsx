import { useState } from 'react'
import { applicationKey, archiveApplication, type MadeApplication, rotateSecret } from '../../../api/application.ts'
import type { Application } from '../../../api/records.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { integrationsText } from '../../../text/integrations.ts'
import classes from './Integrations.module.css'

const words = integrationsText.applications.form

type Props = {
  readonly application: Application
  readonly onSecret: (made: MadeApplication) => void
  readonly onDone: () => void
}

/** What is done about an application besides changing it. */
export const ApplicationActions = ({ application, onSecret, onDone }: Props) => {
  const [asking, ask] = useState<'secret' | 'revoke'>()
  const refresh = () => [applicationKey]
  const rotate = useWrite({
    send: (_: null, key) => rotateSecret(application, key),
    refresh,
    onDone: ({ result }) => onSecret(result),
  })
  const archive = useWrite({
    send: (archived: boolean, key) => archiveApplication(application, archived, key),
    refresh,
    said: ({ result }) => (result.archived ? words.wasRevoked : words.wasRestored)(result.name),
    onDone,
  })
  const close = () => ask(undefined)
  if (application.archived)
    return (
      <div className={classes['actions']}>
        <button type="button" className="button" aria-busy={archive.isBusy} onClick={() => void archive.write(false)}>
          {words.restore}
        </button>
      </div>
    )
  return (
    <div className={classes['actions']}>
      {!application.public && (
        <button type="button" className="button" onClick={() => ask('secret')}>
          {words.rotate}
        </button>
      )}
      <button type="button" className="button" onClick={() => ask('revoke')}>
        {words.revoke}
      </button>
      {asking === 'secret' && (
        <ConfirmDialog
          title={words.rotateTitle}
          explained={words.rotateExplained}
          action={words.rotateAction}
          keep={words.keep}
          onConfirm={() => rotate.write(null)}
          onClose={close}
        />
      )}
      {asking === 'revoke' && (
        <ConfirmDialog
          title={words.revokeTitle(application.name)}
          explained={words.revokeExplained}
          action={words.revokeAction}
          keep={words.keep}
          onConfirm={() => archive.write(true)}
          onClose={close}
        />
      )}
    </div>
  )
}
