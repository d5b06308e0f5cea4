import { Link, useSearch } from '@tanstack/react-router'
import type { Receivables } from '../../api/records.ts'
import { amountText, plainText } from '../../format.ts'
import { reportsText } from '../../text/reports.ts'
import { placeBars } from './bars.ts'
import { ageNames } from './period.ts'
import classes from './Reports.module.css'

export const OwingChart = ({ owing, month }: { readonly owing: Receivables; readonly month: string }) => {
  const { rows: openRows } = useSearch({ from: '/reports' })
  const ageBox = { width: openRows === undefined ? 980 : 700, height: 150, left: 44, top: 18, bottom: 22 }
  const { ticks, bars } = placeBars(
    ageNames.map((age) => [{ key: age, size: Number(owing[age]) }]),
    ageBox,
  )
  return (
    <svg
      className={classes['chart']}
      viewBox={`0 0 ${ageBox.width} ${ageBox.height}`}
      role="group"
      aria-label={reportsText.age}
    >
      {ticks.map(({ value, y }) => (
        <g key={value} aria-hidden="true">
          <line x1={ageBox.left} x2={ageBox.width} y1={y} y2={y} className={classes['grid']} />
          <text x={ageBox.left - 8} y={y + 4} textAnchor="end">
            {plainText(String(value))}
          </text>
        </g>
      ))}
      {bars.map(({ x, width, parts, top }, index) => {
        const age = ageNames[index]!
        const said = reportsText.ofAge(reportsText.ages[age], amountText(owing[age]))
        return (
          <g key={age}>
            <Link to="/reports/" search={{ month, rows: 'owing', of: age }} aria-label={said}>
              <title>{said}</title>
              <rect
                x={x}
                y={parts[0]!.y}
                width={width}
                height={Math.max(parts[0]!.height, 0.5)}
                rx="2"
                className={classes['part']}
                data-kind="card"
              />
            </Link>
            <text x={x + width / 2} y={top - 6} textAnchor="middle" className={classes['label']} aria-hidden="true">
              {amountText(owing[age])}
            </text>
            <text x={x + width / 2} y={ageBox.height - 6} textAnchor="middle" aria-hidden="true">
              {reportsText.ages[age]}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

export const OwingTable = ({ owing, month }: { readonly owing: Receivables; readonly month: string }) => (
  <table className={classes['table']}>
    <thead>
      <tr>
        <th scope="col">{reportsText.age}</th>
        <th scope="col" className={classes['number']}>
          {reportsText.amount}
        </th>
      </tr>
    </thead>
    <tbody>
      {ageNames.map((age) => (
        <tr key={age}>
          <th scope="row">{reportsText.ages[age]}</th>
          <td className={classes['number']}>
            <Link to="/reports/" search={{ month, rows: 'owing', of: age, view: 'table' }}>
              {amountText(owing[age])}
            </Link>
          </td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">{reportsText.total}</th>
        <td className={classes['number']}>
          <Link to="/reports/" search={{ month, rows: 'owing', view: 'table' }}>
            {amountText(owing.total)}
          </Link>
        </td>
      </tr>
    </tfoot>
  </table>
)
