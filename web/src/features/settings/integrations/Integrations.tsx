import { useSearch } from '@tanstack/react-router'
import { Applications } from './Applications.tsx'
import { Webhooks } from './Webhooks.tsx'

/** The programs that work with the clinic’s data. */
export const Integrations = () => {
  const { view } = useSearch({ from: '/settings/integrations' })
  return view === 'applications' ? <Applications /> : <Webhooks />
}
