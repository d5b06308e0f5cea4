import { Menu } from '@mantine/core'
import { IconArrowLeft, IconDots, IconPrinter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Fragment, useCallback, useEffect, useMemo, useState } from 'react'
import { apiBase } from '../../../api/home.ts'
import { may, useMe } from '../../../api/me.ts'
import {
  idOf,
  type Invoice,
  type InvoicePayment,
  type InvoiceRow,
  type Me,
  nameOfUser,
  type Patient,
  type PrintedInvoice,
} from '../../../api/records.ts'
import { type Action, useActions } from '../../../frame/actions.ts'
import { Heading } from '../../../frame/Heading.tsx'
import { KeyCap } from '../../../frame/KeyCap.tsx'
import { ErrorState, Skeleton, useIsSlow } from '../../../frame/states.tsx'
import { say, sayProblem } from '../../../frame/toasts.ts'
import { dateIn, dateText, isZero, moneyText, timeText } from '../../../format.ts'
import { leftOf, negated } from '../../../shared/cash.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import page from '../../../shared/page.module.css'
import sheet from '../../../shared/Sheet.module.css'
import { SpeciesIcon } from '../../../shared/SpeciesIcon.tsx'
import { answerOf, busyOf, useConfirmedWrite } from '../../../shared/use-confirmed-write.ts'
import { text } from '../../../text/en.ts'
import { CancelSheet } from './CancelSheet.tsx'
import { EditDraftSheet } from './EditDraftSheet.tsx'
import { figureText, percentText, quantityText } from './figures.ts'
import { isPayable, numberOf, payerOf, stateOf, titleOf } from './invoice-state.ts'
import classes from './Invoices.module.css'
import { MethodIcon } from './MethodTiles.tsx'
import { Paper } from './Paper.tsx'
import { PaySheet } from './PaySheet.tsx'
import { printNow } from './printing.ts'
import {
  billingKey,
  creditNotesQuery,
  finalizing,
  invoiceQuery,
  makePayable,
  printedQuery,
  send,
  visitQuery,
  voidDraft,
} from './queries.ts'
import { AfterRefund, creditedIn, RefundSheet } from './RefundSheet.tsx'
import { StateChip } from './StateChip.tsx'
import { useWriting } from './useWriting.ts'
import { WhyPanel } from './WhyPanel.tsx'

const words = text.billing.invoice

/** Rows of one animal together, in the order of the invoice. */
const byPatient = (rows: readonly InvoiceRow[]) => {
  const groups = new Map<string | null, InvoiceRow[]>()
  for (const row of rows) groups.set(row.patient, [...(groups.get(row.patient) ?? []), row])
  return [...groups]
}

type Visit = { readonly when: string; readonly vet: string | undefined }

const useVisit = (invoice: Invoice, me: Me): Visit | undefined => {
  const isShown = invoice.consultation !== null && may(me, 'Clinical: Consultations')
  const { data } = useQuery({ ...visitQuery(invoice.consultation ?? ''), enabled: isShown })
  if (data === undefined) return undefined
  const { time_zone } = me.organisation
  return {
    when: `${dateText(data.started, time_zone)}, ${timeText(data.started, time_zone)}`,
    vet: data.supervising_veterinarian_data == null ? undefined : nameOfUser(data.supervising_veterinarian_data),
  }
}

const day = (date: string) => dateText(`${date}T12:00:00Z`, 'UTC')

