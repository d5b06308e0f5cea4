import { IconClipboardList } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMe } from '../../api/me.ts'
import { prescriptionGroups } from '../../api/prescriptionlist.ts'
import { idOf } from '../../api/records.ts'
import { dateIn } from '../../format.ts'
import { Heading } from '../../shared/Heading.tsx'
import listPage from '../../shared/list-page.module.css'
import page from '../../shared/page.module.css'
import sheet from '../../shared/Sheet.module.css'
import { ShowMore } from '../../shared/ShowMore.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../shared/states.tsx'
import { useNow } from '../../shared/useNow.ts'
import { useRowKeys } from '../../shared/useRowKeys.ts'
import { prescriptionsText as words } from '../../text/worklists.ts'
import { PrescriptionPanel } from './PrescriptionPanel.tsx'
import { PrescriptionRows } from './PrescriptionRows.tsx'
import type { PrescriptionsSearch } from './search.ts'
import { useGroups } from './use-groups.ts'
import { Whose } from './Whose.tsx'
import { WorklistTabs } from './WorklistTabs.tsx'
import classes from './Worklists.module.css'

const columns = ['patient', 'medicine', 'quantity', 'prescriber', 'since'] as const

/** What is prescribed: what waits for its prescriber, what went wrong, what is on its way and what is done. */
export const Prescriptions = () => {
  const me = useMe()
  const search = useSearch({ from: '/worklists/prescriptions' })
  const { whose, prescription, department } = search
  const navigate = useNavigate({ from: '/worklists/prescriptions' })
  const { list } = useRowKeys()
  const { time_zone: timeZone } = me.organisation
  const today = dateIn(new Date(useNow()), timeZone)
  const groups = useGroups({ me, prescriber: whose === 'mine' ? idOf(me.user.url) : undefined, department })
  const change = (changes: PrescriptionsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  const failed = prescriptionGroups
    .map((name) => groups[name])
    .find(({ error, rows }) => error !== null && rows === undefined)
  const isRead = prescriptionGroups.every((name) => groups[name].rows !== undefined)
  const isEmpty = isRead && prescriptionGroups.every((name) => groups[name].count === 0)
  const drafts = groups.draft.rows
  const mine = drafts?.filter(({ prescriber }) => prescriber === me.user.url).length ?? 0
  return (
    <div className={sheet['beside']}>
      <div className={sheet['page']}>
        <div className={page['head']}>
          <Heading title={words.title} />
          <span className={page['context']}>{drafts !== undefined && words.waiting(groups.draft.count, mine)}</span>
          <div className={classes['headEnd']}>
            <Whose isMine={whose === 'mine'} onChoose={(isMine) => change({ whose: isMine ? 'mine' : undefined })} />
          </div>
        </div>
        <WorklistTabs />
        <div className={listPage['scroll']} ref={list} tabIndex={-1}>
          {failed !== undefined ? (
            <ErrorState error={failed.error} what={words.what} onRetry={failed.retry} />
          ) : !isRead ? (
            <div className={classes['reading']}>
              <Skeleton width="40%" />
              <Skeleton width="60%" />
            </div>
          ) : (
            <>
              {isEmpty ? (
                <EmptyState
                  title={words.none}
                  hint={words.noneHint}
                  icon={<IconClipboardList size={22} stroke={1.6} aria-hidden="true" />}
                />
              ) : (
                <table className={`${page['table']} ${classes['table']}`}>
                  <thead>
                    <tr>
                      {columns.map((name) => (
                        <th key={name} scope="col" className={name === 'since' ? page['number'] : undefined}>
                          {words.columns[name]}
                        </th>
                      ))}
                      <th scope="col">
                        <span className="unseen">{words.columns.action}</span>
                      </th>
                    </tr>
                  </thead>
                  {prescriptionGroups.map((name) => (
                    <PrescriptionRows
                      key={name}
                      group={name}
                      rows={groups[name].rows ?? []}
                      count={groups[name].count}
                      chosen={prescription}
                      today={today}
                      timeZone={timeZone}
                    />
                  ))}
                </table>
              )}
              <div className={classes['foot']}>
                {prescriptionGroups.map((name) => (
                  <ShowMore key={name} of={groups[name].pages} />
                ))}
              </div>
            </>
          )}
        </div>
      </div>
      {prescription !== undefined && (
        <PrescriptionPanel key={prescription} id={prescription} timeZone={timeZone} onChange={change} />
      )}
    </div>
  )
}
