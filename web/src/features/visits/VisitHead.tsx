import { ConsultationStatus } from '@fetlock/sdk'
import { Menu } from '@mantine/core'
import { IconChevronDown, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { staffQuery } from '../../api/user.ts'
import { type Consultation, idOf, nameOfClient, nameOfUser, type Patient } from '../../api/records.ts'
import { Heading } from '../../shared/Heading.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { useWrite } from '../../shared/use-write.ts'
import { dateIn, minutesSince, timeText } from '../../format.ts'
import { ChangesButton } from '../../shared/changes/ChangesButton.tsx'
import { isUnsaved } from '../../shared/saved-text.ts'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import { useNow } from '../../shared/useNow.ts'
import { stageOf } from '../../shared/visit-stages.ts'
import { isSecondClick } from '../../shared/visit-status.ts'
import { useVisitTexts } from '../../shared/visit-texts.ts'
import { whenText } from '../../shared/weights.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import { text } from '../../text/en.ts'
import { CriticalNotes } from './CriticalNotes.tsx'
import { changeVet, visitKey } from '../../api/consultation.ts'
import { canFinalize, factsOf, isClosed, isNotStarted, namesOf } from './visit.ts'
import classes from './VisitHead.module.css'

/** How the notes of the visit stand: the one that is furthest from being saved speaks for all. */
const SaveState = ({ visit, timeZone }: { readonly visit: number; readonly timeZone: string }) => {
  const texts = useVisitTexts().filter(({ place }) => place.visit === visit)
  const open = texts.filter(isUnsaved).map(({ status }) => status)
  const kinds = ['conflict', 'refused', 'kept', 'saving', 'typing'] as const
  const worst = kinds.find((kind) => open.some((status) => status.kind === kind))
  const saved = texts.flatMap(({ status }) => (status.kind === 'saved' ? [status.at.getTime()] : []))
  const words = text.visit.state
  if (worst === undefined && saved.length === 0) return null
  if (worst === undefined)
    return (
      <span className={classes['saved']} role="status">
        <IconCloudCheck size={17} stroke={1.6} aria-hidden="true" />
        {words.saved(timeText(new Date(Math.max(...saved)), timeZone))}
      </span>
    )
  const isProblem = worst === 'conflict' || worst === 'refused' || worst === 'kept'
  const Icon = isProblem ? IconCloudOff : IconCloudUp
  return (
    <span className={classes['saved']} data-problem={isProblem} role="status">
      <Icon size={17} stroke={1.6} aria-hidden="true" />
      {words[worst]}
    </span>
  )
}

const lengthOf = (minutes: number) =>
  minutes < 24 * 60 ? text.visit.minutes(minutes) : text.visit.days(Math.floor(minutes / (24 * 60)))

const Status = ({ visit }: { readonly visit: Consultation }) => {
  const now = useNow()
  const stage = stageOf(visit.status)
  return (
    <span className={classes['status']} data-stage={stage}>
      <StatusGlyph name={stage} />
      {[text.visitStatuses[visit.status], isClosed(visit) ? '' : lengthOf(minutesSince(visit.status_changed, now))]
        .filter(Boolean)
        .join(' · ')}
    </span>
  )
}

const Vet = ({ visit, isReadOnly }: { readonly visit: Consultation; readonly isReadOnly: boolean }) => {
  const { data } = useQuery(staffQuery)
  const { write } = useWrite({
    send: (url: string, key) => changeVet(visit, url, key),
    refresh: () => [visitKey(visit.id)],
  })
  const vet = visit.supervising_veterinarian_data
  const name = vet == null ? '–' : nameOfUser(vet)
  if (isReadOnly) return <span className={classes['vet']}>{name}</span>
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={`button ${classes['vet']}`}>
          <span className="unseen">{text.visit.vet}: </span>
          {name}
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes['staff'] ?? ''}>
        {data?.map((user) => (
          <Menu.Item key={user.url} onClick={() => void write(user.url)}>
            {nameOfUser(user)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type Props = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly timeZone: string
  readonly mayWrite: boolean
  /** Whether a step is under way. */
  readonly isBusy: boolean
  readonly onStatus: (status: ConsultationStatus) => void
  readonly onFinalize: () => void
}

const Steps = ({ visit, mayWrite, isBusy, onStatus, onFinalize }: Omit<Props, 'patients' | 'timeZone'>) => {
  const stepTo = (status: ConsultationStatus) => ({
    'aria-disabled': isBusy,
    onClick: (event: MouseEvent) => isBusy || isSecondClick(event) || onStatus(status),
  })
  const invoice = visit.invoice_data
  const isInProgress = visit.status === ConsultationStatus.InProgress
  if (isClosed(visit))
    return invoice == null ? null : (
      <Link className="button" to="/invoices/$id/" params={{ id: String(idOf(invoice.url)) }}>
        {invoice.invoice_number === null ? text.visit.draftInvoice : text.visit.invoice(numberOf(invoice))}
      </Link>
    )
  if (!mayWrite) return null
  return (
    <>
      {isNotStarted(visit) && (
        <button type="button" className="button primary" {...stepTo(ConsultationStatus.InProgress)}>
          {text.visit.start}
        </button>
      )}
      {visit.status === ConsultationStatus.ReadyForDischarge && (
        <button type="button" className="button" {...stepTo(ConsultationStatus.InProgress)}>
          {text.visit.backToProgress}
        </button>
      )}
      {canFinalize(visit) && (
        <button type="button" className={`button ${isInProgress ? '' : 'primary'}`} onClick={onFinalize}>
          {text.visit.finalize} <KeyCap keys="f" />
        </button>
      )}
      {isInProgress && (
        <button type="button" className="button primary" {...stepTo(ConsultationStatus.ReadyForDischarge)}>
          {text.visit.ready} <KeyCap keys="Mod+Enter" />
        </button>
      )}
    </>
  )
}

export const VisitHead = (shown: Props) => {
  const { visit, patients, timeZone, mayWrite } = shown
  const [first] = patients
  const owner = visit.client_data
  const facts =
    patients.length === 1
      ? factsOf(first!, dateIn(new Date(), timeZone))
      : [visit.reason_data?.name ?? ''].filter(Boolean)
  return (
    <div className={classes['head']}>
      <span className={classes['portrait']}>
        <SpeciesIcon species={first?.species ?? null} size={22} />
      </span>
      <div className={classes['titles']}>
        <div>
          <Heading title={namesOf(patients)}>
            {patients.length === 1 ? (
              <Link to="/patients/$id/" params={{ id: String(first!.id) }}>
                {first!.name || '–'}
              </Link>
            ) : (
              namesOf(patients)
            )}
          </Heading>
          {owner != null && (
            <>
              <span aria-hidden="true">/</span>
              <Link to="/clients/$id/" params={{ id: String(idOf(visit.client)) }} className={classes['owner'] ?? ''}>
                {nameOfClient(owner)}
              </Link>
            </>
          )}
        </div>
        <p className={classes['facts']}>
          {[...facts, text.visit.visitOf(whenText(visit.started, timeZone))].join(' · ')}
        </p>
      </div>
      <div className={classes['end']}>
        <ChangesButton resource="consultation" id={visit.id} />
        <SaveState visit={visit.id} timeZone={timeZone} />
        <Status visit={visit} />
        <Vet visit={visit} isReadOnly={!mayWrite || isClosed(visit)} />
        <Steps {...shown} />
      </div>
      <div className={classes['alerts']}>
        <CriticalNotes patients={patients} />
      </div>
    </div>
  )
}