const Facts = ({ invoice, visit }: { readonly invoice: Invoice; readonly visit: Visit | undefined }) => {
  const patients = invoice.patients_data ?? []
  const { client, credit_note_original_invoice: original } = invoice
  return (
    <dl className={classes['facts']}>
      <div>
        <dt>{words.payer}</dt>
        <dd>
          {client === null ? (
            payerOf(invoice)
          ) : (
            <Link to="/clients/$id/" params={{ id: String(idOf(client)) }}>
              {payerOf(invoice)}
            </Link>
          )}
        </dd>
      </div>
      {patients.length > 0 && (
        <div>
          <dt>{words.patient(patients.length)}</dt>
          <dd>
            {patients.map(({ id, name, species }, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <Link to="/patients/$id/" params={{ id: String(id) }}>
                  {name || '–'}
                </Link>
                {patients.length === 1 && species != null && `, ${species.toLowerCase()}`}
              </span>
            ))}
          </dd>
        </div>
      )}
      <div>
        <dt>{words.date}</dt>
        <dd>{day(invoice.invoice_date)}</dd>
      </div>
      {!invoice.credit_note && (
        <div>
          <dt>{words.due}</dt>
          <dd>{day(invoice.invoice_due_date)}</dd>
        </div>
      )}
      {visit?.vet !== undefined && (
        <div>
          <dt>{words.vet}</dt>
          <dd>{visit.vet}</dd>
        </div>
      )}
      {original !== null && (
        <div>
          <dt>{words.credits}</dt>
          <dd>
            <Link to="/invoices/$id/" params={{ id: String(idOf(original)) }}>
              <OriginalNumber id={idOf(original)} />
            </Link>
          </dd>
        </div>
      )}
      {invoice.reference_number !== null && (
        <div>
          <dt>{words.reference}</dt>
          <dd>{invoice.reference_number}</dd>
        </div>
      )}
    </dl>
  )
}

const OriginalNumber = ({ id }: { readonly id: number }) => {
  const { data } = useQuery(invoiceQuery(id))
  return data === undefined ? `#${id}` : numberOf(data)
}

type RowsShown = {
  readonly invoice: Invoice
  readonly visit: Visit | undefined
  readonly credited: ReadonlyMap<string, Invoice>
  readonly pointed: number | undefined
  readonly onWhy: (row: number) => void
}

const PatientHead = ({ patient, visit }: { readonly patient: Patient; readonly visit: Visit | undefined }) => (
  <tr className={classes['patient']}>
    <th scope="colgroup" colSpan={6}>
      <SpeciesIcon species={patient.species} size={16} /> {patient.name || '–'}{' '}
      {visit !== undefined && <span className={page['context']}>{words.visit(visit.when)}</span>}
    </th>
  </tr>
)

