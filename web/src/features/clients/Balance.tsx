import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { balanceQuery } from '../../api/client.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { isZero, moneyText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { clientText } from '../../text/client.ts'
import classes from './ClientPage.module.css'
import type { Payment } from './use-payment.ts'

/** What the client owes and has prepaid, with the way to pay. */
export const Balance = ({
  id,
  currency,
  payment,
}: {
  readonly id: number
  readonly currency: string
  readonly payment: Payment
}) => {
  const { data } = useQuery(balanceQuery(id))
  if (data === undefined) return null
  return (
    <section>
      <dl className={page['sums']}>
        <div>
          <dt>{clientText.owes}</dt>
          <dd data-owed={!isZero(data.owing)}>{moneyText(data.owing, currency)}</dd>
        </div>
        <div>
          <dt>{clientText.prepaid}</dt>
          <dd>{moneyText(data.prepaid, currency)}</dd>
        </div>
        {!isZero(data.owed_to_client) && (
          <div>
            <dt>{clientText.owed}</dt>
            <dd>{moneyText(data.owed_to_client, currency)}</dd>
          </div>
        )}
      </dl>
      {payment !== undefined && (
        <Link {...payment.link} className={`button ${classes['pay']}`}>
          {payment.title} <KeyCap keys="y" />
        </Link>
      )}
    </section>
  )
}
