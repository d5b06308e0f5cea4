import { ApiError } from '@fetlock/sdk'
import { IconAlertTriangleFilled, IconCopy, IconLock, IconRefresh, IconWifiOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { isUnanswered, messageOf } from '../api/problem.ts'
import { Heading } from './Heading.tsx'
import { text } from '../text/en.ts'
import classes from './states.module.css'

const RequestId = ({ id }: { readonly id: string }) => {
  const [isCopied, setCopied] = useState(false)
  return (
    <button
      type="button"
      className={classes['copy']}
      onClick={() => void navigator.clipboard.writeText(id).then(() => setCopied(true))}
    >
      <IconCopy size={16} /> {isCopied ? text.errors.copied : text.errors.request} <code>{id.slice(0, 8)}</code>
    </button>
  )
}

type Props = {
  /** Where the whole page is the error, it is the heading of the page. */
  readonly isPage?: boolean
  readonly error: unknown
  readonly what: string
  readonly onRetry?: (() => void) | undefined
}

const Title = ({ isPage, title }: { readonly isPage: boolean; readonly title: string }) =>
  isPage ? <Heading title={title} /> : <h2>{title}</h2>

/** Something that was asked for without a connection. It comes by itself once there is one. */
export const NotLoaded = ({ isPage = false }: { readonly isPage?: boolean }) => (
  <div className={classes['state']} role="alert">
    <IconWifiOff className={classes['quiet']} size={20} aria-hidden="true" />
    <div>
      <Title isPage={isPage} title={text.errors.notLoaded} />
      <p>{text.errors.comesByItself}</p>
    </div>
  </div>
)

/** An error, where the data would be. */
export const ErrorState = ({ error, what, onRetry, isPage = false }: Props) => {
  const status = error instanceof ApiError ? error.status : undefined
  const requestId = error instanceof ApiError ? error.requestId : undefined
  if (status === 403)
    return (
      <div className={classes['state']} role="alert">
        <IconLock className={classes['quiet']} size={20} />
        <div>
          <Title isPage={isPage} title={text.errors.cannotSee(what)} />
          <p>
            {messageOf(error)}
            {/* The service says itself whom to ask. */}
            {requestId === undefined && ` ${text.errors.askManager}`}
          </p>
        </div>
      </div>
    )
  if (isUnanswered(error) && !navigator.onLine) return <NotLoaded isPage={isPage} />
  return (
    <div className={classes['state']} role="alert">
      <IconAlertTriangleFilled className={classes['wrong']} size={20} />
      <div>
        <Title isPage={isPage} title={text.errors.couldNotLoad(what)} />
        <p>{status === 404 ? text.errors.notFound : messageOf(error)}</p>
        <div className={classes['ways']}>
          {onRetry !== undefined && (
            <button type="button" className="button" onClick={onRetry}>
              <IconRefresh size={16} /> {text.errors.retry}
            </button>
          )}
          {requestId !== undefined && <RequestId id={requestId} />}
        </div>
      </div>
    </div>
  )
}

type Empty = {
  readonly isPage?: boolean
  readonly title: string
  readonly hint?: string
  readonly icon: ReactNode
  readonly children?: ReactNode
}

/** One sentence and the next action. */
export const EmptyState = ({ isPage = false, title, hint, icon, children }: Empty) => (
  <div className={classes['empty']}>
    <span className={classes['tile']}>{icon}</span>
    <Title isPage={isPage} title={title} />
    {hint !== undefined && <p>{hint}</p>}
    {children}
  </div>
)

/** True once something has taken longer than a person notices. */
export const useIsSlow = (isPending: boolean) => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isPending) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), 150)
    return () => clearTimeout(timer)
  }, [isPending])
  return isSlow
}

export const Skeleton = ({ width, height = 12 }: { readonly width: number | string; readonly height?: number }) => (
  <span className={classes['skeleton']} style={{ width, height }} />
)
