import { ImagingOrderStatus, PrescriptionStatus } from '@fetlock/sdk'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { visitKey } from '../../api/consultation.ts'
import { removeReferral } from '../../api/imagingorder.ts'
import { imagingKey, prescriptionsKey } from '../../api/worklistkeys.ts'
import { useMe } from '../../api/me.ts'
import { movePrescription } from '../../api/prescription.ts'
import { messageOf } from '../../api/problem.ts'
import { type ImagingOrder, nameOfUser, type Patient, type Prescription } from '../../api/records.ts'
import { Dialog } from '../../shared/Dialog.tsx'
import { showToast } from '../../shared/toasts.ts'
import { useKeyFor } from '../../shared/use-key-for.ts'
import { useWrite } from '../../shared/use-write.ts'
import { calendarDateText } from '../../format.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { text } from '../../text/en.ts'
import classes from '../../shared/prescribing/OrderSheet.module.css'
import { imagesOf } from './visit.ts'
import warnings from '../../shared/prescribing/Warnings.module.css'
import { warningText } from '../../shared/prescribing/warning-text.ts'

type Sheet = {
  readonly title: string
  readonly chip: string
  readonly children: ReactNode
  /** What deletes it, where it can be. */
  readonly deletion?: { readonly title: string; readonly explained: string; readonly run: () => Promise<unknown> }
  readonly first?: ReactNode
  readonly onClose: () => void
}

const OpenedSheet = ({ title, chip, children, deletion, first, onClose }: Sheet) => {
  const [isAsked, setAsked] = useState(false)
  return (
    <Dialog label={title} onClose={onClose}>
      <div className={classes['sheet']}>
        <h2>
          {title} · {chip}
        </h2>
        {children}
        <div className={classes['ways']}>
          {deletion !== undefined && (
            <button type="button" className="button" onClick={() => setAsked(true)}>
              {text.visit.orders.delete}
            </button>
          )}
          <button type="button" className="button" data-first={first === undefined || undefined} onClick={onClose}>
            {text.visit.orders.close}
          </button>
          {first}
        </div>
      </div>
      {isAsked && deletion !== undefined && (
        <ConfirmDialog
          title={deletion.title}
          explained={deletion.explained}
          action={text.visit.orders.delete}
          onConfirm={deletion.run}
          onClose={() => setAsked(false)}
        />
      )}
    </Dialog>
  )
}

/** Deletes what is open, once it was confirmed. Pressed again after no answer, it is asked for again under the same key. */
const useRemoval = (visit: number, send: (key: string) => Promise<unknown>, said: string, onClose: () => void) => {
  const client = useQueryClient()
  const keyFor = useKeyFor()
  return async () => {
    await send(keyFor(said))
    showToast(said)
    onClose()
    const shown = [visitKey(visit), prescriptionsKey, imagingKey]
    await Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}

type OfPrescription = {
  readonly visit: number
  readonly prescription: Prescription
  readonly patients: readonly Patient[]
  readonly mayWrite: boolean
  readonly onClose: () => void
}

/** A prescription as it was written. A draft is sent by its prescriber, and deleted by whoever may write prescriptions. */
export const OpenedPrescription = ({ visit, prescription, patients, mayWrite, onClose }: OfPrescription) => {
  const me = useMe()
  const [problem, setProblem] = useState<string>()
  const { status, prescriber, prescriber_data, items_data = [] } = prescription
  const names = items_data.map(({ name }) => name).join(', ')
  const prescriberName = prescriber_data == null ? '' : nameOfUser(prescriber_data)
  const isMine = prescriber === me.user.url
  const isOpen = mayWrite && status === PrescriptionStatus.Draft
  const send = useWrite({
    send: (to: PrescriptionStatus, key) => movePrescription(prescription, to, key),
    refresh: () => [visitKey(visit), prescriptionsKey],
    said: () => text.visit.prescribe.sent(names),
    onDone: onClose,
    onProblem: (error) => setProblem(messageOf(error)),
  })
  const cancel = useRemoval(
    visit,
    (key) => movePrescription(prescription, PrescriptionStatus.Canceled, key),
    text.visit.orders.deletedDraft(names),
    onClose,
  )
  return (
    <OpenedSheet
      title={text.visit.orders.prescription}
      chip={text.visit.orders.prescriptionStatuses[status]}
      onClose={onClose}
      {...(isOpen && {
        deletion: {
          title: text.visit.orders.deleteDraft,
          explained: text.visit.orders.draftExplained,
          run: cancel,
        },
      })}
      {...(isOpen &&
        isMine && {
          first: (
            <button
              type="button"
              className="button primary"
              data-first
              aria-busy={send.isBusy}
              onClick={() => void send.write(PrescriptionStatus.Sending)}
            >
              {text.visit.prescribe.send}
            </button>
          ),
        })}
    >
      <dl className={classes['facts']}>
        {items_data.map((item) => (
          <div key={item.url}>
            <dt data-medicine>{text.visit.orders.medicine(item.name, item.strength)}</dt>
            <dd>
              {[
                item.instructions,
                text.visit.orders.dispensed(item.quantity_packages, item.repeat_number),
                text.visit.orders.until(calendarDateText(item.valid_until, new Date(0))),
              ].join('\n')}
              {item.warnings.length > 0 && (
                <ul className={warnings['warnings']}>
                  {item.warnings.map((warning) => (
                    <li key={warning.contraindication}>
                      <IconAlertTriangleFilled size={14} aria-hidden="true" />
                      <span>
                        {warningText(warning, item.name, patients)}{' '}
                        {item.warning_reason !== '' && text.warnings.given(item.warning_reason)}
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>{text.visit.orders.prescriber}</dt>
          <dd>{prescriberName}</dd>
        </div>
      </dl>
      {isOpen && (
        <p className={classes['signer']}>
          {isMine ? text.visit.prescribe.signedBy(prescriberName) : text.visit.orders.onlyPrescriber(prescriberName)}
        </p>
      )}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </OpenedSheet>
  )
}

type OfImages = {
  readonly visit: number
  readonly order: ImagingOrder
  readonly mayDelete: boolean
  readonly onClose: () => void
}

/** What imaging was asked for. It can be deleted until somebody has begun with it. */
export const OpenedImages = ({ visit, order, mayDelete, onClose }: OfImages) => {
  const { status, accession_number, referral_data } = order
  const images = imagesOf(order)
  const run = useRemoval(visit, (key) => removeReferral(order, key), text.visit.orders.deletedImages(images), onClose)
  return (
    <OpenedSheet
      title={text.visit.orders.imaging}
      chip={text.visit.orders.imagingStatuses[status]}
      onClose={onClose}
      {...(mayDelete &&
        status === ImagingOrderStatus.Ordered && {
          deletion: { title: text.visit.orders.deleteImages, explained: text.visit.orders.imagesExplained, run },
        })}
    >
      <dl className={classes['facts']}>
        <div>
          <dt data-medicine>{images}</dt>
          <dd>{referral_data?.remarks}</dd>
        </div>
        <div>
          <dt>{text.visit.orders.number}</dt>
          <dd>{accession_number}</dd>
        </div>
      </dl>
    </OpenedSheet>
  )
}
