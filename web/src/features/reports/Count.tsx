import { PaymentType } from '@fetlock/sdk'
import {
  IconAlertTriangleFilled,
  IconBuildingBank,
  IconCash,
  IconCircleCheckFilled,
  IconCreditCard,
} from '@tabler/icons-react'
import { useMe } from '../../api/me.ts'
import { amountText, isZero, moneyText } from '../../format.ts'
import { countableMethods } from '../../shared/payments/methods.ts'
import type { Problems } from '../../shared/problems.tsx'
import { text } from '../../text/en.ts'
import { closingText } from '../../text/reports.ts'
import closeDay from './CloseDay.module.css'
import classes from './Count.module.css'
import { differing, type Draft, isCounted, type Taking } from './counting.ts'

/** What is counted first, then what is not. */
const methodsOf = (takings: readonly Taking[]) => {
  const found = takings.map(({ payment_type }) => payment_type)
  const all = new Set([PaymentType.Cash, PaymentType.Card, ...found])
  return [...countableMethods.filter((method) => all.has(method)), ...all.difference(new Set(countableMethods))]
}

export const absolute = (amount: string) => amount.replace(/^-/, '')
export const isShort = (amount: string) => amount.startsWith('-')

const MethodIcon = ({ method }: { readonly method: PaymentType }) => {
  const Icon = method === PaymentType.Cash ? IconCash : method === PaymentType.Card ? IconCreditCard : IconBuildingBank
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

type Props = {
  readonly takings: readonly Taking[]
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly problems: Problems
}

export const countedId = (method: PaymentType) => `counted-${method}`
export const whyId = (method: PaymentType) => `why-${method}`

const FieldProblem = ({ id, problems }: { readonly id: string; readonly problems: Problems }) =>
  problems[id] === undefined ? null : (
    <p id={`${id}-problem`} className={classes['problem']}>
      {problems[id]}
    </p>
  )

const CountRow = ({ method, takings, draft, onChange, problems }: Props & { readonly method: PaymentType }) => {
  const taking = takings.find(({ payment_type }) => payment_type === method)
  const name = text.payments.methods[method]
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
        {countableMethods.includes(method) ? (
          <>
            <input
              id={id}
              className={classes['counted']}
              aria-label={closingText.countedOf(name)}
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
          <span className={closeDay['hint']}>{closingText.notCounted}</span>
        )}
      </td>
      <td className={closeDay['number']}>
        <Difference difference={isCounted(draft, method) ? taking?.difference : null} />
      </td>
    </tr>
  )
}

const Why = ({ taking, draft, onChange, problems }: Props & { readonly taking: Taking }) => {
  const { currency } = useMe().organisation
  const { payment_type: method, difference } = taking
  const id = whyId(method)
  return (
    <div className={classes['why']}>
      <label htmlFor={id}>
        {closingText.why(text.payments.named[method], moneyText(absolute(difference!), currency), isShort(difference!))}
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
        {closingText.whyHint}
      </p>
    </div>
  )
}

/** The head of the table of what was expected and counted. */
export const CountHead = () => (
  <thead>
    <tr>
      <th scope="col">{closingText.columns.method}</th>
      <th scope="col" className={closeDay['number']}>
        {closingText.columns.expected}
      </th>
      <th scope="col" className={closeDay['number']}>
        {closingText.columns.counted}
      </th>
      <th scope="col" className={closeDay['number']}>
        {closingText.columns.difference}
      </th>
    </tr>
  </thead>
)

/** What was counted, against what the books expect; a difference asks for a sentence. */
export const Count = (props: Props) => (
  <section aria-labelledby="count" className={closeDay['step']}>
    <h2 id="count">
      <span className={closeDay['bead']}>2</span> {closingText.count}{' '}
      <span className={closeDay['hint']}>{closingText.countHint}</span>
    </h2>
    <table className={closeDay['table']}>
      <caption className="unseen">{closingText.count}</caption>
      <CountHead />
      <tbody>
        {methodsOf(props.takings).map((method) => (
          <CountRow key={method} method={method} {...props} />
        ))}
      </tbody>
    </table>
    {differing(props.takings, props.draft).map((taking) => (
      <Why key={taking.payment_type} taking={taking} {...props} />
    ))}
  </section>
)
