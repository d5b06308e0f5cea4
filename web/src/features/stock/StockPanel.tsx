import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { departmentsQuery } from '../../api/department.ts'
import { itemQuery } from '../../api/item.ts'
import { may, useMe } from '../../api/me.ts'
import { type Department, idOf, type Item, type StockLevel } from '../../api/records.ts'
import { batchesQuery } from '../../api/stocklevel.ts'
import { plainText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { Sheet } from '../../shared/Sheet.tsx'
import { ErrorState, Skeleton } from '../../shared/states.tsx'
import { useTillDepartment } from '../../shared/till-department.ts'
import { text } from '../../text/en.ts'
import { stockText } from '../../text/stock.ts'
import { BatchList } from './BatchList.tsx'
import { Movements } from './Movements.tsx'
import type { StockSearch } from './search.ts'
import { contentsOf, onHandOf, packagesText, unitOf } from './stock.ts'
import { TransferSheet } from './TransferSheet.tsx'
import { WriteOffSheet } from './WriteOffSheet.tsx'
import classes from './Stock.module.css'

const about = (item: Item) =>
  [stockText.kinds[item.type_code], item.code === '' ? '' : stockText.code(item.code), contentsOf(item)]
    .filter(Boolean)
    .join(' · ')

const Sums = ({ item, levels }: { readonly item: Item; readonly levels: readonly StockLevel[] }) => (
  <dl className={`${page['sums']} ${classes['sums']}`}>
    <div>
      <dt>{stockText.onHand}</dt>
      <dd>
        {packagesText(onHandOf({ levels }), item)} <small>{unitOf(item)}</small>
      </dd>
    </div>
    <div>
      <dt>{stockText.alertAt}</dt>
      <dd>{item.alert_level === null ? text.records.nothing : plainText(item.alert_level)}</dd>
    </div>
  </dl>
)

type Parts = {
  readonly item: Item
  /** In every department. */
  readonly levels: readonly StockLevel[]
  readonly departments: readonly Department[]
  readonly today: string
}

const Content = ({ item, levels, departments, today }: Parts) => {
  const me = useMe()
  const { department } = useSearch({ from: '/stock' })
  const own = levels.filter((level) => department === undefined || idOf(level.department) === department)
  return (
    <>
      <Sums item={item} levels={own} />
      {may(me, 'Settings: Stock', 'write') && (
        <div className={classes['actions']}>
          <Link className="button small" to="/stock/count/" search={{ department, item: item.id }}>
            {stockText.countOne}
          </Link>
          <Link className="button small" to="/stock/" search={(before) => ({ ...before, act: 'waste' })} replace>
            {stockText.writeOff}
          </Link>
          {departments.length > 1 && (
            <Link className="button small" to="/stock/" search={(before) => ({ ...before, act: 'transfer' })} replace>
              {stockText.transfer}
            </Link>
          )}
        </div>
      )}
      <BatchList item={item} levels={levels} departments={departments} department={department} today={today} />
      {may(me, 'Settings: Stock') && <Movements item={item} department={department} departments={departments} />}
    </>
  )
}

type Props = { readonly item: number; readonly today: string; readonly onChange: (changes: StockSearch) => void }

/** An item beside the list: its batches, and every change of its stock with the cause. */
export const StockPanel = ({ item: id, today, onChange }: Props) => {
  const { data: item, error, refetch } = useQuery(itemQuery(`/item/${id}/`))
  const { data: levels, error: levelsError, refetch: readLevels } = useQuery(batchesQuery(id))
  const { data: departments = [] } = useQuery(departmentsQuery)
  const close = () => onChange({ item: undefined, act: undefined })
  const failed = error ?? levelsError
  const place = useTillDepartment()
  const mayWrite = may(useMe(), 'Settings: Stock', 'write')
  const { act } = useSearch({ from: '/stock' })
  if (act !== undefined && mayWrite && item !== undefined && levels !== undefined && place !== undefined) {
    const sheet = {
      item,
      department: place,
      levels: levels.filter((level) => level.department === place.url),
      today,
      onClose: () => onChange({ act: undefined }),
    }
    return act === 'waste' ? <WriteOffSheet {...sheet} /> : <TransferSheet {...sheet} departments={departments} />
  }
  return (
    <Sheet
      kind="panel"
      title={item?.name ?? stockText.whatOne}
      subtitle={item === undefined ? undefined : about(item)}
      onClose={close}
    >
      {item !== undefined && levels !== undefined ? (
        <Content item={item} levels={levels} departments={departments} today={today} />
      ) : failed !== null ? (
        <ErrorState
          error={failed}
          what={stockText.whatOne}
          onRetry={() => {
            void refetch()
            void readLevels()
          }}
        />
      ) : (
        <Skeleton width={180} />
      )}
    </Sheet>
  )
}
