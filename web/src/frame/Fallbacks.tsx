import { Link } from '@tanstack/react-router'
import { IconMapOff } from '@tabler/icons-react'
import { text } from '../text/en.ts'
import { EmptyState, ErrorState } from './states.tsx'

export const UnknownPage = () => (
  <EmptyState isPage title={text.errors.noPage} icon={<IconMapOff size={22} stroke={1.6} aria-hidden="true" />}>
    <p>
      <Link to="/" className="button">
        {text.errors.toToday}
      </Link>
    </p>
  </EmptyState>
)

export const BrokenPage = ({ error }: { readonly error: unknown }) => (
  <ErrorState isPage error={error} what={text.app} onRetry={() => window.location.reload()} />
)
