import { MessageChannel, MessageStatus, RecallStatus } from '@fetlock/sdk'
import { IconAlertTriangleFilled, IconBan, IconCircle, IconCircleCheckFilled, IconPhone } from '@tabler/icons-react'
import type { Recall } from '../../api/records.ts'
import { calendarDateText, dateText } from '../../format.ts'
import { recallsText as words } from '../../text/recalls.ts'
import classes from './Recalls.module.css'

type Said = {
  readonly kind: 'sent' | 'waits' | 'failed' | 'held' | 'called'
  readonly words: string
}

/** What became of the message of a recall, or what will. A call that was made says more than any message. */
export const writtenOf = (recall: Recall, timeZone: string): Said => {
  const { status, reason, message_data: message, called, call_note, due } = recall
  if (called !== null) return { kind: 'called', words: words.called(dateText(called, timeZone), call_note) }
  const channel = message?.channel ?? MessageChannel.EMail
  const hasFailed = message?.status === MessageStatus.Failed || message?.status === MessageStatus.Unknown
  if (hasFailed) return { kind: 'failed', words: words.failed(channel, reason) }
  if (reason !== '') return { kind: 'held', words: words.reasonOf(reason) }
  if (status === RecallStatus.Sent && message?.sent != null)
    return { kind: 'sent', words: words.sent(channel, dateText(message.sent, timeZone)) }
  if (status === RecallStatus.Waiting) return { kind: 'waits', words: words.notYet(calendarDateText(due)) }
  return { kind: 'waits', words: words.queued }
}

const icons = {
  sent: IconCircleCheckFilled,
  waits: IconCircle,
  failed: IconAlertTriangleFilled,
  held: IconBan,
  called: IconPhone,
}

export const Written = ({ recall, timeZone }: { readonly recall: Recall; readonly timeZone: string }) => {
  const { kind, words: said } = writtenOf(recall, timeZone)
  const Icon = icons[kind]
  return (
    <span className={classes['written']} data-kind={kind}>
      <Icon size={15} stroke={1.7} aria-hidden="true" />
      <span>{said}</span>
    </span>
  )
}
