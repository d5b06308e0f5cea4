import { IconAlertTriangle, IconArrowDown, IconArrowNarrowRight, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { PriceChange } from '../../../api/records.ts'
import { amountText, changeText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { settingsText } from '../../../text/en-settings.ts'
import { averageOf, isLarge, type Row, rowsIn, type View, views } from './price-rule.ts'
import classes from './ChangePrices.module.css'

const signed = (percent: number) => settingsText.items.percent(changeText(percent))

/** Dearer or cheaper, by arrow and word: neither is good or bad. */
export const Way = ({ percent }: { readonly percent: number }) => {
  const { dearer, cheaper } = settingsText.items.prices
  const [Icon, word] = percent > 0 ? [IconArrowUp, dearer] : [IconArrowDown, cheaper]
  return (
    <span className={classes['way']}>
      <Icon size={16} stroke={1.6} aria-hidden="true" /> {word}
    </span>
  )
}

export const Percent = ({ percent }: { readonly percent: number }) =>
  isLarge(percent) ? (
    <span className={classes['large']} title={settingsText.items.prices.isLarge}>
      <IconAlertTriangle size={14} stroke={1.8} aria-hidden="true" />
      <span className="unseen">{settingsText.items.prices.isLarge}</span> {signed(percent)}
    </span>
  ) : (
    signed(percent)
  )

type Summary = { readonly run: PriceChange; readonly rows: readonly Row[]; readonly taken: readonly Row[] }

/** How many prices change, and by how much. */
const Sums = ({ run: { matched, changed }, rows, taken }: Summary) => {
  const words = settingsText.items.prices
  const large = rowsIn(taken, 'large').length
  const [dearer, cheaper] = [rowsIn(taken, 'dearer').length, rowsIn(taken, 'cheaper').length]
  return (
    <dl className={classes['sums']}>
      <div>
        <dt>{words.summary.prices}</dt>
        <dd>
          {taken.length} <small>{words.summary.of(matched)}</small>
        </dd>
        <dd className={classes['said']}>
          {words.counts(dearer, cheaper, matched - changed + rows.length - taken.length)}
        </dd>
      </div>
      <div>
        <dt>{words.summary.average}</dt>
        <dd>{signed(averageOf(taken))}</dd>
        <dd className={classes['said']}>{words.large(large)}</dd>
      </div>
    </dl>
  )
}

/** A long table takes longer to draw than a person waits after a key. */
const firstRows = 200

type Props = {
  readonly run: PriceChange
  readonly rows: readonly Row[]
  readonly left: ReadonlySet<string>
  readonly onLeave: (items: readonly string[], isLeft: boolean) => void
}

const PreviewRow = ({
  row,
  isLeft,
  onLeave,
}: { readonly row: Row; readonly isLeft: boolean } & Pick<Props, 'onLeave'>) => (
  <tr data-left={isLeft} data-large={isLarge(row.percent)}>
    <td className={classes['tick']}>
      <input
        type="checkbox"
        checked={!isLeft}
        aria-label={settingsText.items.prices.take(row.name)}
        onChange={({ target }) => onLeave([row.item], !target.checked)}
      />
    </td>
    <td className={classes['name']}>{row.name}</td>
    <td className={`${page['number']} ${classes['now']}`}>
      {amountText(row.now)} <IconArrowNarrowRight size={16} stroke={1.4} aria-hidden="true" />
    </td>
    <td className={`${page['number']} ${classes['next']}`}>{amountText(row.next)}</td>
    <td>
      <Way percent={row.percent} />
    </td>
    <td className={page['number']}>
      <Percent percent={row.percent} />
    </td>
  </tr>
)

/** Every price that the rule changes. What is unticked is left out. */
export const PricePreview = ({ run, rows, left, onLeave }: Props) => {
  const words = settingsText.items.prices
  const [view, setView] = useState<View>('all')
  const [isWhole, setWhole] = useState(false)
  const shown = rowsIn(rows, view)
  const taken = rows.filter(({ item }) => !left.has(item))
  const takenHere = shown.filter(({ item }) => !left.has(item)).length
  return (
    <>
      <Sums run={run} rows={rows} taken={taken} />
      <div className={`segments ${classes['views']}`} role="group" aria-label={words.view}>
        {views.map((name) => (
          <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
            {words.views[name]} <span className={classes['count']}>{rowsIn(rows, name).length}</span>
          </button>
        ))}
      </div>
      <table className={`${page['table']} ${classes['table']}`}>
        <thead>
          <tr>
            <th scope="col" className={classes['tick']}>
              <input
                type="checkbox"
                aria-label={words.takeAll}
                checked={takenHere > 0 && takenHere === shown.length}
                ref={(box) => {
                  if (box !== null) box.indeterminate = takenHere > 0 && takenHere < shown.length
                }}
                onChange={({ target }) =>
                  onLeave(
                    shown.map(({ item }) => item),
                    !target.checked,
                  )
                }
              />
            </th>
            <th scope="col">{words.columns.item}</th>
            <th scope="col" className={`${page['number']} ${classes['now']}`}>
              {words.columns.now}
            </th>
            <th scope="col" className={page['number']}>
              {words.columns.new}
            </th>
            <th scope="col">
              <span className="unseen">{words.columns.way}</span>
            </th>
            <th scope="col" className={page['number']}>
              {words.columns.by}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, isWhole ? undefined : firstRows).map((row) => (
            <PreviewRow key={row.item} row={row} isLeft={left.has(row.item)} onLeave={onLeave} />
          ))}
        </tbody>
      </table>
      {!isWhole && shown.length > firstRows && (
        <button type="button" className={`button ${classes['whole']}`} onClick={() => setWhole(true)}>
          {words.more(shown.length)}
        </button>
      )}
    </>
  )
}
