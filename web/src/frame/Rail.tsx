import { Link } from '@tanstack/react-router'
import { text } from '../text/en.ts'
import classes from './Frame.module.css'
import { pages } from './pages.ts'

export const Rail = () => (
  <nav className={classes['rail']} aria-label={text.mainNavigation}>
    <ul>
      {pages.map(({ to, title, icon: Icon }) => (
        <li key={to}>
          <Link to={to} className={classes['item'] ?? ''} activeOptions={{ exact: to === '/' }}>
            <Icon size={18} stroke={1.6} aria-hidden="true" />
            <span>{title}</span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
