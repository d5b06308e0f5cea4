import { text } from '../text/en.ts'
import classes from './Frame.module.css'
import { Logo } from './Logo.tsx'
import { Skeleton } from '../shared/states.tsx'

const rows = [0, 1, 2, 3, 4, 5]

/** A page whose code or data is on its way. */
export const PageSkeleton = () => (
  <div className={classes['waiting']} aria-busy="true">
    <Skeleton width={180} height={20} />
    {rows.map((row) => (
      <Skeleton key={row} width={`${92 - row * 7}%`} />
    ))}
  </div>
)

/** The frame before it is known who is signed in, with everything where it will be. */
export const FrameSkeleton = () => (
  <div className={classes['frame']}>
    <header className={classes['top']}>
      <div className={classes['brand']}>
        <Logo />
        <span>{text.app}</span>
      </div>
      <div className={classes['search']} />
    </header>
    <nav className={classes['rail']} aria-label={text.mainNavigation}>
      <ul>
        {rows.map((row) => (
          <li key={row} className={classes['item']}>
            <Skeleton width={18} height={18} />
            <Skeleton width={72} />
          </li>
        ))}
      </ul>
    </nav>
    <main className={classes['sheet']}>
      <PageSkeleton />
    </main>
  </div>
)
