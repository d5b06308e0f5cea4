import { useQuery } from '@tanstack/react-query'
import { unreadCountQuery } from '../api/prescriptioncount.ts'
import { text } from '../text/en.ts'
import classes from './MissingCount.module.css'

/** How many prescriptions came to nothing, or have a warning, that nobody has read. */
export const UnreadCount = () => {
  const { data: count = 0 } = useQuery(unreadCountQuery)
  return count === 0 ? null : (
    <span className={`${classes['count']} ${classes['problem']}`} title={text.unreadPrescriptions(count)}>
      {count}
    </span>
  )
}
