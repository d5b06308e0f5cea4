import { PrescriptionStatus } from '@fetlock/sdk'
import { IconAlertTriangle, IconAlertTriangleFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { contraindicationsQuery } from '../../api/contraindication.ts'
import { may, useMe } from '../../api/me.ts'
import { idOf, nameOfUser, type Prescription } from '../../api/records.ts'
import { calendarDateText, relativeDateText, timeText } from '../../format.ts'
import { mustNotGet } from '../../shared/contraindications.ts'
import page from '../../shared/page.module.css'
import { warningText } from '../../shared/prescribing/warning-text.ts'
import warnings from '../../shared/prescribing/Warnings.module.css'
import { text } from '../../text/en.ts'
import { prescriptionsText as words, worklistsText } from '../../text/worklists.ts'
import { prescriberText } from './medicines.ts'
import classes from './Worklists.module.css'

type Props = { readonly prescription: Prescription }

/** What the animals must not get, and whether something of this prescription is meant. */
const Allergies = ({ prescription: { patients, items_data = [] } }: Props) => {
  const isShown = may(useMe(), 'Clinical: Consultations')
  const { data = [] } = useQuery({ ...contraindicationsQuery(patients.map(idOf)), enabled: isShown })
  const met = items_data.flatMap((item) => item.warnings.map(({ contraindication }) => contraindication))
  return data.map((one) => (
    <p key={one.id} className={`${page['alert']} ${classes['allergy']}`}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span>{mustNotGet(one, { hasReaction: false })}</span>
      {!met.includes(one.url) && <span className={classes['atEnd']}>{words.notConcerned}</span>}
    </p>
  ))
}

/** What came of it, for as long as nobody has read it and afterwards. */
const Outcome = ({ prescription: { status, status_message, message_read_by_data } }: Props) => {
  const remedy = words.remedy[status]
  if (remedy === undefined) return null
  return (
    <div className={classes['outcomeBox']} data-read={message_read_by_data != null}>
      <p>
        <strong>{words.outcome(status, status_message)}</strong>
      </p>
      <p>{message_read_by_data == null ? remedy : `${words.readBy} ${nameOfUser(message_read_by_data)}`}</p>
    </div>
  )
}

const Medicines = ({ prescription: { items_data = [], patients_data = [] } }: Props) =>
  items_data.map((item) => (
    <section key={item.id} className={classes['medicine']}>
      <h3>{text.visit.orders.medicine(item.name, item.strength)}</h3>
      <p className={classes['given']}>{item.instructions}</p>
      {item.warnings.length > 0 && (
        <ul className={warnings['warnings']}>
          {item.warnings.map((warning) => (
            <li key={warning.contraindication}>
              <IconAlertTriangleFilled size={14} aria-hidden="true" />
              <span>
                {warningText(warning, item.name, patients_data)}{' '}
                {item.warning_reason !== '' && text.warnings.given(item.warning_reason)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <dl className={page['pairs']}>
        <div>
          <dt>{words.quantity}</dt>
          <dd>{text.visit.orders.dispensed(item.quantity_packages, item.repeat_number)}</dd>
        </div>
        <div>
          <dt>{words.validUntil}</dt>
          <dd>{calendarDateText(item.valid_until, new Date(0))}</dd>
        </div>
      </dl>
    </section>
  ))

/** What a prescription says, and where it comes from. */
export const PrescriptionFacts = ({ prescription, timeZone }: Props & { readonly timeZone: string }) => {
  const me = useMe()
  const { status, prescriber, consultation, created_user_data, issue_time, remarks } = prescription
  const isMine = prescriber === me.user.url
  return (
    <>
      <Allergies prescription={prescription} />
      <Outcome prescription={prescription} />
      <Medicines prescription={prescription} />
      {remarks !== '' && <p className={classes['given']}>{remarks}</p>}
      <dl className={`${page['pairs']} ${classes['facts']}`}>
        <div>
          <dt>{words.status}</dt>
          <dd>{text.visit.orders.prescriptionStatuses[status]}</dd>
        </div>
        {consultation !== null && may(me, 'Clinical: Consultations') && (
          <div>
            <dt>{worklistsText.visit}</dt>
            <dd>
              <Link to="/visits/$id/" params={{ id: String(idOf(consultation)) }}>
                {worklistsText.openVisit}
              </Link>
            </dd>
          </div>
        )}
        {created_user_data != null && (
          <div>
            <dt>{words.prepared}</dt>
            <dd>
              {nameOfUser(created_user_data)}, {relativeDateText(issue_time, timeZone)} {timeText(issue_time, timeZone)}
            </dd>
          </div>
        )}
        <div>
          <dt>{status === PrescriptionStatus.Draft ? words.signs : text.visit.orders.prescriber}</dt>
          <dd>
            {prescriberText(prescription)} {isMine && `(${words.you})`}
          </dd>
        </div>
      </dl>
    </>
  )
}
