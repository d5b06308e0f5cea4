import { IconPhotoScan, IconPrescription } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { may, useMe } from '../../api/me.ts'
import type { Consultation, Patient, Prescription } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { ErrorState } from '../../shared/states.tsx'
import { text } from '../../text/en.ts'
import { ordersQuery } from '../../api/imagingorder.ts'
import { prescriptionsQuery } from '../../api/prescription.ts'
import { imagesOf, isClosed } from './visit.ts'
import classes from './VisitPage.module.css'

const OpenedPrescription = lazy(() =>
  import('./OpenedOrder.tsx').then((module) => ({ default: module.OpenedPrescription })),
)
const OpenedImages = lazy(() => import('./OpenedOrder.tsx').then((module) => ({ default: module.OpenedImages })))

const medicinesIn = ({ items_data = [] }: Prescription) =>
  items_data.map(({ name, quantity_packages }) => `${name} × ${quantity_packages}`).join(', ')

type Line = {
  readonly what: string
  readonly status: string
  readonly onOpen: () => void
}

const OrderLine = ({ what, status, onOpen }: Line) => (
  <li className={classes['line']}>
    <span className={classes['whole']}>{what}</span>
    <span className={classes['chip']}>{status}</span>
    <button type="button" className={classes['quiet']} onClick={onOpen}>
      {text.visit.orders.open} <span className="unseen">{what}</span>
    </button>
  </li>
)

type Props = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly onOpen: (sheet: 'prescribe' | 'refer') => void
}

/** What the visit has asked of the pharmacies and of imaging. */
export const Orders = ({ visit, patients, onOpen }: Props) => {
  const me = useMe()
  const [readsRx, readsImages] = [may(me, 'Clinical: Prescriptions'), may(me, 'Clinical: Diagnostic imaging')]
  const mayPrescribe = may(me, 'Clinical: Prescriptions', 'write')
  const mayRefer = may(me, 'Clinical: Diagnostic imaging', 'write') && !isClosed(visit)
  const prescriptions = useQuery({ ...prescriptionsQuery(visit.id), enabled: readsRx })
  const [opened, setOpened] = useState<string>()
  const close = () => setOpened(undefined)
  const orders = useQuery({ ...ordersQuery(visit.id), enabled: readsImages })
  const actions = useMemo(
    (): readonly Action[] => [
      ...(mayPrescribe
        ? [
            {
              id: 'prescribe',
              title: text.visit.orders.prescribe,
              group: 'here' as const,
              run: () => onOpen('prescribe'),
            },
          ]
        : []),
      ...(mayRefer
        ? [{ id: 'refer', title: text.visit.orders.refer, group: 'here' as const, run: () => onOpen('refer') }]
        : []),
    ],
    [mayPrescribe, mayRefer, onOpen],
  )
  useActions(actions)
  if (!readsRx && !readsImages) return null
  const isShown = (patient: string) => patients.some(({ url }) => url === patient)
  const prescribed = (prescriptions.data ?? []).filter((one) => one.patients.some(isShown))
  const ordered = (orders.data ?? []).filter((one) => isShown(one.patient))
  const failed = [prescriptions, orders].find(({ error, data }) => error !== null && data === undefined)
  return (
    <section className={classes['block']} aria-labelledby="orders">
      <div className={classes['blockHead']}>
        <h2 id="orders">{text.visit.orders.title}</h2>
        <span className={classes['atEnd']}>
          {actions.map(({ id, title, run }) => (
            <button key={id} type="button" className={classes['quiet']} onClick={run}>
              {id === 'refer' ? (
                <IconPhotoScan size={16} stroke={1.6} aria-hidden="true" />
              ) : (
                <IconPrescription size={16} stroke={1.6} aria-hidden="true" />
              )}
              {title}
            </button>
          ))}
        </span>
      </div>
      {failed !== undefined && (
        <ErrorState error={failed.error} what={text.visit.orders.what} onRetry={() => void failed.refetch()} />
      )}
      {prescribed.length + ordered.length === 0 && failed === undefined && (
        <p className={classes['none']}>{text.visit.orders.none}</p>
      )}
      <ul className={classes['lines']}>
        {prescribed.map((one) => (
          <OrderLine
            key={one.url}
            what={medicinesIn(one)}
            status={text.visit.orders.prescriptionStatuses[one.status]}
            onOpen={() => setOpened(one.url)}
          />
        ))}
        {ordered.map((one) => (
          <OrderLine
            key={one.url}
            what={imagesOf(one)}
            status={text.visit.orders.imagingStatuses[one.status]}
            onOpen={() => setOpened(one.url)}
          />
        ))}
      </ul>
      <Suspense>
        {prescribed
          .filter(({ url }) => url === opened)
          .map((one) => (
            <OpenedPrescription
              key={one.url}
              visit={visit.id}
              prescription={one}
              patients={patients}
              mayWrite={mayPrescribe}
              onClose={close}
            />
          ))}
        {ordered
          .filter(({ url }) => url === opened)
          .map((one) => (
            <OpenedImages key={one.url} visit={visit.id} order={one} mayDelete={mayRefer} onClose={close} />
          ))}
      </Suspense>
    </section>
  )
}
