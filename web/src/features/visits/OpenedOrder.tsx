import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { messageOf } from '../../api/problem.ts'
import { type ImagingOrder, nameOfUser, type Patient, type Prescription } from '../../api/records.ts'
import { remove, request } from '../../api/request.ts'
import { Dialog } from '../../shared/Dialog.tsx'
import { say } from '../../shared/toasts.ts'
import { calendarDateText } from '../../format.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { text } from '../../text/en.ts'
import classes from './OrderSheet.module.css'
import { imagesOf } from './visit.ts'
import warnings from './Warnings.module.css'
import { warningText } from './warnings.ts'

const words = text.visit.orders
const [draft, sending, cancelled] = [1, 2, 6]
/** Nobody has begun with it yet. */
const ordered = 0

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
              {words.delete}
            </button>
          )}
          <button type="button" className="button" data-first={first === undefined || undefined} onClick={onClose}>
            {words.close}
          </button>
          {first}
        </div>
      </div>
      {isAsked && deletion !== undefined && (
        <ConfirmDialog
          title={deletion.title}
          explained={deletion.explained}
          action={words.delete}
          onConfirm={deletion.run}
          onClose={() => setAsked(false)}
        />
      )}
    </Dialog>
  )
}

type OfPrescription = {
  readonly prescription: Prescription
  readonly patients: readonly Patient[]
  readonly mayWrite: boolean
  readonly onClose: () => void
}

/** A prescription as it was written. A draft is sent by its prescriber, and deleted by whoever may write prescriptions. */
export const OpenedPrescription = ({ prescription, patients, mayWrite, onClose }: OfPrescription) => {
  const me = useMe()
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { id, status, prescriber, prescriber_data, items_data = [], modified } = prescription
  const names = items_data.map(({ name }) => name).join(', ')
  const prescriberName = prescriber_data == null ? '' : nameOfUser(prescriber_data)
  const isMine = prescriber === me.user.url
  const isOpen = mayWrite && status === draft
  const move = async (to: number, said: string) => {
    await request('PATCH', `/eprescription/prescription/${id}/`, { body: { status: to }, ifModified: modified })
    say(said)
    onClose()
    await client.invalidateQueries({ queryKey: ['visit'] })
  }
  const send = async () => {
    if (isBusy) return
    setBusy(true)
    await move(sending, text.visit.prescribe.sent(names)).catch((error: unknown) => {
      setProblem(messageOf(error))
      setBusy(false)
    })
  }
  return (
    <OpenedSheet
      title={words.prescription}
      chip={words.prescriptionStatuses[status]}
      onClose={onClose}
      {...(isOpen && {
        deletion: {
          title: words.deleteDraft,
          explained: words.draftExplained,
          run: () => move(cancelled, words.deletedDraft(names)),
        },
      })}
      {...(isOpen &&
        isMine && {
          first: (
            <button type="button" className="button primary" data-first aria-busy={isBusy} onClick={() => void send()}>
              {text.visit.prescribe.send}
            </button>
          ),
        })}
    >
      <dl className={classes['facts']}>
        {items_data.map((item) => (
          <div key={item.url}>
            <dt data-medicine>{words.medicine(item.name, item.strength)}</dt>
            <dd>
              {[
                item.instructions,
                words.dispensed(item.quantity_packages, item.repeat_number),
                words.until(calendarDateText(item.valid_until, new Date(0))),
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
          <dt>{words.prescriber}</dt>
          <dd>{prescriberName}</dd>
        </div>
      </dl>
      {isOpen && (
        <p className={classes['signer']}>
          {isMine ? text.visit.prescribe.signedBy(prescriberName) : words.onlyPrescriber(prescriberName)}
        </p>
      )}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </OpenedSheet>
  )
}

type OfImages = { readonly order: ImagingOrder; readonly mayDelete: boolean; readonly onClose: () => void }

/** What imaging was asked for. It can be deleted until somebody has begun with it. */
export const OpenedImages = ({ order, mayDelete, onClose }: OfImages) => {
  const client = useQueryClient()
  const { id, status, accession_number, referral_data } = order
  const images = imagesOf(order)
  const run = async () => {
    await remove(`/diagnosticimaging_referral/${id}/`)
    say(words.deletedImages(images))
    onClose()
    await client.invalidateQueries({ queryKey: ['visit'] })
  }
  return (
    <OpenedSheet
      title={words.imaging}
      chip={words.imagingStatuses[status]}
      onClose={onClose}
      {...(mayDelete &&
        status === ordered && { deletion: { title: words.deleteImages, explained: words.imagesExplained, run } })}
    >
      <dl className={classes['facts']}>
        <div>
          <dt data-medicine>{images}</dt>
          <dd>{referral_data?.remarks}</dd>
        </div>
        <div>
          <dt>{words.number}</dt>
          <dd>{accession_number}</dd>
        </div>
      </dl>
    </OpenedSheet>
  )
}
