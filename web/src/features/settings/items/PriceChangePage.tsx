import { IconArrowBackUp, IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { itemsKey } from '../../../api/item.ts'
import { may, useMe } from '../../../api/me.ts'
import { changedPricesQuery, priceChangeKey, priceChangeQuery, undoPriceChange } from '../../../api/pricechange.ts'
import type { PriceChange } from '../../../api/records.ts'
import { amountText, dateText, plainText, timeText } from '../../../format.ts'
import backHead from '../../../shared/back-head.module.css'
import { ChangesButton } from '../../../shared/changes/ChangesButton.tsx'
import { Heading } from '../../../shared/Heading.tsx'
import page from '../../../shared/page.module.css'
import { ErrorState } from '../../../shared/states.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { Percent, Way } from './PricePreview.tsx'
import { percentOf } from './price-rule.ts'
import classes from './ChangePrices.module.css'

/** The rule in words: +4 %, to 0.50, nearest. */
const ruleText = ({ percentage_change, amount_change, round_to, rounding }: PriceChange, currency: string) => {
  const words = settingsText.items
  const by = percentage_change ?? amount_change ?? '0'
  const said = percentage_change === null ? `${plainText(by)} ${currency}` : words.percent(plainText(by))
  const step = round_to === null ? '' : words.run.rounded(amountText(round_to), words.run.roundings[rounding])
  return [by.startsWith('-') ? said : `+${said}`, step].filter(Boolean).join(', ')
}

const Undone = ({ run, zone }: { readonly run: PriceChange; readonly zone: string }) =>
  run.undone === null ? null : (
    <p className={classes['undone']} role="status">
      {settingsText.items.run.undone(dateText(run.undone, zone))} {settingsText.items.run.restored(run.restored)}{' '}
      {settingsText.items.run.kept(run.kept)}
    </p>
  )

const Prices = ({ id }: { readonly id: number }) => {
  const { data } = useQuery(changedPricesQuery(id))
  const { run: words, prices } = settingsText.items
  const rows = (data ?? []).toSorted(
    (one, other) =>
      Number(other.outcome === 'kept') - Number(one.outcome === 'kept') ||
      (one.item_data?.name ?? '').localeCompare(other.item_data?.name ?? ''),
  )
  return (
    <table className={`${page['table']} ${classes['table']}`}>
      <thead>
        <tr>
          <th scope="col">{prices.columns.item}</th>
          <th scope="col" className={page['number']}>
            {prices.columns.was}
          </th>
          <th scope="col" className={page['number']}>
            {prices.columns.new}
          </th>
          <th scope="col">
            <span className="unseen">{prices.columns.way}</span>
          </th>
          <th scope="col" className={page['number']}>
            {prices.columns.by}
          </th>
          <th scope="col">{words.outcome}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(
          ({ id: row, item_data: item, old_price_with_vat: now, new_price_with_vat: next, outcome, kept_price }) => (
            <tr key={row} data-large={outcome === 'kept'}>
              <td className={classes['name']}>
                {item && (
                  <Link to="/settings/items/" search={{ item: item.id }}>
                    {item.name}
                  </Link>
                )}
              </td>
              <td className={`${page['number']} ${classes['now']}`}>{amountText(now)}</td>
              <td className={`${page['number']} ${classes['next']}`}>{amountText(next)}</td>
              <td>
                <Way percent={percentOf({ now, next })} />
              </td>
              <td className={page['number']}>
                <Percent percent={percentOf({ now, next })} />
              </td>
              <td>
                {words.outcomes[outcome]}
                {kept_price !== null && (
                  <span className={page['context']}>
                    {' '}
                    {words.keptAt} {amountText(kept_price)}
                  </span>
                )}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

/** What a run made of each price, and the way back. */
export const PriceChangePage = () => {
  const me = useMe()
  const id = Number(useParams({ from: '/settings/items/prices/$id' }).id)
  const zone = me.organisation.time_zone
  const { data: run, error, refetch } = useQuery(priceChangeQuery(id))
  const words = settingsText.items.run
  const { write, isBusy } = useWrite({
    send: (one: number, key) => undoPriceChange(one, key),
    refresh: () => [itemsKey, priceChangeKey],
    said: ({ result }) => settingsText.items.prices.undone(result.restored),
  })
  if (error !== null && run === undefined)
    return <ErrorState isPage error={error} what={words.what} onRetry={() => void refetch()} />
  const when = run === undefined ? '' : `${dateText(run.created, zone)}, ${timeText(run.created, zone)}`
  return (
    <>
      <div className={`${page['head']} ${backHead['head']} ${classes['head']}`}>
        <Link className={backHead['back'] ?? ''} to="/settings/items/prices/" aria-label={words.back}>
          <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
        </Link>
        <Heading title={words.title(when)} />
        {run !== undefined && (
          <span className={page['context']}>
            {words.changed(run.changed)} · {ruleText(run, me.organisation.currency)}
          </span>
        )}
        <div className={backHead['bar']}>
          <ChangesButton resource="price_change" id={id} />
          {run?.undone === null && may(me, 'Settings: Items', 'write') && (
            <button type="button" className="button" aria-busy={isBusy} onClick={() => void write(id)}>
              <IconArrowBackUp size={16} stroke={1.6} aria-hidden="true" /> {words.undo}
            </button>
          )}
        </div>
      </div>
      <div className={classes['record']} tabIndex={-1}>
        {run !== undefined && <Undone run={run} zone={zone} />}
        <Prices id={id} />
      </div>
    </>
  )
}
