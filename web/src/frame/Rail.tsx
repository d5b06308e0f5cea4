import { Link, useRouterState } from '@tanstack/react-router'
import { may, useMe } from '../api/me.ts'
import { text } from '../text/en.ts'
import classes from './Frame.module.css'
import { pagesFor } from '../shared/pages.ts'
import { setsUp } from '../shared/setup-state.ts'
import { BookingCount } from './BookingCount.tsx'
import { MissingCount } from './MissingCount.tsx'
import { UnreadCount } from './UnreadCount.tsx'

export const Rail = () => {
  const me = useMe()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <nav className={classes['rail']} aria-label={text.mainNavigation}>
      <ul>
        {pagesFor(me).map(({ to, title, icon: Icon, ...page }) => {
          const isAbove = 'below' in page && path.startsWith(page.below)
          return (
            <li key={to} className={to === '/settings/' ? classes['apart'] : undefined}>
              <Link
                to={to}
                className={classes['item'] ?? ''}
                activeOptions={{ exact: to === '/' }}
                {...(isAbove && { 'aria-current': 'true' })}
              >
                <Icon size={18} stroke={1.6} aria-hidden="true" />
                <span>{title}</span>
                {to === '/bookings/' && <BookingCount />}
                {to === '/worklists/' && may(me, 'Clinical: Prescriptions') && <UnreadCount />}
                {to === '/settings/' && setsUp(me) && <MissingCount />}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
