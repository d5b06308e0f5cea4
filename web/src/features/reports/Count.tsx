import {
  IconAlertTriangleFilled,
  IconBuildingBank,
  IconCash,
  IconCircleCheckFilled,
  IconCreditCard,
} from '@tabler/icons-react'
import type { AccountingReport } from '../../api/records.ts'
import { useMe } from '../../api/me.ts'
import { amountText, isZero, moneyText } from '../../format.ts'
import type { Problems } from '../../shared/problems.tsx'
import { text } from '../../text/en.ts'
import closeDay from './CloseDay.module.css'
import classes from './Count.module.css'
import { card, cash, differing, type Draft, isCounted, type Taking } from './counting.ts'

export const takingsOf = (report: AccountingReport) => report.totals_by_payment_type as unknown as readonly Taking[]

/** What can be counted: what lies in the till, and what a terminal prints. */
const countable: readonly number[] = [cash, card, 7, 4, 5, 9]

export const methodsOf = (takings: readonly Taking[]) => {
  const found = takings.map(({ payment_type }) => payment_type)
  return [...new Set([cash, card, ...found])].toSorted(
    (a, b) =>
      Number(!countable.includes(a)) - Number(!countable.includes(b)) || countable.indexOf(a) - countable.indexOf(b),
  )
}

export const absolute = (amount: string) => amount.replace(/^-/, '')
export const isShort = (amount: string) => amount.startsWith('-')

const MethodIcon = ({ method }: { readonly method: number }) => {
  const Icon = method === cash ? IconCash : method === card ? IconCreditCard : IconBuildingBank
  return <Icon size={18} stroke={1.6} aria-hidden="true" />
}

export const Difference = ({ difference }: { readonly difference: string | null | undefined }) => {
  if (difference == null) return '–'
  const agrees = isZero(difference)
  return (
    <span className={classes['difference']} data-agrees={agrees}>
      {agrees ? (
        <IconCircleCheckFilled size={16} aria-hidden="true" />
      ) : (
        <IconAlertTriangleFilled size={16} aria-hidden="true" />
      )}
      {amountText(difference)}
    </span>
  )
}

type Shown = {
  readonly takings: readonly Taking[]
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly problems: Problems
}

export const countedId = (method: number) => `counted-${method}`
export const whyId = (method: number) => `why-${method}`

const FieldProblem = ({ id, problems }: { readonly id: string; readonly problems: Problems }) =>
  problems[id] === undefined ? null : (
    <p id={`${id}-problem`} className={classes['problem']}>
      {problems[id]}
    </p>
  )

const CountRow = ({ method, takings, draft, onChange, problems }: Shown & { readonly method: number }) => {
  const taking = takings.find(({ payment_type }) => payment_type === method)
  const name = text.till.methods[method]!
  const id = countedId(method)
  return (
    <tr>
      <th scope="row">
        <span className={classes['method']}>
          <MethodIcon method={method} /> {name}
        </span>
      </th>
      <td className={closeDay['number']}>{amountText(taking?.total ?? '0.00')}</td>
      <td className={closeDay['number']}>
        {countable.includes(method) ? (
          <>
            <input
              id={id}
              className={classes['counted']}
              aria-label={text.closing.countedOf(name)}
              inputMode="decimal"
              autoComplete="off"
              value={draft.amounts[method] ?? ''}
              aria-invalid={problems[id] !== undefined}
              aria-describedby={problems[id] === undefined ? undefined : `${id}-problem`}
              onChange={({ target }) => onChange({ ...draft, amounts: { ...draft.amounts, [method]: target.value } })}
            />
            <FieldProblem id={id} problems={problems} />
          </>
        ) : (
          <span className={closeDay['hint']}>{text.closing.notCounted}</span>
        )}
      </td>
      <td className={closeDay['number']}>
        <Difference difference={isCounted(draft, method) ? taking?.difference : null} />
      </td>
    </tr>
  )
}

const Why = ({ taking, draft, onChange, problems }: Shown & { readonly taking: Taking }) => {
  const { currency } = useMe().organisation
  const { payment_type: method, difference } = taking
  const id = whyId(method)
  return (
    <div className={classes['why']}>
      <label htmlFor={id}>
        {text.closing.why(text.till.methods[method]!, moneyText(absolute(difference!), currency), isShort(difference!))}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={1000}
        value={draft.explanations[method] ?? ''}
        aria-invalid={problems[id] !== undefined}
        aria-describedby={`${id}-hint${problems[id] === undefined ? '' : ` ${id}-problem`}`}
        onChange={({ target }) =>
          onChange({ ...draft, explanations: { ...draft.explanations, [method]: target.value } })
        }
      />
      <FieldProblem id={id} problems={problems} />
      <p id={`${id}-hint`} className={closeDay['hint']}>
        {text.closing.whyHint}
      </p>
    </div>
  )
}

/** The head of the table of what was expected and counted. */
export const CountHead = () => (
  <thead>
    <tr>
      <th scope="col">{text.closing.columns.method}</th>
      <th scope="col" className={closeDay['number']}>
        {text.closing.columns.expected}
      </th>
      <th scope="col" className={closeDay['number']}>
        {text.closing.columns.counted}
      </th>
      <th scope="col" className={closeDay['number']}>
        {text.closing.columns.difference}
      </th>
    </tr>
  </thead>
)

/** What was counted, against what the books expect; a difference asks for a sentence. */
export const Count = (shown: Shown) => (
  <section aria-labelledby="count" className={closeDay['step']}>
    <h2 id="count">
      <span className={closeDay['bead']}>2</span> {text.closing.count}{' '}
      <span className={closeDay['hint']}>{text.closing.countHint}</span>
    </h2>
    <table className={closeDay['table']}>
      <caption className="unseen">{text.closing.count}</caption>
      <CountHead />
      <tbody>
        {methodsOf(shown.takings).map((method) => (
          <CountRow key={method} method={method} {...shown} />
        ))}
      </tbody>
    </table>
    {differing(shown.takings, shown.draft).map((taking) => (
      <Why key={taking.payment_type} taking={taking} {...shown} />
    ))}
  </section>
)
