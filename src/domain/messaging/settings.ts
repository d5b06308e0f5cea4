import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { mailServerProblem } from '../../network/public-address.ts'
import { sealedAs } from '../identity/secrets.ts'
import { requirePublicAddress } from '../organisation/public-address.ts'

type SettingsChange = {
  smtp_host?: string
  smtp_port?: number
  smtp_username?: string
  smtp_password?: string
  mail_from?: string
  sms_gateway_url?: string
  sms_account?: string
  sms_token?: string
  sms_from?: string
}

/** What the addresses resolve to is judged when connecting. */
const requirePublicServers = (actor: Actor, { smtp_host, smtp_port, sms_gateway_url }: Required<SettingsChange>) => {
  const mail = smtp_host === '' ? undefined : mailServerProblem(smtp_host, smtp_port, actor.allowedPrivate)
  if (mail !== undefined)
    throw invalid(mail.part === 'host' ? 'smtp_host' : 'smtp_port', mail.problem, 'unusable_mail_server')
  if (sms_gateway_url !== '') requirePublicAddress(actor, 'sms_gateway_url', sms_gateway_url)
}

/** A secret goes only where it was meant to go: another server gets it when it is sent again. */
const secretOf = (actor: Actor, before: Buffer | null, sent: string | undefined, isElsewhere: boolean) => {
  if (sent !== undefined) return sealedAs(actor, before, sent)
  return isElsewhere ? null : before
}

/** Changes through which servers clients are written to. */
export const changeMessageSettings = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { smtp_password, sms_token, ...changes }: SettingsChange,
) => {
  const before = await tx
    .selectFrom('message_settings')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (before === undefined) throw recordNotFound('Message settings')
  const after = { ...before, ...changes, smtp_password: '', sms_token: '' }
  requirePublicServers(actor, after)
  const isOtherServer = after.smtp_host !== before.smtp_host || after.smtp_username !== before.smtp_username
  const isOtherGateway = after.sms_gateway_url !== before.sms_gateway_url || after.sms_account !== before.sms_account
  const password = secretOf(actor, before.smtp_password, smtp_password, isOtherServer)
  const token = secretOf(actor, before.sms_token, sms_token, isOtherGateway)
  const set = {
    ...changes,
    ...(password === before.smtp_password ? {} : { smtp_password: password }),
    ...(token === before.sms_token ? {} : { sms_token: token }),
  }
  if (Object.keys(set).length > 0) await tx.updateTable('message_settings').set(set).where('id', '=', id).execute()
}
