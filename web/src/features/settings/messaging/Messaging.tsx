import { useQuery } from '@tanstack/react-query'
import { may, useMe } from '../../../api/me.ts'
import { messageSettingsQuery } from '../../../api/messagesettings.ts'
import { Heading } from '../../../shared/Heading.tsx'
import page from '../../../shared/page.module.css'
import { ErrorState } from '../../../shared/states.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { MessagingForm } from './MessagingForm.tsx'

/** Through which servers the clinic writes to its clients, and whether they work. */
export const Messaging = () => {
  const me = useMe()
  const { data: settings, error, refetch } = useQuery(messageSettingsQuery)
  const { title, what } = settingsText.messaging
  return (
    <>
      <div className={page['head']}>
        <div className={page['titles']}>
          <Heading title={title} />
        </div>
      </div>
      {settings === undefined ? (
        error !== null && <ErrorState error={error} what={what} onRetry={() => void refetch()} />
      ) : (
        <MessagingForm settings={settings} mayEdit={may(me, 'Settings: Integration settings', 'write')} />
      )}
    </>
  )
}
