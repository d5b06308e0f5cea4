import { useQuery } from '@tanstack/react-query'
import { setupQuery } from '../api/setup.ts'
import { missingIn } from '../shared/setup-state.ts'
import { text } from '../text/en.ts'
import classes from './MissingCount.module.css'

/** How much a new clinic still needs, for whoever sets it up. */
export const MissingCount = () => {
  const { data } = useQuery(setupQuery)
  const count = data === undefined ? 0 : missingIn(data).length
  return count === 0 ? null : (
    <span className={classes['count']} title={text.stillMissing(count)}>
      {count}
    </span>
  )
}
