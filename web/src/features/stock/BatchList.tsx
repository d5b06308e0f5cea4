import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { may, useMe } from '../../api/me.ts'
import { type Department, idOf, type Item, type StockLevel } from '../../api/records.ts'
import { calendarDateText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { stockText } from '../../text/stock.ts'
import { Chip } from './Chip.tsx'
import { expiryOf, heldOf, packagesText } from './stock.ts'
import classes from './Stock.module.css'

const Expiry = ({ level, today }: { readonly level: StockLevel; readonly today: string }) => {
  if (level.expiry_date === null) return null
  const date = calendarDateText(level.expiry_date)
  const expiry = expiryOf(level, today)
  if (expiry === 'later') return <span className={page['context']}>{date}</span>
  return <Chip warns>{expiry === 'expired' ? stockText.expiredOn(date) : stockText.expires(date)}</Chip>
}

type Props = {
  readonly item: Item
  readonly levels: readonly StockLevel[]
  readonly departments: readonly Department[]
  readonly department: number | undefined
  readonly today: string
}

/** The batches of an item, those of this department first; elsewhere with the name of the place. */
export const BatchList = ({ item, levels, departments, department, today }: Props) => {
  const mayAsk = may(useMe(), 'Settings: Stock')
  const [hasUsedUp, setUsedUp] = useState(false)
  const isHere = (level: StockLevel) => idOf(level.department) === department
  const ordered = [...levels.filter(isHere), ...levels.filter((level) => !isHere(level))]
  const held = heldOf(ordered)
  const usedUp = ordered.filter((level) => !held.includes(level) && level.batch_number !== '')
  return (
    <section className={classes['part']}>
      <h3>{stockText.batches}</h3>
      {held.length === 0 && <p className={page['none']}>{stockText.nothingLeft}</p>}
      <ul className={page['rows']}>
        {[...held, ...(hasUsedUp ? usedUp : [])].map((level) => (
          <li key={level.id} className={classes['batch']}>
            <span className={classes['batchName']}>
              <strong>{level.batch_number || stockText.noBatch}</strong>
              <Expiry level={level} today={today} />
              {!isHere(level) && departments.length > 1 && (
                <span className={page['context']}>{departments.find(({ url }) => url === level.department)?.name}</span>
              )}
            </span>
            <span className={classes['figure']}>{packagesText(level.on_hand, item)}</span>
            {mayAsk && level.batch_number !== '' ? (
              <Link to="/stock/batch/" search={{ department, item: item.id, batch: level.batch_number }}>
                {stockText.whoGotIt} <span className="unseen">{stockText.ofBatch(level.batch_number)}</span>
              </Link>
            ) : (
              <span />
            )}
          </li>
        ))}
      </ul>
      {usedUp.length > 0 && !hasUsedUp && (
        <div className={classes['more']}>
          <button type="button" className={classes['link']} onClick={() => setUsedUp(true)}>
            {stockText.usedUp(usedUp.length)}
          </button>
        </div>
      )}
    </section>
  )
}
