import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMe } from '../../api/me.ts'
import { missingChargesOfDaysQuery } from '../../api/missingcharge.ts'
import { dateIn } from '../../format.ts'
import form from '../../shared/form.module.css'
import { Heading } from '../../shared/Heading.tsx'
import listPage from '../../shared/list-page.module.css'
import page from '../../shared/page.module.css'
import sheet from '../../shared/Sheet.module.css'
import { EmptyState, ErrorState, Skeleton } from '../../shared/states.tsx'
import { useNow } from '../../shared/useNow.ts'
import { useRowKeys } from '../../shared/useRowKeys.ts'
import { missingText as words } from '../../text/worklists.ts'
import { MissingTable } from './MissingRows.tsx'
import { otherDays } from './search.ts'
import { useAddMissing } from './use-missing.ts'
import { WorklistTabs } from './WorklistTabs.tsx'
import classes from './Worklists.module.css'

const usualDays = 7
const offered = [...otherDays, usualDays].toSorted((one, other) => one - other)

/** What looks uncharged in the visits of the last days that are still open. */
export const MissingCharges = () => {
  const me = useMe()
  const { days, department } = useSearch({ from: '/worklists/charges' })
  const navigate = useNavigate({ from: '/worklists/charges' })
  const { list } = useRowKeys()
  const adding = useAddMissing()
  const { time_zone: timeZone } = me.organisation
  const today = dateIn(new Date(useNow()), timeZone)
  const { data, error, refetch } = useQuery(missingChargesOfDaysQuery({ me, days, department }))
  return (
    <div className={sheet['page']}>
      <div className={page['head']}>
        <Heading title={words.title} />
        <span className={page['context']}>{data !== undefined && words.context(data.count)}</span>
        <div className={classes['headEnd']}>
          <select
            className={`${form['input']} ${classes['kind']}`}
            aria-label={words.days}
            value={days ?? usualDays}
            onChange={({ target }) =>
              void navigate({
                search: (before) => ({ ...before, days: otherDays.find((one) => one === Number(target.value)) }),
                replace: true,
              })
            }
          >
            {offered.map((one) => (
              <option key={one} value={one}>
                {words.ofDays(one)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <WorklistTabs />
      <div className={listPage['scroll']} ref={list} tabIndex={-1}>
        {error !== null && data === undefined ? (
          <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <div className={classes['reading']}>
            <Skeleton width="40%" />
            <Skeleton width="60%" />
          </div>
        ) : data.charges.length === 0 ? (
          <EmptyState
            title={words.none}
            hint={words.noneHint}
            icon={<IconClipboardList size={22} stroke={1.6} aria-hidden="true" />}
          />
        ) : (
          <>
            <MissingTable charges={data.charges} today={today} timeZone={timeZone} adding={adding} />
            <div className={classes['foot']}>{data.count > data.charges.length && words.cut(data.charges.length)}</div>
          </>
        )}
      </div>
    </div>
  )
}
