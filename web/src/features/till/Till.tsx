import { ApiError, Permission } from '@fetlock/sdk'
import { Menu } from '@mantine/core'
import { IconBarcode, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { clientQuery } from '../../api/client.ts'
import { openSalesQuery } from '../../api/countersale.ts'
import { may, useMe } from '../../api/me.ts'
import type { Countersale, Department } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Heading } from '../../shared/Heading.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { EmptyState, ErrorState, Skeleton, useIsSlow } from '../../shared/states.tsx'
import { amountText, moneyText, timeText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { tillText } from '../../text/till.ts'
import { useTillDepartment } from '../../shared/till-department.ts'
import { ClientChoice } from './ClientChoice.tsx'
import { PayPanel } from './PayPanel.tsx'
import { stepped } from './quantity.ts'
import { feeItemQuery } from './queries.ts'
import { SaleRows } from './SaleRows.tsx'
import { ScanBox } from './ScanBox.tsx'
import classes from './Till.module.css'
import { isSettled, rowsOf } from './sale-rows.ts'
import { type TillSale, useSale } from './useSale.ts'

/** The sales that were begun and not paid: any desk can go on with one. */
const OpenSales = ({ department, current }: { department: Department; current: number | undefined }) => {
  const { time_zone, currency } = useMe().organisation
  const navigate = useNavigate({ from: '/till' })
  const { data } = useQuery(openSalesQuery(department))
  const others = useMemo(() => (data ?? []).filter(({ id }) => id !== current), [data, current])
  const titleOf = useCallback(
    ({ id, countersale_items, total_with_vat, created }: Countersale) =>
      tillText.openSale(
        id,
        countersale_items.length,
        moneyText(total_with_vat, currency),
        timeText(created, time_zone),
      ),
    [currency, time_zone],
  )
  const open = useCallback(
    (sale: number) =>
      void navigate({
        search: ({ department: chosen }) => ({ ...(chosen === undefined ? {} : { department: chosen }), sale }),
      }),
    [navigate],
  )
  useActions(
    useMemo(
      () =>
        others.map(
          (sale): Action => ({ id: `sale ${sale.id}`, title: titleOf(sale), group: 'here', run: () => open(sale.id) }),
        ),
      [others, titleOf, open],
    ),
  )
  return (
    <Menu position="bottom-end" width={380}>
      <Menu.Target>
        <button type="button" className={`button ${classes['open']}`}>
          {tillText.openSales} <span className={classes['count']}>{others.length}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.length === 0 && <Menu.Label>{tillText.noOpenSales}</Menu.Label>}
        {others.map((sale) => (
          <Menu.Item key={sale.id} onClick={() => open(sale.id)}>
            {titleOf(sale)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The fee for a prescription, where the department's settings name the item. */
const Fee = ({ department, till }: { department: Department; till: TillSale }) => {
  const { data: item } = useQuery(feeItemQuery(department))
  const { add } = till
  useActions(
    useMemo(
      (): readonly Action[] =>
        item == null ? [] : [{ id: 'till fee', title: tillText.fee, group: 'here', run: () => add(item) }],
      [item, add],
    ),
  )
  if (item == null) return <span />
  return (
    <button type="button" className="button" onClick={() => add(item)}>
      <IconPlus size={16} aria-hidden="true" /> {tillText.fee}{' '}
      <span className={classes['fee']}>{amountText(item.price_with_vat)}</span>
    </button>
  )
}

const useStepKeys = ({ sale, lastRow, setQuantity, wanted }: TillSale) => {
  const step = useCallback(
    (by: 1 | -1) => {
      const rows = sale?.finalized === true ? [] : rowsOf(sale)
      const row = rows.find(({ id }) => id === lastRow) ?? rows.at(-1)
      if (row !== undefined) setQuantity(row, stepped(wanted[row.id] ?? row.quantity, by))
    },
    [sale, lastRow, setQuantity, wanted],
  )
  const latest = useRef(step)
  useEffect(() => {
    latest.current = step
  })
  useActions(
    useMemo(
      (): readonly Action[] => [
        {
          id: 'till plus',
          title: tillText.moreOfLast,
          group: 'here',
          keys: '+',
          repeats: true,
          run: () => latest.current(1),
        },
        {
          id: 'till minus',
          title: tillText.fewerOfLast,
          group: 'here',
          keys: '-',
          repeats: true,
          run: () => latest.current(-1),
        },
      ],
      [],
    ),
  )
  return step
}

const Desk = ({ department }: { readonly department: Department }) => {
  const { client: chosen } = useSearch({ from: '/till' })
  const till = useSale(department)
  const step = useStepKeys(till)
  const { sale, id, error, problem, add } = till
  const buyer = useQuery({ ...clientQuery(chosen ?? 0), enabled: chosen !== undefined && id === undefined }).data
  const isSlow = useIsSlow(id !== undefined && sale === undefined && error === null)
  const takesItems = sale === undefined || !sale.finalized || isSettled(sale)
  return (
    <>
      <div className={`${page['head']} ${classes['head']}`}>
        <Heading title={tillText.title} />
        <span className={classes['which']}>
          {id === undefined ? tillText.newSale(department.name) : tillText.sale(id, department.name)}
        </span>
        <OpenSales department={department} current={id} />
        <ClientChoice client={sale?.client_data ?? buyer} onChoose={till.sellTo} />
      </div>
      {error !== null && id !== undefined ? (
        <ErrorState error={error} what={tillText.what} onRetry={till.retry} />
      ) : (
        <div className={classes['body']}>
          <div className={classes['main']}>
            {takesItems && <ScanBox onItem={add} onLook={till.look} onProblem={till.report} onStep={step} />}
            {problem !== undefined && (
              <p className={classes['problem']} role="alert">
                {problem}
              </p>
            )}
            {till.isChecking && (
              <p className={classes['note']} role="status">
                {tillText.checkingLine}
              </p>
            )}
            {isSlow && <Skeleton width="60%" />}
            {rowsOf(sale).length + till.waiting.length + till.adding.length > 0 ? (
              <SaleRows till={till} />
            ) : (
              !isSlow && (
                <EmptyState
                  title={tillText.empty}
                  hint={tillText.emptyHint}
                  icon={<IconBarcode size={22} stroke={1.6} aria-hidden="true" />}
                />
              )
            )}
            {takesItems && (
              <div className={classes['foot']}>
                <Fee department={department} till={till} />
                {rowsOf(sale).length > 0 && sale?.finalized === false && (
                  <span className={classes['keys']} aria-hidden="true">
                    <KeyCap keys="+" /> <KeyCap keys="−" /> {tillText.lastLine}
                  </span>
                )}
              </div>
            )}
          </div>
          <section className={classes['side']} aria-label={tillText.pay}>
            {sale !== undefined && rowsOf(sale).length > 0 && (
              <PayPanel key={sale.id} sale={sale} till={till} onNext={till.startNext} />
            )}
          </section>
        </div>
      )}
    </>
  )
}

/** Sales over the counter: scan, take the money, next. */
export const Till = () => {
  const me = useMe()
  const department = useTillDepartment()
  if (!may(me, Permission.FinancialInvoices, 'write'))
    return (
      <ErrorState
        isPage
        error={new ApiError({ status: 403, code: 'permission_denied', detail: tillText.needs })}
        what={tillText.title}
      />
    )
  return department === undefined ? null : <Desk department={department} />
}
