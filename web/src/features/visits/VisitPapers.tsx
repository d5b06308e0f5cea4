import { IconCertificate, IconMail, IconTags } from '@tabler/icons-react'
import { useMemo } from 'react'
import { isVaccination } from '../../api/consultationitem.ts'
import { canWriteToClients, may, useMe } from '../../api/me.ts'
import { type Consultation, type ConsultationItem, nameOfClient, type Patient } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { writeTo } from '../../shared/messages/writing.ts'
import { printPaper } from '../../shared/print/shown-paper.ts'
import { writingText } from '../../text/writing.ts'
import { printingText } from '../../text/printing.ts'
import classes from './ChargesPane.module.css'
import { isDispensed } from './visit.ts'
import visitPage from './VisitPage.module.css'

type Props = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly rows: readonly ConsultationItem[]
}

/** What the owner gets: labels of what was dispensed, the vaccination certificate of what was given, and a message. */
export const VisitPapers = ({ visit, patients, rows }: Props) => {
  const me = useMe()
  const dispensed = rows.filter(isDispensed).map(({ id }) => id)
  // The day on which a vaccination is to be repeated is read with the patient.
  const hasVaccinations = may(me, 'General: Patients and clients') && rows.some(isVaccination)
  const words = printingText.label
  const all = dispensed.join(',')
  const { labels, size, certificate } = useMemo(() => {
    const ids = all === '' ? [] : all.split(',').map(Number)
    const animals = patients.map((patient) => ({ patient, owner: visit.client_data ?? undefined }))
    return {
      labels: {
        id: 'labels',
        title: words.printAll(ids.length),
        group: 'here' as const,
        run: () => printPaper({ kind: 'labels', visit, patients, rows: ids }),
      },
      size: {
        id: 'label size',
        title: words.chooseSize,
        group: 'here' as const,
        run: () => printPaper({ kind: 'label size' }),
      },
      certificate: {
        id: 'certificate',
        title: printingText.certificate,
        group: 'here' as const,
        run: () => printPaper({ kind: 'certificates', animals, visit: visit.id }),
      },
    }
  }, [all, patients, visit, words])
  const hasLabels = dispensed.length > 0
  const owner = visit.client_data
  const mayWrite = owner != null && canWriteToClients(me) && may(me, 'General: Patients and clients', 'write')
  const letter = useMemo(
    () =>
      owner == null
        ? undefined
        : {
            id: 'write',
            title: writingText.writeTo(nameOfClient(owner)),
            group: 'here' as const,
            run: () => writeTo({ client: visit.client, name: nameOfClient(owner), consultation: visit.url }),
          },
    [owner, visit.client, visit.url],
  )
  useActions(
    useMemo(
      (): readonly Action[] => [
        ...(hasLabels ? [labels, size] : []),
        ...(hasVaccinations ? [certificate] : []),
        ...(mayWrite && letter !== undefined ? [letter] : []),
      ],
      [hasLabels, hasVaccinations, mayWrite, labels, size, certificate, letter],
    ),
  )
  if (!hasLabels && !hasVaccinations && !mayWrite) return null
  return (
    <div className={classes['papers']}>
      {hasLabels && (
        <button type="button" className={visitPage['quiet']} onClick={labels.run}>
          <IconTags size={16} stroke={1.6} aria-hidden="true" /> {labels.title}
        </button>
      )}
      {hasVaccinations && (
        <button type="button" className={visitPage['quiet']} onClick={certificate.run}>
          <IconCertificate size={16} stroke={1.6} aria-hidden="true" /> {certificate.title}
        </button>
      )}
      {mayWrite && letter !== undefined && (
        <button type="button" className={visitPage['quiet']} onClick={letter.run}>
          <IconMail size={16} stroke={1.6} aria-hidden="true" /> {letter.title}
        </button>
      )}
    </div>
  )
}
