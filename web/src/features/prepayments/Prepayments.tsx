import { Permission } from '@fetlock/sdk'
import { IconArrowLeft, IconPlus, IconWallet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { balanceQuery, clientQuery } from '../../api/client.ts'
import { may, useMe } from '../../api/me.ts'
import { nameOfClient } from '../../api/records.ts'
import { prepaymentsQuery } from '../../api/unallocatedpayment.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Heading } from '../../shared/Heading.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { EmptyState, ErrorState } from '../../shared/states.tsx'
import { isZero, moneyText } from '../../format.ts'
import backHead from '../../shared/back-head.module.css'
import page from '../../shared/page.module.css'
import sheet from '../../shared/Sheet.module.css'
import { clientText } from '../../text/client.ts'
import { prepaymentsText } from '../../text/prepayments.ts'
import classes from './Prepayments.module.css'
import { AddSheet } from './AddSheet.tsx'
import { PrepaymentRow } from './PrepaymentRow.tsx'
import { RefundSheet } from './RefundSheet.tsx'
import { UseSheet } from './UseSheet.tsx'

/** What a client has paid in advance: what is left of it, and what it was used for. */
export const Prepayments = () => {
  const me = useMe()
  const id = Number(useParams({ from: '/clients/$id/prepayments' }).id)
  const opened = useSearch({ from: '/clients/$id/prepayments' })
  const navigate = useNavigate({ from: '/clients/$id/prepayments' })
  const { currency } = me.organisation
  const mayWrite = may(me, Permission.FinancialInvoices, 'write')
  const { data: client } = useQuery(clientQuery(id))
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
      mayWrite
        ? [{ id: 'add', title: prepaymentsText.add, group: 'here', keys: 'p', run: () => open({ add: true }) }]
        : [],
    [mayWrite, open],
  )
  useActions(actions)
  const name = client === undefined ? '' : nameOfClient(client)
  const isOwing = balance !== undefined && !isZero(balance.owing)
  const all = data ?? []
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
            aria-label={name || clientText.what}
          >
            <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
          </Link>
          <Heading title={name === '' ? prepaymentsText.title : prepaymentsText.of(name)} />
          <div className={backHead['bar']}>
            {mayWrite && opened.add !== true && (
              <button type="button" className="button primary" onClick={() => open({ add: true })}>
                <IconPlus size={18} stroke={1.6} aria-hidden="true" /> {prepaymentsText.add} <KeyCap keys="p" />
              </button>
            )}
          </div>
        </div>
        <div className={page['main']}>
          {balance !== undefined && (
            <dl className={page['sums']}>
              <div>
                <dt>{prepaymentsText.unused}</dt>
                <dd>{moneyText(balance.prepaid, currency)}</dd>
              </div>
              <div>
                <dt>{prepaymentsText.balance}</dt>
                <dd>{moneyText(balance.owing, currency)}</dd>
              </div>
            </dl>
          )}
          {error !== null && <ErrorState error={error} what={prepaymentsText.what} onRetry={() => void refetch()} />}
          {data !== undefined && prepayments.length === 0 && (
            <EmptyState title={prepaymentsText.none} icon={<IconWallet size={22} stroke={1.6} aria-hidden="true" />} />
          )}
          <ul className={classes['prepayments']}>
            {prepayments.map((prepayment) => (
              <PrepaymentRow
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
        <RefundSheet key={`refund ${openedOne.id}`} client={id} name={name} prepayment={openedOne} onClose={close} />
      )}
    </div>
  )
}
