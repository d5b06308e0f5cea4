import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { may, useMe } from '../../api/me.ts'
import { type Department, idOf, type Item, type Me, nameOfClient, type StockMovement } from '../../api/records.ts'
import { movementsQuery } from '../../api/stockmovement.ts'
import { dateText, timeText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { ShowMore } from '../../shared/ShowMore.tsx'
import { ErrorState, Skeleton } from '../../shared/states.tsx'
import { stockText } from '../../text/stock.ts'
import { changeText, mayKnow } from './stock.ts'
import classes from './Stock.module.css'

/** Who got it or gave it back, as far as whoever asks may know. */
const whom = ({ patients_data: patients, client_data: client }: StockMovement) => {
  const animals = (patients ?? []).map(({ name }) => name).join(', ')
  return animals || (client ? nameOfClient(client) : '')
}

/** What it was for, if that opens for whoever asks: the visit, the invoice of the sale, the sale or the client. */
const targetOf = ({ consultation, countersale, countersale_data: sale, client }: StockMovement, me: Me) => {
  const record = (to: '/visits/$id/' | '/invoices/$id/' | '/clients/$id/', url: string) =>
    ({ to, params: { id: String(idOf(url)) } }) as const
  if (consultation !== null && may(me, 'Clinical: Consultations')) return record('/visits/$id/', consultation)
  if (countersale !== null && may(me, 'Financial: Invoices'))
    return sale?.invoice
      ? record('/invoices/$id/', sale.invoice)
      : ({ to: '/till/', search: { sale: idOf(countersale) } } as const)
  if (client !== null && may(me, 'General: Patients and clients')) return record('/clients/$id/', client)
  return undefined
}

/** Why it moved, with the way to what it was for. */
const Cause = ({ movement, me }: { readonly movement: StockMovement; readonly me: Me }) => {
  const said = [stockText.causes[movement.cause], whom(movement)].filter(Boolean).join(', ')
  const target = targetOf(movement, me)
  return target === undefined ? said : <Link {...target}>{said}</Link>
}

type Props = {
  readonly item: Item
  readonly department: number | undefined
  readonly departments: readonly Department[]
}

/** Every change of the stock of an item, the newest first. */
export const Movements = ({ item, department, departments }: Props) => {
  const me = useMe()
  const zone = me.organisation.time_zone
  const { data, error, refetch, ...pages } = useInfiniteQuery(movementsQuery(item.id, department, mayKnow(me)))
  const movements = data?.pages.flatMap(({ results }) => results)
  const nameOf = (url: string | null) => departments.find((one) => one.url === url)?.name ?? ''
  /** Where it was, unless that is plain, and where it went or came from. */
  const placesOf = ({ department: at, other_department: other, quantity }: StockMovement) => [
    department === undefined && departments.length > 1 ? nameOf(at) : '',
    other === null ? '' : stockText[quantity.startsWith('-') ? 'movedTo' : 'movedFrom'](nameOf(other)),
  ]
  return (
    <section className={classes['part']} aria-label={stockText.movements}>
      <h3>{stockText.movements}</h3>
      {movements === undefined &&
        (error === null ? (
          <Skeleton width="60%" />
        ) : (
          <ErrorState error={error} what={stockText.whatMovements} onRetry={() => void refetch()} />
        ))}
      {movements?.length === 0 && <p className={page['none']}>{stockText.noMovements}</p>}
      <ul className={page['rows']}>
        {movements?.map((movement) => (
          <li key={movement.id} className={classes['movement']}>
            <time dateTime={movement.created}>
              {dateText(movement.created, zone)} {timeText(movement.created, zone)}
            </time>
            <span className={classes['cause']}>
              <Cause movement={movement} me={me} />
              <span className={classes['reason']}>
                {[...placesOf(movement), movement.reason].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={classes['of']}>{movement.batch_number}</span>
            <span className={classes['figure']}>{changeText(movement.quantity, item)}</span>
          </li>
        ))}
      </ul>
      <div className={classes['more']}>
        <ShowMore of={pages} />
      </div>
    </section>
  )
}
