import { Modality } from '@fetlock/sdk'
import { IconClipboardList } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { imagingQuery } from '../../api/imaginglist.ts'
import { useMe } from '../../api/me.ts'
import { idOf } from '../../api/records.ts'
import form from '../../shared/form.module.css'
import { Heading } from '../../shared/Heading.tsx'
import listPage from '../../shared/list-page.module.css'
import page from '../../shared/page.module.css'
import sheet from '../../shared/Sheet.module.css'
import { ShowMore } from '../../shared/ShowMore.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../shared/states.tsx'
import { useNow } from '../../shared/useNow.ts'
import { useRowKeys } from '../../shared/useRowKeys.ts'
import { text } from '../../text/en.ts'
import { imagingText as words } from '../../text/worklists.ts'
import { ImagingPanel } from './ImagingPanel.tsx'
import { ImagingRows } from './ImagingRows.tsx'
import type { ImagingSearch } from './search.ts'
import { useSteps } from './use-steps.ts'
import { Whose } from './Whose.tsx'
import { WorklistTabs } from './WorklistTabs.tsx'
import classes from './Worklists.module.css'

const columns = ['patient', 'what', 'vet', 'status', 'when'] as const

/** Both kinds of X-ray are one choice. */
const kinds = [Modality.Dx, Modality.Us, Modality.Ct, Modality.Mr, Modality.Es]

type KindProps = { readonly modality: Modality | undefined; readonly onChoose: (modality?: Modality) => void }

const Kind = ({ modality, onChoose }: KindProps) => (
  <select
    className={`${form['input']} ${classes['kind']}`}
    aria-label={words.kind}
    value={modality ?? ''}
    onChange={({ target }) => onChoose((target.value || undefined) as Modality | undefined)}
  >
    <option value="">{words.allKinds}</option>
    {kinds.map((code) => (
      <option key={code} value={code}>
        {text.visit.hints.modalities[code]}
      </option>
    ))}
  </select>
)

const Head = () => (
  <thead>
    <tr>
      {columns.map((name) => (
        <th key={name} scope="col" className={name === 'when' ? page['number'] : undefined}>
          {words.columns[name]}
        </th>
      ))}
      {(['images', 'action'] as const).map((name) => (
        <th key={name} scope="col">
          <span className="unseen">{words.columns[name]}</span>
        </th>
      ))}
    </tr>
  </thead>
)

/** What imaging was asked for: what is to be made, each with its next step, and what is done. */
export const Imaging = () => {
  const me = useMe()
  const { whose, modality, order, department } = useSearch({ from: '/worklists/imaging' })
  const navigate = useNavigate({ from: '/worklists/imaging' })
  const { list } = useRowKeys()
  const steps = useSteps()
  const now = useNow()
  const asked = { me, vet: whose === 'mine' ? idOf(me.user.url) : undefined, modality, department }
  const { data: open, error, refetch, ...openPages } = useInfiniteQuery(imagingQuery({ ...asked, part: 'open' }))
  const { data: done, ...donePages } = useInfiniteQuery(imagingQuery({ ...asked, part: 'done' }))
  const change = (changes: ImagingSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  const [toMake, made] = [open, done].map((data) => data?.pages.flatMap(({ results }) => results))
  const shown = { timeZone: me.organisation.time_zone, now, steps, chosen: order }
  const all = toMake === undefined || made === undefined ? undefined : [...toMake, ...made]
  const failed = error ?? donePages.error
  return (
    <div className={sheet['beside']}>
      <div className={sheet['page']}>
        <div className={page['head']}>
          <Heading title={words.title} />
          <span className={page['context']}>{open !== undefined && words.open(open.pages[0]?.count ?? 0)}</span>
          <div className={classes['headEnd']}>
            <Kind modality={modality} onChoose={(chosen) => change({ modality: chosen })} />
            <Whose isMine={whose === 'mine'} onChoose={(isMine) => change({ whose: isMine ? 'mine' : undefined })} />
          </div>
        </div>
        <WorklistTabs />
        <div className={listPage['scroll']} ref={list} tabIndex={-1}>
          {failed !== null && all === undefined ? (
            <ErrorState
              error={failed}
              what={words.what}
              onRetry={() => {
                void refetch()
                void donePages.refetch()
              }}
            />
          ) : all === undefined ? (
            <div className={classes['reading']}>
              <Skeleton width="40%" />
              <Skeleton width="60%" />
            </div>
          ) : all.length === 0 ? (
            <EmptyState
              title={words.none}
              hint={words.noneHint}
              icon={<IconClipboardList size={22} stroke={1.6} aria-hidden="true" />}
            />
          ) : (
            <>
              <table className={`${page['table']} ${classes['table']}`}>
                <Head />
                <ImagingRows part="open" orders={toMake ?? []} {...shown} />
                <ImagingRows part="done" orders={made ?? []} {...shown} />
              </table>
              <div className={classes['foot']}>
                {all.some(({ viewer_url }) => viewer_url !== null) && <span>{words.imagesOpen}</span>}
                <ShowMore of={openPages} />
                <ShowMore of={donePages} />
              </div>
            </>
          )}
        </div>
      </div>
      {order !== undefined && (
        <ImagingPanel key={order} id={order} steps={steps} onClose={() => change({ order: undefined })} />
      )}
    </div>
  )
}
