import { useEffect } from 'react'
import { isReachable } from '../api/reachable.ts'
import { isUnanswered } from '../api/problem.ts'
import { Link } from '@tanstack/react-router'
import { IconMapOff } from '@tabler/icons-react'
import { text } from '../text/en.ts'
import { EmptyState, ErrorState, NotLoaded } from '../shared/states.tsx'

export const UnknownPage = () => (
  <EmptyState isPage title={text.errors.noPage} icon={<IconMapOff size={22} stroke={1.6} aria-hidden="true" />}>
    <p>
      <Link to="/" className="button">
        {text.errors.toToday}
      </Link>
    </p>
  </EmptyState>
)

const tryAgainMs = 10_000

/** A page whose code could not be had. It is loaded as soon as the server answers. */
const MissingPage = () => {
  useEffect(() => {
    const look = () => void isReachable().then((isThere) => isThere && window.location.reload())
    const timer = setInterval(look, tryAgainMs)
    window.addEventListener('online', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', look)
    }
  }, [])
  return <NotLoaded isPage />
}

export const BrokenPage = ({ error }: { readonly error: unknown }) =>
  isUnanswered(error) ? (
    <MissingPage />
  ) : (
    <ErrorState isPage error={error} what={text.app} onRetry={() => window.location.reload()} />
  )
