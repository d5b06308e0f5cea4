import { IconPhotoScan, IconPrescription } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { may, useMe } from '../../api/me.ts'
import type { Consultation, ImagingOrder, Patient, Prescription } from '../../api/records.ts'
import { type Action, useActions } from '../../frame/actions.ts'
import { ErrorState } from '../../frame/states.tsx'
import { text } from '../../text/en.ts'
import { ordersQuery, prescriptionsQuery } from './queries.ts'
import { isClosed } from './visit.ts'
import classes from './Workbench.module.css'

const words = text.workbench.orders

const medicinesIn = ({ items_data = [] }: Prescription) =>
  items_data.map(({ name, quantity_packages }) => `${name} × ${quantity_packages}`).join(', ')

const imagesOf = ({ modality, target_areas }: ImagingOrder) =>
  `${text.workbench.hints.modalities[modality] ?? modality} ${target_areas.join(', ').toLowerCase()}`

type Shown = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly onOpen: (sheet: 'prescribe' | 'refer') => void
}

/** What the visit has asked of the pharmacies and of imaging. */
export const Orders = ({ visit, patients, onOpen }: Shown) => {
  const me = useMe()
  const [readsRx, readsImages] = [may(me, 'Clinical: Prescriptions'), may(me, 'Clinical: Diagnostic imaging')]
  const mayPrescribe = may(me, 'Clinical: Prescriptions', 'write')
  const mayRefer = may(me, 'Clinical: Diagnostic imaging', 'write') && !isClosed(visit)
  const prescriptions = useQuery({ ...prescriptionsQuery(visit.id), enabled: readsRx })
  const orders = useQuery({ ...ordersQuery(visit.id), enabled: readsImages })
  const actions = useMemo(
    (): readonly Action[] => [
      ...(mayPrescribe
        ? [{ id: 'prescribe', title: words.prescribe, group: 'here' as const, run: () => onOpen('prescribe') }]
        : []),
      ...(mayRefer ? [{ id: 'refer', title: words.refer, group: 'here' as const, run: () => onOpen('refer') }] : []),
    ],
    [mayPrescribe, mayRefer, onOpen],
  )
  useActions(actions)
  if (!readsRx && !readsImages) return null
  const isShown = (patient: string) => patients.some(({ url }) => url === patient)
  const prescribed = (prescriptions.data?.results ?? []).filter((one) => one.patients.some(isShown))
  const ordered = (orders.data?.results ?? []).filter((one) => isShown(one.patient))
  const failed = [prescriptions, orders].find(({ error, data }) => error !== null && data === undefined)
  return (
    <section className={classes['block']} aria-labelledby="orders">
      <div className={classes['blockHead']}>
        <h2 id="orders">{words.title}</h2>
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
        <ErrorState error={failed.error} what={words.what} onRetry={() => void failed.refetch()} />
      )}
      {prescribed.length + ordered.length === 0 && failed === undefined && (
        <p className={classes['none']}>{words.none}</p>
      )}
      <ul className={classes['lines']}>
        {prescribed.map((one) => (
          <li key={one.url} className={classes['line']}>
            <span className={classes['what']}>{medicinesIn(one)}</span>
            <span className={classes['chip']}>{words.prescriptionStatuses[one.status]}</span>
          </li>
        ))}
        {ordered.map((one) => (
          <li key={one.url} className={classes['line']}>
            <span className={classes['what']}>{imagesOf(one)}</span>
            <span className={classes['chip']}>{words.imagingStatuses[one.status]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
