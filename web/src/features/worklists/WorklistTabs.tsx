import { Link, Navigate } from '@tanstack/react-router'
import { useMe } from '../../api/me.ts'
import tabs from '../../shared/RecordTabs.module.css'
import { worklistsText as words } from '../../text/worklists.ts'
import { useWorklistCounts } from './use-worklist-counts.ts'
import { worklistPagesFor } from './worklist-pages.ts'

/** The worklists that somebody may see, each with how much waits in it. */
export const WorklistTabs = () => {
  const counts = useWorklistCounts()
  return (
    <nav className={tabs['tabs']} aria-label={words.tabs}>
      {worklistPagesFor(useMe()).map(({ to, title }) => (
        <Link key={to} to={to} search={({ department }) => ({ department })}>
          {title} {(counts[to] ?? 0) > 0 && <span>{counts[to]}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** `/worklists/` is the first worklist that somebody may see. */
export const WorklistsStart = () => {
  const [first] = worklistPagesFor(useMe())
  return first && <Navigate to={first.to} search={({ department }) => ({ department })} replace />
}
