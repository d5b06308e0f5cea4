import { ApiError } from '@fetlock/sdk'
import { Link, Navigate, Outlet, useRouterState } from '@tanstack/react-router'
import { useMe } from '../../api/me.ts'
import { home } from '../../api/home.ts'
import { settingsPageAt, settingsPagesFor } from '../../shared/settings-pages.ts'
import { ErrorState } from '../../shared/states.tsx'
import { text } from '../../text/en.ts'
import classes from './Settings.module.css'

const SideList = ({ pages }: { readonly pages: ReturnType<typeof settingsPagesFor> }) => (
  <nav className={classes['side']} aria-label={text.settings.title}>
    <p className={classes['title']}>{text.settings.title}</p>
    <ul>
      {pages.map(({ to, title, section }, index) => (
        <li key={to} data-begins={index > 0 && pages[index - 1]?.section !== section}>
          <Link to={to} className={classes['page'] ?? ''}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

const Denied = ({ title, needs }: { readonly title: string; readonly needs: readonly string[] }) => (
  <ErrorState
    isPage
    error={new ApiError({ status: 403, code: 'permission_denied', detail: text.settings.needs(needs) })}
    what={title}
  />
)

/** The settings: the list of the pages that somebody may open, and one of them. */
export const Settings = () => {
  const pages = settingsPagesFor(useMe())
  const address = useRouterState({ select: ({ location }) => location.pathname }).replace(home, '')
  const asked = settingsPageAt(address.endsWith('/') ? address : `${address}/`)
  const isOpen = asked === undefined ? pages.length > 0 : pages.some(({ to }) => to === asked.to)
  return (
    <div className={classes['settings']}>
      {pages.length > 0 && <SideList pages={pages} />}
      <div className={classes['content']}>
        {isOpen ? (
          <Outlet />
        ) : (
          <Denied title={asked?.title ?? text.settings.title} needs={asked?.needs ?? [text.settings.any]} />
        )}
      </div>
    </div>
  )
}

/** `/settings/` is the first page that opens. */
export const SettingsStart = () => {
  const [first] = settingsPagesFor(useMe())
  return first && <Navigate to={first.to} replace />
}
