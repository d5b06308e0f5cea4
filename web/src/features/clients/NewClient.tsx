import { ApiError } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { clientQuery } from '../../api/client.ts'
import { may, useMe } from '../../api/me.ts'
import { livingOf } from '../../api/patient.ts'
import { type Client, type Me, nameOfClient } from '../../api/records.ts'
import { Heading } from '../../shared/Heading.tsx'
import { ErrorState } from '../../shared/states.tsx'
import page from '../../shared/page.module.css'
import { clientText } from '../../text/client.ts'
import { text } from '../../text/en.ts'
import type { Form } from './kept-registration.ts'
import classes from './NewClient.module.css'
import { carriedDraft, emptyDraft } from './registration-draft.ts'
import { useKeptForm } from './use-kept-draft.ts'
import { NewClientForm } from './NewClientForm.tsx'

/** The form as it was left on this device, or as it begins. */
const KeptForm = ({ me, opened, given }: { me: Me; opened: Client | undefined; given: string }) => {
  const { patient: asked } = useSearch({ from: '/clients/new' })
  const [begins, setBegins] = useState(0)
  const name = [me.user.url, opened?.id ?? 'new', asked ?? '', given].join(' ')
  const kept = useKeptForm(name)
  const start = useMemo((): Form => {
    const chosen = asked === 'new' ? undefined : (asked ?? livingOf(opened)[0]?.id)
    const fresh: Form = { draft: { ...emptyDraft, ...carriedDraft(given) }, known: opened, chosen, asked: undefined }
    return begins > 0 || kept?.found === undefined ? fresh : { ...fresh, ...kept.found.form }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the client may be read again while the form is open
  }, [kept, begins])
  if (kept === undefined) return null
  return (
    <NewClientForm
      key={begins}
      me={me}
      name={name}
      start={start}
      begun={begins > 0 ? undefined : kept.found?.at}
      onStartOver={() => setBegins(begins + 1)}
    />
  )
}

/** A client, an animal and a visit in one form: for who walks in, and for whoever is registered for later. */
export const NewClient = () => {
  const me = useMe()
  const { client: id, q = '' } = useSearch({ from: '/clients/new' })
  const { data, error, refetch } = useQuery({ ...clientQuery(id ?? 0), enabled: id !== undefined })
  const mayRegister = may(me, 'General: Patients and clients', 'write')
  if (!mayRegister)
    return (
      <ErrorState
        isPage
        what={text.registration.what}
        error={new ApiError({ status: 403, code: 'permission_denied', detail: text.registration.needs })}
      />
    )
  if (error !== null && data === undefined)
    return <ErrorState isPage error={error} what={clientText.what} onRetry={() => void refetch()} />
  if (id !== undefined && data === undefined) return null
  return (
    <>
      <div className={page['head']}>
        <Heading
          title={data === undefined ? text.registration.title : text.registration.titleKnown(nameOfClient(data))}
        />
      </div>
      <div className={classes['walkIn']}>
        <KeptForm key={`${id ?? 'new'} ${q}`} me={me} opened={data} given={q} />
      </div>
    </>
  )
}
