import type { Tx } from '../../db/tx.ts'
import { sms, type MessageChannel } from './kinds.ts'

/** Whether messages can be sent this way. A sandbox needs no server: it keeps its messages. */
export const isSetUp = async (tx: Tx, channel: MessageChannel): Promise<boolean> => {
  const { sandbox, smtp_host, mail_from, sms_gateway_url, sms_from } = await tx
    .selectFrom('message_settings')
    .innerJoin('organisation', 'organisation.organisation', 'message_settings.organisation')
    .select(['sandbox', 'smtp_host', 'mail_from', 'sms_gateway_url', 'sms_from'])
    .executeTakeFirstOrThrow()
  if (sandbox) return true
  return channel === sms ? sms_gateway_url !== '' && sms_from !== '' : smtp_host !== '' && mail_from !== ''
}