const Rows = ({ invoice, visit, credited, pointed, onWhy }: RowsShown) => {
  const patients = new Map((invoice.patients_data ?? []).map((patient) => [patient.url, patient]))
  return (
    <table className={`${page['table']} ${classes['rows']}`}>
      <thead>
        <tr>
          <th scope="col">{words.item}</th>
          <th scope="col">{words.quantity}</th>
          <th scope="col">{words.unit}</th>
          <th scope="col">{words.net}</th>
          <th scope="col">{words.vat}</th>
          <th scope="col">{words.total}</th>
        </tr>
      </thead>
      <tbody>
        {byPatient(invoice.invoice_row_data ?? []).map(([url, rows]) => {
          const patient = url === null ? undefined : patients.get(url)
          return (
            <Fragment key={url}>
              {patient !== undefined && <PatientHead patient={patient} visit={visit} />}
              {rows.map((row) => {
                const note = credited.get(row.url)
                return (
                  <tr key={row.id} data-pointed={pointed === row.id} data-credited={note !== undefined}>
                    <td>
                      <span className={classes['item']}>{row.name}</span>{' '}
                      <span className={page['context']}>
                        {!isZero(row.percentage_change) && words.discount(percentText(row.percentage_change))}
                        {note !== undefined && (
                          <Link to="/invoices/$id/" params={{ id: String(note.id) }}>
                            {words.credited(numberOf(note))}
                          </Link>
                        )}
                      </span>
                    </td>
                    <td>{`${quantityText(row.quantity)} ${row.unit}`.trim()}</td>
                    <td>{figureText(row.price)}</td>
                    <td>{figureText(row.sum)}</td>
                    <td>{percentText(row.vat_percentage)} %</td>
                    <td>
                      <button
                        type="button"
                        className={classes['figureButton']}
                        aria-label={`${figureText(row.sum_total)}. ${words.whyRow(row.name)}`}
                        onClick={() => onWhy(row.id)}
                      >
                        {figureText(row.sum_total)}
                      </button>
                    </td>
                  </tr>
                )
              })}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

type PaymentsShown = {
  readonly invoice: Invoice
  readonly notes: readonly Invoice[]
  readonly onCancel: ((payment: number) => void) | undefined
  readonly timeZone: string
}

const Payment = ({
  payment,
  isCancelled,
  onCancel,
  timeZone,
  currency,
}: {
  readonly payment: InvoicePayment
  readonly isCancelled: boolean
  readonly onCancel: ((payment: number) => void) | undefined
  readonly timeZone: string
  readonly currency: string
}) => {
  const method = text.billing.methods[payment.payment_type]!
  const isCancellation = payment.cancels !== null
  return (
    <li data-cancelled={isCancelled || isCancellation}>
      <MethodIcon method={payment.payment_type} size={18} />
      <span className={classes['method']}>{method}</span>
      <span className={page['context']}>
        {dateText(payment.date_added, timeZone)}, {timeText(payment.date_added, timeZone)}
      </span>
      <span className={classes['figure']}>{figureText(payment.paid)}</span>
      {isCancelled ? (
        <span className={page['context']}>{words.cancelled}</span>
      ) : isCancellation ? (
        <span className={page['context']} title={payment.info}>
          {words.cancels}: {payment.info}
        </span>
      ) : payment.set_off ? (
        <span className={page['context']}>{words.setOff}</span>
      ) : (
        onCancel !== undefined && (
          <button
            type="button"
            className={classes['link']}
            aria-label={words.cancelOf(method.toLowerCase(), moneyText(payment.paid, currency))}
            onClick={() => onCancel(payment.id)}
          >
            {words.cancelPayment}
          </button>
        )
      )}
    </li>
  )
}

const Payments = ({ invoice, notes, onCancel, timeZone }: PaymentsShown) => {
  const payments = (invoice.invoice_payment_data ?? []).toSorted((one, other) => one.id - other.id)
  const cancelled = new Set(payments.map(({ cancels }) => cancels))
  // A cancellation stands below what it cancels.
  const ordered = payments
    .filter(({ cancels }) => cancels === null)
    .flatMap((payment) => [payment, ...payments.filter(({ cancels }) => cancels === payment.url)])
  return (
    <section className={classes['payments']} aria-labelledby="payments">
      <h2 id="payments">{words.payments}</h2>
      {payments.length === 0 && <p className={page['none']}>{words.noPayments}</p>}
      <ul>
        {ordered.map((payment) => (
          <Payment
            key={payment.id}
            payment={payment}
            isCancelled={cancelled.has(payment.url)}
            onCancel={onCancel}
            timeZone={timeZone}
            currency={invoice.currency}
          />
        ))}
      </ul>
      {!invoice.credit_note &&
        (notes.length === 0 ? (
          <p className={page['none']}>{words.noCreditNotes}</p>
        ) : (
          <>
            <h2>{words.creditNotes}</h2>
            <ul>
              {notes.map((note) => (
                <li key={note.id}>
                  <Link to="/invoices/$id/" params={{ id: String(note.id) }}>
                    {numberOf(note)}
                  </Link>
                  <span className={page['context']}>{day(note.invoice_date)}</span>
                  <span className={classes['figure']}>{figureText(note.total_with_vat)}</span>
                  <span className={page['context']}>
                    {isZero(note.due_sum)
                      ? text.billing.states.settled
                      : `${text.billing.states.toPayOut} ${moneyText(negated(note.due_sum), note.currency)}`}
                  </span>
                </li>
              ))}
            </ul>
          </>
        ))}
    </section>
  )
}

const Totals = ({
  invoice,
  printed,
  onWhy,
}: {
  readonly invoice: Invoice
  readonly printed: PrintedInvoice | undefined
  readonly onWhy: () => void
}) => (
  <div className={classes['totals']}>
    <dl className={classes['sums']}>
      <div>
        <dt>{words.net}</dt>
        <dd>{figureText(invoice.total)}</dd>
      </div>
      {printed?.vat.map(({ percentage, sum_vat }) => (
        <div key={percentage}>
          <dt>{words.vatRate(percentText(percentage))}</dt>
          <dd>{figureText(sum_vat)}</dd>
        </div>
      ))}
      <div data-strong>
        <dt>{words.total}</dt>
        <dd>{figureText(invoice.total_with_vat)}</dd>
      </div>
      {invoice.status !== 0 && invoice.status !== 99 && (
        <div>
          <dt>{words.paid}</dt>
          <dd>{figureText(leftOf(invoice.due_sum, invoice.total_with_vat))}</dd>
        </div>
      )}
      <div data-total data-big>
        <dt>{invoice.credit_note ? words.toPayOut : words.owing}</dt>
        <dd>{moneyText(invoice.credit_note ? negated(invoice.due_sum) : invoice.due_sum, invoice.currency)}</dd>
      </div>
      {invoice.alternative_payer !== null && (
        <div>
          <dt>{words.owingByClient}</dt>
          <dd>{figureText(invoice.client_due_sum)}</dd>
        </div>
      )}
    </dl>
    <button type="button" className={`${classes['link']} ${classes['whyLink']}`} onClick={onWhy}>
      {words.why}
    </button>
  </div>
)

/** What is open beside the page, as the address says it. */
type Opened = {
  pay?: true | undefined
  cancel?: number | undefined
  refund?: number | true | undefined
  why?: number | true | undefined
  edit?: true | undefined
  void?: true | undefined
}

/** Finalizing, whose outcome is said on this page also if an earlier one has asked for it. */
const useFinalizing = (id: number) => {
  const client = useQueryClient()
  const { state, submit, reset } = useConfirmedWrite(`finalize invoice ${id}`, () =>
    client.invalidateQueries({ queryKey: [billingKey] }),
  )
  useEffect(() => {
    if (state.kind === 'done') say(words.finalized(numberOf(answerOf<Invoice>(state))))
    else if (state.kind === 'refused') sayProblem(state.error)
    else return
    reset()
  }, [state, reset])
  return { busy: busyOf(state), finalize: useCallback(() => void submit(finalizing(id)), [submit, id]) }
}

const useInvoiceActions = (
  invoiceId: number,
  invoice: Invoice | undefined,
  mayWrite: boolean,
  open: (opened: Opened) => void,
) => {
  const client = useQueryClient()
  const write = useWriting()
  const { busy, finalize } = useFinalizing(invoiceId)
  const actions = useMemo((): readonly (Action & { readonly isMain?: boolean })[] => {
    if (invoice === undefined) return []
    const { id, status, credit_note, due_sum, total_with_vat, currency } = invoice
    const isNumbered = status !== 0 && status !== 99
    const due = moneyText(credit_note ? negated(due_sum) : due_sum, currency)
    const here = 'here' as const
    return [
      ...(mayWrite && isPayable(invoice)
        ? [
            {
              id: 'pay',
              title: (credit_note ? words.payOut : words.pay)(due),
              group: here,
              keys: 'p',
              run: () => open({ pay: true }),
            },
          ]
        : []),
      ...(mayWrite && isNumbered && status !== 3 && !isZero(due_sum)
        ? [
            {
              id: 'payable',
              title: words.makePayable,
              group: here,
              run: () => void write(makePayable(id), () => words.madePayable).catch(sayProblem),
            },
          ]
        : []),
      ...(mayWrite && status === 0
        ? [
            {
              id: 'finalize',
              title: busy === 'checking' ? words.finalizing : words.finalize,
              group: here,
              keys: 'f',
              run: finalize,
            },
            { id: 'edit', title: words.edit, group: here, keys: 'e', run: () => open({ edit: true }) },
            { id: 'void', title: words.void, group: here, run: () => open({ void: true }) },
          ]
        : []),
      ...(mayWrite && isNumbered && !credit_note
        ? [
            {
              // Where nobody has paid there is nothing to give back: it is the invoice that can be credited.
              id: due_sum === total_with_vat ? 'credit' : 'refund',
              title: due_sum === total_with_vat ? words.credit : words.refund,
              group: here,
              keys: 'r',
              run: () => open({ refund: true }),
            },
          ]
        : []),
      { id: 'print', title: words.print, group: here, keys: 'Mod+p', run: () => void printNow(client, id, 'invoice') },
      { id: 'receipt', title: words.receipt, group: here, run: () => void printNow(client, id, 'receipt') },
      {
        id: 'pdf',
        title: words.pdf,
        group: here,
        run: () => void window.open(`${apiBase}/invoice/${id}/pdf/`, '_blank', 'noopener'),
      },
      ...(mayWrite && isNumbered && invoice.client !== null
        ? [
            {
              id: 'send',
              title: words.send,
              group: here,
              run: () =>
                void write(send(id), ({ recipient, no_email }) =>
                  no_email ? words.sentAlthough(recipient) : words.sent(recipient),
                ).catch(sayProblem),
            },
          ]
        : []),
      { id: 'why', title: words.why, group: here, keys: 'y', run: () => open({ why: true }) },
    ]
  }, [invoice, mayWrite, open, write, busy, finalize, client])
  useActions(actions)
  return actions
}

const inBar = ['pay', 'payable', 'finalize', 'refund', 'print']
const inMenu = ['edit', 'void', 'receipt', 'pdf', 'send', 'credit']
const primary = ['pay', 'finalize', 'payable']

const Bar = ({ actions, isOpen }: { readonly actions: readonly Action[]; readonly isOpen: boolean }) => (
  <div className={classes['bar']}>
    {actions
      .filter(({ id }) => inBar.includes(id))
      .toSorted((one, other) => inBar.indexOf(other.id) - inBar.indexOf(one.id))
      // While a sheet is open, its button is the one to press.
      .filter(({ id }) => !(isOpen && primary.includes(id)))
      .map(({ id, title, keys, run }) => (
        <button key={id} type="button" className={primary.includes(id) ? 'button primary' : 'button'} onClick={run}>
          {id === 'print' && <IconPrinter size={18} stroke={1.6} aria-hidden="true" />}
          {title}
          {keys !== undefined && id !== 'print' && <KeyCap keys={keys} />}
        </button>
      ))}
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={`button ${classes['square']}`} aria-label={words.more}>
          <IconDots size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions
          .filter(({ id }) => inMenu.includes(id))
          .map(({ id, title, run }) => (
            <Menu.Item key={id} onClick={run}>
              {title}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  </div>
)

const Loading = ({ isPending }: { readonly isPending: boolean }) =>
  useIsSlow(isPending) ? (
    <div className={page['main']} aria-busy="true">
      {[320, 560, 520, 540].map((width) => (
        <p key={width}>
          <Skeleton width={width} />
        </p>
      ))}
    </div>
  ) : null

/** An invoice or a credit note, with everything that can be done with it. */
export const InvoicePage = () => {
  const me = useMe()
  const id = Number(useParams({ from: '/invoices/$id' }).id)
  const opened = useSearch({ from: '/invoices/$id' })
  const navigate = useNavigate({ from: '/invoices/$id' })
  const { data: invoice, error, refetch, isPending } = useQuery(invoiceQuery(id))
  const { data: printed } = useQuery(printedQuery(id))
  const { data: notes } = useQuery({
    ...creditNotesQuery(id),
    enabled: (invoice?.related_credit_notes.length ?? 0) > 0,
  })
  const [pointed, setPointed] = useState<number>()
  const mayWrite = may(me, 'Financial: Invoices', 'write')
  const open = useCallback(
    (next: Opened) =>
      void navigate({
        search: ({ department }) => ({ ...(department === undefined ? {} : { department }), ...next }),
        replace: true,
      }),
    [navigate],
  )
  const close = useCallback(() => open({}), [open])
  const onMade = useCallback((note: number) => open({ refund: note }), [open])
  const actions = useInvoiceActions(id, invoice, mayWrite, open)
  if (error !== null && invoice === undefined)
    return <ErrorState isPage error={error} what={words.what} onRetry={() => void refetch()} />
  if (invoice === undefined) return <Loading isPending={isPending} />
  return (
    <Shown
      me={me}
      invoice={invoice}
      printed={printed}
      notes={notes?.results ?? []}
      opened={opened}
      actions={actions}
      pointed={pointed}
      onPoint={setPointed}
      onOpen={open}
      onClose={close}
      onMade={onMade}
      mayWrite={mayWrite}
    />
  )
}

type ShownProps = {
  readonly me: Me
  readonly invoice: Invoice
  readonly printed: PrintedInvoice | undefined
  readonly notes: readonly Invoice[]
  readonly opened: Opened
  readonly actions: readonly Action[]
  readonly pointed: number | undefined
  readonly onPoint: (row: number | undefined) => void
  readonly onOpen: (next: Opened) => void
  readonly onClose: () => void
  readonly onMade: (note: number) => void
  readonly mayWrite: boolean
}

const OpenSheet = ({ me, invoice, printed, opened, mayWrite, onPoint, onClose, onMade }: ShownProps) => {
  const write = useWriting()
  const { time_zone } = me.organisation
  if (opened.why !== undefined)
    return (
      <WhyPanel
        key={String(opened.why)}
        invoice={invoice}
        printed={printed}
        row={opened.why === true ? undefined : opened.why}
        onClose={onClose}
        onPoint={onPoint}
        timeZone={time_zone}
      />
    )
  if (!mayWrite) return null
  if (opened.pay === true && (invoice.status === 3 || isZero(invoice.due_sum)))
    return <PaySheet key={invoice.id} invoice={invoice} onClose={onClose} />
  if (opened.cancel !== undefined) {
    const payments = invoice.invoice_payment_data ?? []
    const payment = payments.find((one) => one.id === opened.cancel)
    return payment === undefined ? null : (
      <CancelSheet key={payment.id} invoice={invoice} payment={payment} onClose={onClose} />
    )
  }
  if (opened.refund === true) return <RefundSheet invoice={invoice} onClose={onClose} onMade={onMade} />
  if (opened.refund !== undefined) return <AfterRefund note={opened.refund} onClose={onClose} />
  if (opened.void === true && invoice.status === 0)
    return (
      <ConfirmDialog
        title={words.voidAsk}
        explained={words.voidExplained}
        action={words.void}
        onConfirm={() => write(voidDraft(invoice.id), () => words.voided)}
        onClose={onClose}
      />
    )
  if (opened.edit === true && invoice.status === 0) return <EditDraftSheet invoice={invoice} onClose={onClose} />
  return null
}

const Shown = (props: ShownProps) => {
  const { me, invoice, printed, notes, opened, actions, pointed, onOpen, mayWrite } = props
  const { time_zone } = me.organisation
  const visit = useVisit(invoice, me)
  const state = stateOf(invoice, dateIn(new Date(), time_zone))
  const isOpen = Object.entries(opened).some(([name, value]) => name !== 'department' && value !== undefined)
  return (
    <>
      <div className={sheet['beside']}>
        <div className={sheet['page']}>
          <div className={`${page['head']} ${classes['head']}`}>
            <Link to="/invoices/" className={classes['back'] ?? ''} aria-label={words.back}>
              <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
            </Link>
            <Heading title={titleOf(invoice)} />
            <StateChip state={state} />
            <Bar actions={actions} isOpen={isOpen && opened.why === undefined} />
          </div>
          <div className={`${page['main']} ${classes['main']}`}>
            <Facts invoice={invoice} visit={visit} />
            {text.billing.statuses[invoice.status] !== undefined && !isZero(invoice.due_sum) && (
              <p className={classes['note']}>{words.notPayable(text.billing.statuses[invoice.status]!)}</p>
            )}
            <Rows
              invoice={invoice}
              visit={visit}
              credited={creditedIn(notes)}
              pointed={pointed}
              onWhy={(row) => onOpen({ why: row })}
            />
            <div className={classes['below']}>
              <Payments
                invoice={invoice}
                notes={notes}
                onCancel={mayWrite ? (cancel) => onOpen({ cancel }) : undefined}
                timeZone={time_zone}
              />
              <Totals invoice={invoice} printed={printed} onWhy={() => onOpen({ why: true })} />
            </div>
            {invoice.remarks !== '' && (
              <section aria-labelledby="remarks">
                <h2 id="remarks">{words.remarks}</h2>
                <p className={classes['remarks']}>{invoice.remarks}</p>
              </section>
            )}
          </div>
        </div>
        <OpenSheet {...props} />
      </div>
      <Paper invoice={typeof opened.refund === 'number' ? opened.refund : invoice.id} />
    </>
  )
}
