import { IconArrowLeft, IconPlus, IconWallet } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { departmentsQuery, may, useMe } from '../../api/me.ts'
import { idOf, type Invoice, nameOfClient, type Prepayment } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Heading } from '../../shared/Heading.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { EmptyState, ErrorState } from '../../shared/states.tsx'
import { say } from '../../shared/toasts.ts'
import { calendarDateText, isZero, moneyText } from '../../format.ts'
import { centsOf, leftOf, negated, smallerOf, typedAmount } from '../../shared/cash.ts'
import type { WriteStep } from '../../shared/confirmed-writes.ts'
import { Field, problemOf, SendButton } from '../../shared/form.tsx'
import { type Problems, ProblemSummary } from '../../shared/problems.tsx'
import backHead from '../../shared/back-head.module.css'
import form from '../../shared/form.module.css'
import page from '../../shared/page.module.css'
import { Sheet } from '../../shared/Sheet.tsx'
import sheet from '../../shared/Sheet.module.css'
import { busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { AmountField } from '../../shared/payments/AmountField.tsx'
import { figureText } from '../../shared/figures.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import classes from './Prepayments.module.css'
import { useMethodKeys } from '../../shared/payments/method-keys.ts'
import { MethodTiles } from '../../shared/payments/MethodTiles.tsx'
import { card, methodsFor } from '../../shared/payments/payment-steps.ts'
import { problemsOf } from '../../shared/payments/problems.ts'
import { balanceQuery, moneyKey, payerQuery, prepaymentsQuery } from '../../shared/payments/queries.ts'
import { owedQuery } from './queries.ts'

const words = text.prepayments
const pay = text.payments
const amountId = 'prepayment-amount'
const [departmentId, invoiceId] = ['prepayment-department', 'prepayment-invoice']

/** What is wrong with a typed amount of at most so much. */
const amountProblem = (typed: string, most: string | undefined, tooMuch: (most: string) => string): Problems => {
  const amount = typedAmount(typed)
  if (amount === undefined) return { [amountId]: pay.notAnAmount }
  if (isZero(amount)) return { [amountId]: pay.zero }
  if (most !== undefined && centsOf(amount) > centsOf(most)) return { [amountId]: tooMuch(most) }
  return {}
}

type Step = {
  readonly name: string
  readonly title: string
  readonly subtitle: string
  readonly label: string
  readonly amount: string
  /** What is wrong, or what to send. */
  readonly check: () => Problems
  readonly step: () => WriteStep
  readonly said: string
  readonly children: (problems: Problems) => ReactNode
  readonly onClose: () => void
}

/** A sheet in which one write of money is confirmed. */
const MoneySheet = ({ name, title, subtitle, label, amount, check, step, said, children, onClose }: Step) => {
  const client = useQueryClient()
  const formId = useId()
  const [typedProblems, setTypedProblems] = useState<Problems>({})
  const write = useConfirmedWrite(name)
  const { state } = write
  useEffect(() => {
    if (state.kind !== 'done' && state.kind !== 'refused') return
    void client.invalidateQueries({ queryKey: [moneyKey] })
    if (state.kind !== 'done') return
    say(state.said)
    onClose()
  }, [state, client, onClose])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems = check()
    setTypedProblems(problems)
    if (Object.keys(problems).length === 0) void write.submit({ steps: [step()], said, amount })
  }
  const fields = { paid: amountId, amount: amountId, department: departmentId, invoice: invoiceId }
  const problems = { ...problemsOf(state, fields), ...typedProblems }
  return (
    <Sheet
      title={title}
      subtitle={subtitle}
      onClose={onClose}
      foot={
        <>
          <SendButton form={formId} label={label} state={busyOf(state)} checking={pay.checking(amount)} />
          <p className={sheet['footnote']} role="status">
            {state.kind === 'checking' ? pay.checkingHint : words.noUndo}
          </p>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <ProblemSummary problems={problems} />
        {children(problems)}
      </form>
    </Sheet>
  )
}

type Shown = { readonly client: number; readonly name: string; readonly onClose: () => void }

const useMethod = () => {
  const me = useMe()
  const methods = methodsFor(me.preferences['app.payment_counts'])
  const [method, setMethod] = useState(methods[0] ?? card)
  useMethodKeys(setMethod)
  return { methods, method, setMethod }
}

const AddSheet = ({ client, name, onClose }: Shown) => {
  const me = useMe()
  const { currency } = me.organisation
  const { data: departments } = useQuery(departmentsQuery)
  const { department: chosen } = useSearch({ strict: false })
  const { methods, method, setMethod } = useMethod()
  const [typed, setTyped] = useState('')
  const [description, setDescription] = useState('')
  const [picked, setPicked] = useState('')
  const all = departments?.results ?? []
  const usual = all.find(({ url }) => idOf(url) === chosen)?.url ?? me.home_department ?? ''
  const department = picked || (all.length === 1 ? all[0]!.url : usual)
  const amount = moneyText(typedAmount(typed) ?? '0.00', currency)
  return (
    <MoneySheet
      name={`prepay ${client}`}
      title={words.addTitle}
      subtitle={name}
      label={typedAmount(typed) === undefined ? words.addTitle : words.addButton(amount, text.payments.by[method]!)}
      amount={amount}
      said={words.added(amount)}
      onClose={onClose}
      check={() => ({
        ...amountProblem(typed, undefined, words.tooMuch),
        ...(department === '' ? { [departmentId]: words.needDepartment } : {}),
      })}
      step={() => ({
        path: '/unallocatedpayment/',
        body: {
          client: `${me.organisation.url.replace(/organisation\/\d+\/$/, '')}client/${client}/`,
          department,
          payment_type: method,
          paid: typedAmount(typed),
          ...(description.trim() === '' ? {} : { description: description.trim() }),
        },
      })}
    >
      {(problems) => (
        <>
          <AmountField
            id={amountId}
            label={pay.amount}
            currency={currency}
            value={typed}
            onChange={setTyped}
            problems={problems}
            isFirst
            isBig
          />
          <MethodTiles label={pay.method} methods={methods} chosen={method} onChoose={setMethod} hasKeys />
          {all.length > 1 && (
            <Field id={departmentId} label={words.department} problems={problems}>
              <select
                id={departmentId}
                className={form['input']}
                value={department}
                onChange={({ target }) => setPicked(target.value)}
                {...problemOf(departmentId, problems)}
              >
                <option value="">–</option>
                {all.map(({ url, name: title }) => (
                  <option key={url} value={url}>
                    {title}
                  </option>
                ))}
              </select>
            </Field>
          )}
          <Field id="prepayment-description" label={words.description} problems={problems}>
            <input
              id="prepayment-description"
              className={form['input']}
              maxLength={1000}
              value={description}
              onChange={({ target }) => setDescription(target.value)}
            />
          </Field>
        </>
      )}
    </MoneySheet>
  )
}

type Used = Shown & { readonly prepayment: Prepayment }

const UseSheet = ({ client, name, prepayment, onClose }: Used) => {
  const { data, error, refetch } = useQuery(owedQuery(client))
  if (data === undefined || data.count === 0)
    return (
      <Sheet title={words.useOf(figureText(prepayment.paid))} subtitle={name} onClose={onClose}>
        {error === null ? (
          data !== undefined && <p>{words.noInvoices}</p>
        ) : (
          <ErrorState error={error} what={text.invoices.what} onRetry={() => void refetch()} />
        )}
      </Sheet>
    )
  return <UseForm client={client} name={name} prepayment={prepayment} onClose={onClose} invoices={data.results} />
}

const UseForm = ({ name, prepayment, onClose, invoices }: Used & { readonly invoices: readonly Invoice[] }) => {
  const { currency } = useMe().organisation
  const { unused_amount: unused } = prepayment
  const [chosen, setChosen] = useState(invoices[0]!.url)
  const invoice = invoices.find(({ url }) => url === chosen) ?? invoices[0]!
  const most = smallerOf(unused, invoice.due_sum)
  const [typed, setTyped] = useState<string>()
  const value = typed ?? most
  const amount = moneyText(typedAmount(value) ?? '0.00', currency)
  return (
    <MoneySheet
      name={`use ${prepayment.id}`}
      title={words.useTitle(moneyText(unused, currency))}
      subtitle={name}
      label={words.useButton(amount)}
      amount={amount}
      said={words.usedOn(amount, numberOf(invoice))}
      onClose={onClose}
      check={() => amountProblem(value, most, words.tooMuchOwed)}
      step={() => ({
        path: `/unallocatedpayment/${prepayment.id}/apply/`,
        body: { invoice: invoice.url, amount: typedAmount(value) },
      })}
    >
      {(problems) => (
        <>
          <Field id={invoiceId} label={words.invoice} problems={problems}>
            <select
              id={invoiceId}
              className={form['input']}
              value={invoice.url}
              onChange={({ target }) => {
                setChosen(target.value)
                setTyped(undefined)
              }}
              {...problemOf(invoiceId, problems)}
            >
              {invoices.map((one) => (
                <option key={one.id} value={one.url}>
                  {numberOf(one)} · {pay.owing(moneyText(one.due_sum, currency))}
                </option>
              ))}
            </select>
          </Field>
          <AmountField
            id={amountId}
            label={pay.amount}
            currency={currency}
            value={value}
            onChange={setTyped}
            problems={problems}
            isFirst
            isBig
          />
        </>
      )}
    </MoneySheet>
  )
}

const RefundPrepayment = ({ name, prepayment, onClose }: Used) => {
  const { currency } = useMe().organisation
  const { unused_amount: unused } = prepayment
  const { methods, method, setMethod } = useMethod()
  const [typed, setTyped] = useState(unused)
  const amount = moneyText(typedAmount(typed) ?? '0.00', currency)
  return (
    <MoneySheet
      name={`refund prepayment ${prepayment.id}`}
      title={words.refundTitle(moneyText(unused, currency))}
      subtitle={words.toClient(name)}
      label={words.refundButton(amount, text.payments.by[method]!)}
      amount={amount}
      said={words.refundDone(amount)}
      onClose={onClose}
      check={() => amountProblem(typed, unused, words.tooMuch)}
      step={() => ({
        path: '/unallocatedpayment/',
        body: {
          client: prepayment.client,
          department: prepayment.department,
          payment_type: method,
          paid: negated(typedAmount(typed)!),
          refunds: prepayment.url,
        },
      })}
    >
      {(problems) => (
        <>
          <AmountField
            id={amountId}
            label={pay.amount}
            currency={currency}
            value={typed}
            onChange={setTyped}
            problems={problems}
            isFirst
            isBig
          />
          <MethodTiles label={pay.method} methods={methods} chosen={method} onChoose={setMethod} hasKeys />
        </>
      )}
    </MoneySheet>
  )
}

const sourceOf = ({ payment_type, description }: Prepayment) =>
  [payment_type === 12 ? words.fromNote : text.payments.methods[payment_type], description].filter(Boolean).join(', ')

type RowShown = {
  readonly prepayment: Prepayment
  readonly refunds: readonly Prepayment[]
  readonly mayWrite: boolean
  readonly currency: string
  /** Undefined while nothing is owed that it could pay. */
  readonly onUse: (() => void) | undefined
  readonly onRefund: () => void
}

const Row = ({ prepayment, refunds, mayWrite, currency, onUse, onRefund }: RowShown) => {
  const { paid, unused_amount, fully_used, added } = prepayment
  const used = leftOf(paid, unused_amount)
  const share = centsOf(paid) === 0 ? 0 : (centsOf(used) / centsOf(paid)) * 100
  return (
    <li className={classes['prepayment']}>
      <div>
        <span className={page['when']}>{calendarDateText(added)}</span>
        <span className={page['what']}>{sourceOf(prepayment)}</span>
        <span className={classes['figure']}>{figureText(paid)}</span>
      </div>
      <div className={classes['track']} role="img" aria-label={words.bar(figureText(used), figureText(paid))}>
        <span style={{ inlineSize: `${share}%` }} />
      </div>
      <div>
        <span className={page['context']}>{words.used(figureText(used))}</span>
        <strong>{fully_used ? words.nothingLeft : words.left(moneyText(unused_amount, currency))}</strong>
        {mayWrite && !fully_used && (
          <span className={classes['rowActions']}>
            {onUse !== undefined && (
              <button
                type="button"
                className="button small"
                aria-label={words.useOf(moneyText(paid, currency))}
                onClick={onUse}
              >
                {words.use}
              </button>
            )}
            <button
              type="button"
              className="button small"
              aria-label={words.refundOf(moneyText(paid, currency))}
              onClick={onRefund}
            >
              {words.refund}
            </button>
          </span>
        )}
      </div>
      {refunds.map((refund) => (
        <div key={refund.id} className={classes['refunded']}>
          <span className={page['when']}>{calendarDateText(refund.added)}</span>
          <span className={page['what']}>
            {words.refunded}, {text.payments.methods[refund.payment_type]?.toLowerCase()}
          </span>
          <span className={classes['figure']}>{figureText(refund.paid)}</span>
        </div>
      ))}
    </li>
  )
}

/** What a client has paid in advance: what is left of it, and what it was used for. */
export const Prepayments = () => {
  const me = useMe()
  const id = Number(useParams({ from: '/clients/$id/prepayments' }).id)
  const opened = useSearch({ from: '/clients/$id/prepayments' })
  const navigate = useNavigate({ from: '/clients/$id/prepayments' })
  const { currency } = me.organisation
  const mayWrite = may(me, 'Financial: Invoices', 'write')
  const { data: client } = useQuery(payerQuery(`/client/${id}/`))
  const { data: balance } = useQuery(balanceQuery(id))
  const { data, error, refetch } = useQuery(prepaymentsQuery(id, false))
  const open = useCallback(
    (next: { add?: true; use?: number; refund?: number }) =>
      void navigate({
        search: ({ department }) => ({ ...(department === undefined ? {} : { department }), ...next }),
        replace: true,
      }),
    [navigate],
  )
  const close = useCallback(() => open({}), [open])
  const actions = useMemo(
    (): readonly Action[] =>
      mayWrite ? [{ id: 'add', title: words.add, group: 'here', keys: 'p', run: () => open({ add: true }) }] : [],
    [mayWrite, open],
  )
  useActions(actions)
  const name = client === undefined ? '' : nameOfClient(client)
  const isOwing = balance !== undefined && !isZero(balance.owing)
  const all = data?.results ?? []
  const prepayments = all.filter(({ refunds }) => refunds === null).toSorted((one, other) => other.id - one.id)
  const openedOne = prepayments.find((prepayment) => prepayment.id === (opened.use ?? opened.refund))
  return (
    <div className={sheet['beside']}>
      <div className={sheet['page']}>
        <div className={`${page['head']} ${backHead['head']}`}>
          <Link
            to="/clients/$id/"
            params={{ id: String(id) }}
            className={backHead['back'] ?? ''}
            aria-label={name || text.client.what}
          >
            <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
          </Link>
          <Heading title={name === '' ? words.title : words.of(name)} />
          <div className={backHead['bar']}>
            {mayWrite && opened.add !== true && (
              <button type="button" className="button primary" onClick={() => open({ add: true })}>
                <IconPlus size={18} stroke={1.6} aria-hidden="true" /> {words.add} <KeyCap keys="p" />
              </button>
            )}
          </div>
        </div>
        <div className={page['main']}>
          {balance !== undefined && (
            <dl className={page['sums']}>
              <div>
                <dt>{words.unused}</dt>
                <dd>{moneyText(balance.prepaid, currency)}</dd>
              </div>
              <div>
                <dt>{words.balance}</dt>
                <dd>{moneyText(balance.owing, currency)}</dd>
              </div>
            </dl>
          )}
          {error !== null && <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />}
          {data !== undefined && prepayments.length === 0 && (
            <EmptyState title={words.none} icon={<IconWallet size={22} stroke={1.6} aria-hidden="true" />} />
          )}
          <ul className={classes['prepayments']}>
            {prepayments.map((prepayment) => (
              <Row
                key={prepayment.id}
                prepayment={prepayment}
                refunds={all.filter(({ refunds }) => refunds === prepayment.url)}
                mayWrite={mayWrite}
                currency={currency}
                onUse={isOwing ? () => open({ use: prepayment.id }) : undefined}
                onRefund={() => open({ refund: prepayment.id })}
              />
            ))}
          </ul>
        </div>
      </div>
      {mayWrite && opened.add === true && <AddSheet client={id} name={name} onClose={close} />}
      {mayWrite && opened.use !== undefined && openedOne !== undefined && (
        <UseSheet key={`use ${openedOne.id}`} client={id} name={name} prepayment={openedOne} onClose={close} />
      )}
      {mayWrite && opened.refund !== undefined && openedOne !== undefined && (
        <RefundPrepayment
          key={`refund ${openedOne.id}`}
          client={id}
          name={name}
          prepayment={openedOne}
          onClose={close}
        />
      )}
    </div>
  )
}
