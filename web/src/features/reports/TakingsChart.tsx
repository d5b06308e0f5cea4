import { PaymentType } from '@fetlock/sdk'
import { Link } from '@tanstack/react-router'
import { type PeriodTotals } from '../../api/records.ts'
import { amountText, dayText, plainText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { reportsText } from '../../text/reports.ts'
import { placeBars } from './bars.ts'
import { daysIn } from './period.ts'
import classes from './Reports.module.css'

/** As wide as it is shown, so that its words are as large as others. */
const boxOf = (isWide: boolean) => ({ width: isWide ? 980 : 620, height: 190, left: 44, top: 18, bottom: 22 })
/** Card is solid, cash is an outline, everything else is hatched, so that it survives print. */
const kindOf = (method: PaymentType) =>
  method === PaymentType.Card ? 'card' : method === PaymentType.Cash ? 'cash' : 'other'

type Props = {
  readonly totals: PeriodTotals
  readonly today: string
  readonly isWide?: boolean
}

const takenOn = (totals: PeriodTotals, day: string) =>
  totals.takings_by_day
    .filter(({ dated }) => dated === day)
    .map(({ payment_type, total }) => ({ key: String(payment_type), method: payment_type, total, size: Number(total) }))

const rowsOf = (day: string, method: PaymentType) =>
  ({ month: day.slice(0, 7), rows: 'payments', day, of: String(method) }) as const

/** What was taken day by day, each part a way to its rows. */
export const TakingsChart = ({ totals, today, isWide = false }: Props) => {
  const box = boxOf(isWide)
  const days = daysIn(totals)
  const taken = days.map((day) => takenOn(totals, day))
  const { ticks, bars, slot } = placeBars(taken, box)
  const step = slot < 22 ? 2 : 1
  const hasTick = (index: number) => index % step === 0 && (step === 1 || Math.abs(index - days.indexOf(today)) !== 1)
  return (
    <svg
      className={classes['chart']}
      viewBox={`0 0 ${box.width} ${box.height}`}
      role="group"
      aria-label={reportsText.taken}
    >
      <defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line y2="5" className={classes['hatch']} />
        </pattern>
      </defs>
      {ticks.map(({ value, y }) => (
        <g key={value} aria-hidden="true">
          <line x1={box.left} x2={box.width} y1={y} y2={y} className={classes['grid']} />
          <text x={box.left - 8} y={y + 4} textAnchor="end">
            {plainText(String(value))}
          </text>
        </g>
      ))}
      {bars.map(({ x, width, parts }, index) => {
        const day = days[index]!
        return (
          <g key={day} data-today={day === today}>
            {parts.map(({ key, y, height }, at) => {
              const { method, total } = taken[index]![at]!
              const said = reportsText.takingsOf(dayText(day), text.payments.methods[method], amountText(total))
              return (
                <Link key={key} to="/reports/" search={rowsOf(day, method)} aria-label={said}>
                  <title>{said}</title>
                  <rect
                    x={x}
                    y={y + 1}
                    width={width}
                    height={Math.max(height - 1, 0.5)}
                    rx="2"
                    className={classes['part']}
                    data-kind={kindOf(method)}
                  />
                </Link>
              )
            })}
            {(day === today || hasTick(index)) && (
              <text
                x={x + width / 2}
                y={box.height - 6}
                textAnchor="middle"
                className={classes['tick']}
                aria-hidden="true"
              >
                {Number(day.slice(8))}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

const methodsIn = ({ totals_by_payment_type }: Pick<PeriodTotals, 'totals_by_payment_type'>) =>
  totals_by_payment_type.map(({ payment_type }) => payment_type)

/** The same numbers as the chart. */
export const TakingsTable = ({ totals }: { readonly totals: PeriodTotals }) => {
  const methods = methodsIn(totals)
  const days = daysIn(totals).filter((day) => takenOn(totals, day).length > 0)
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{reportsText.day}</th>
          {methods.map((method) => (
            <th key={method} scope="col" className={classes['number']}>
              {text.payments.methods[method]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => {
          const taken = takenOn(totals, day)
          return (
            <tr key={day}>
              <th scope="row">{dayText(day)}</th>
              {methods.map((method) => {
                const cell = taken.find((one) => one.method === method)
                return (
                  <td key={method} className={classes['number']}>
                    {cell === undefined ? (
                      '–'
                    ) : (
                      <Link to="/reports/" search={{ ...rowsOf(day, method), view: 'table' }}>
                        {amountText(cell.total)}
                      </Link>
                    )}
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{reportsText.total}</th>
          {totals.totals_by_payment_type.map(({ payment_type, total }) => (
            <td key={payment_type} className={classes['number']}>
              <Link
                to="/reports/"
                search={{ month: totals.from.slice(0, 7), rows: 'payments', of: String(payment_type), view: 'table' }}
              >
                {amountText(total)}
              </Link>
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

/** Which kinds there are, in words. */
export const Legend = ({ totals }: { readonly totals: PeriodTotals }) => {
  const kinds = new Set(methodsIn(totals).map(kindOf))
  const names = {
    card: text.payments.methods[PaymentType.Card],
    cash: text.payments.methods[PaymentType.Cash],
    other: reportsText.other,
  } as const
  return (
    <ul className={classes['legend']}>
      {(['card', 'cash', 'other'] as const)
        .filter((kind) => kinds.has(kind))
        .map((kind) => (
          <li key={kind}>
            <span className={classes['swatch']} data-kind={kind} aria-hidden="true" />
            {names[kind]}
          </li>
        ))}
    </ul>
  )
}
