import { IconAlertTriangleFilled, IconClipboardText, IconHistory, IconList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Consultation } from '../../api/records.ts'
import { moneyText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { rowsQuery } from '../../api/consultationitem.ts'
import classes from './PaneTabs.module.css'
import visitPage from './VisitPage.module.css'

const from = '/visits/$id'
export type Pane = 'history' | 'note' | 'charges'
const paneIcons = { history: IconHistory, note: IconClipboardText, charges: IconList }

/** The panes as tabs, with what is charged always in sight. */
export const PaneTabs = ({
  visit,
  pane,
  open,
  currency,
}: {
  readonly visit: Consultation
  readonly pane: Pane
  readonly open: string
  readonly currency: string | undefined
}) => {
  const navigate = useNavigate({ from })
  const { data } = useQuery(rowsQuery(visit.id))
  const choose = (name: Pane) =>
    void navigate({ search: (before) => ({ ...before, pane: name === 'note' ? undefined : name }), replace: true })
  return (
    <div className={classes['tabs']}>
      <div role="group" aria-label={text.visit.what}>
        {(['history', 'note', 'charges'] as const).map((name) => {
          const Icon = paneIcons[name]
          return (
            <button key={name} type="button" aria-pressed={pane === name} onClick={() => choose(name)}>
              <Icon size={18} stroke={1.6} aria-hidden="true" />
              {text.visit.panes[name]}
              {name === 'charges' && <span className={visitPage['count']}>{data?.length ?? ''}</span>}
            </button>
          )
        })}
      </div>
      {(open !== '' || currency !== undefined) && (
        <button type="button" className={classes['sum']} onClick={() => choose('charges')}>
          <span className="unseen">{text.visit.charges.total}: </span>
          {open !== '' && (
            <>
              <IconAlertTriangleFilled size={16} aria-hidden="true" /> <span>{open}</span>
            </>
          )}
          {currency !== undefined && <strong>{moneyText(visit.total_with_vat, currency)}</strong>}
        </button>
      )}
    </div>
  )
}
