import { Menu } from '@mantine/core'
import {
  IconArrowsMove,
  IconCalendarOff,
  IconEyeOff,
  IconPencil,
  IconCalendarPlus,
  IconDoorEnter,
  IconMail,
  IconPaw,
  IconUser,
  IconUserQuestion,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { idOf } from '../../api/records.ts'
import { timeText } from '../../format.ts'
import { ChangesItem } from '../../shared/changes/ChangesButton.tsx'
import { text } from '../../text/en.ts'
import classes from './EntryMenu.module.css'
import type { Entry } from './columns.ts'
import type { Offer } from './offers.ts'
import { useOnlineBooking } from './online-booking.ts'

const icons: Readonly<Record<string, ReactNode>> = {
  checkIn: <IconDoorEnter size={16} stroke={1.6} aria-hidden="true" />,
  edit: <IconPencil size={16} stroke={1.6} aria-hidden="true" />,
  didNotCome: <IconEyeOff size={16} stroke={1.6} aria-hidden="true" />,
  who: <IconUserQuestion size={16} stroke={1.6} aria-hidden="true" />,
  move: <IconArrowsMove size={16} stroke={1.6} aria-hidden="true" />,
  sendConfirmation: <IconMail size={16} stroke={1.6} aria-hidden="true" />,
  cancel: <IconCalendarOff size={16} stroke={1.6} aria-hidden="true" />,
  restore: <IconCalendarPlus size={16} stroke={1.6} aria-hidden="true" />,
}

type Props = {
  readonly entry: Entry
  /** Where the appointment is on the screen. */
  readonly box: DOMRect
  readonly offers: readonly Offer[]
  readonly person: string
  readonly timeZone: string
  readonly onClose: () => void
}

/** Beside the appointment, so that a second click presses nothing. */
export const EntryMenu = ({ entry, box, offers, person, timeZone, onClose }: Props) => {
  const navigate = useNavigate()
  const { appointment, name, fullClient, what, start, end, stage } = entry
  const time = (moment: number) => timeText(new Date(moment), timeZone)
  const patients = appointment.patients_data ?? []
  const online = useOnlineBooking(appointment)
  return (
    <Menu
      opened
      onClose={onClose}
      position="right-start"
      offset={4}
      middlewares={{ shift: { padding: 8 }, flip: { fallbackAxisSideDirection: 'end' } }}
      width={264}
      returnFocus={false}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      floatingStrategy="fixed"
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          className={classes['menuTarget']}
          style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
        >
          <span className="unseen">{name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes['menuHead'] ?? ''}>
          <span className={classes['menuName']}>{name}</span>
          {fullClient !== '' && <span>{fullClient}</span>}
          {online.said !== undefined && <span className={classes['menuNote']}>{online.said}</span>}
          {what !== '' && <span>{what}</span>}
          <span>
            {time(start)}–{time(end)} · {person} · {text.calendar.stages[stage]}
          </span>
          {appointment.complaint !== '' && appointment.complaint !== what && (
            <span className={classes['menuNote']}>{appointment.complaint}</span>
          )}
          {appointment.notes !== '' && appointment.notes !== name && appointment.notes !== what && (
            <span className={classes['menuNote']}>{appointment.notes}</span>
          )}
        </Menu.Label>
        <Menu.Divider />
        {offers.map(({ id, title, run }) => (
          <Menu.Item key={id} leftSection={icons[id]} onClick={run}>
            {title}
          </Menu.Item>
        ))}
        {(patients.length > 0 || appointment.client_data != null) && offers.length > 0 && <Menu.Divider />}
        {patients.map((patient) => (
          <Menu.Item
            key={patient.url}
            leftSection={<IconPaw size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => void navigate({ to: '/patients/$id/', params: { id: String(idOf(patient.url)) } })}
          >
            {text.calendar.menu.openPatient(patient.name)}
          </Menu.Item>
        ))}
        {appointment.client_data != null && appointment.client !== null && (
          <Menu.Item
            leftSection={<IconUser size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => void navigate({ to: '/clients/$id/', params: { id: String(idOf(appointment.client!)) } })}
          >
            {text.calendar.menu.openClient}
          </Menu.Item>
        )}
        <ChangesItem resource="appointment" id={appointment.id} />
      </Menu.Dropdown>
    </Menu>
  )
}
