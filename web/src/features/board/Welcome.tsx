import { IconHandStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Me } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import { pagesFor } from '../../shared/pages.ts'
import classes from '../../shared/states.module.css'
import { EmptyState } from '../../shared/states.tsx'

/** Where somebody begins for whom the board is not: what they can open here, or why there is nothing yet. */
export const Welcome = ({ me }: { readonly me: Me }) => {
  const pages = pagesFor(me)
  const held = me.permissions.map(({ name }) => name).toSorted()
  return (
    <EmptyState
      isPage
      title={text.welcome.title(me.user.first_name)}
      hint={pages.length > 0 ? text.welcome.pages : text.welcome.none}
      icon={<IconHandStop size={22} stroke={1.6} aria-hidden="true" />}
    >
      {pages.length > 0 ? (
        <div className={classes['ways']}>
          {pages.map(({ to, title, icon: Icon }) => (
            <Link key={to} to={to} className="button">
              <Icon size={18} stroke={1.6} aria-hidden="true" /> {title}
            </Link>
          ))}
        </div>
      ) : (
        <p>{text.welcome.held(held)}</p>
      )}
      <p>{text.welcome.missing}</p>
    </EmptyState>
  )
}
