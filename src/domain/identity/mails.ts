import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { placeOf } from './limits.ts'

export type LinkKind = 'invitation' | 'password reset'
export type ConfirmationKind = 'confirm old address' | 'confirm new address'
/** Every e-mail that staff get; those without a link of their own only tell. */
export type MailKind = LinkKind | ConfirmationKind | 'password set' | 'email changed' | 'security alert'

/** For how long the link in a mail can be used. */
export const linkHours: Readonly<Record<LinkKind | ConfirmationKind, number>> = {
  invitation: 7 * 24,
  'password reset': 1,
  'confirm old address': 1,
  'confirm new address': 1,
}

/** Mails with a link in a day: to one person, and asked for from one address on the network. Notices always go out. */
export const mailsADay = { person: 10, address: 50 } as const

type Mail = {
  readonly user: number
  readonly kind: LinkKind | ConfirmationKind
  /** Where it goes, if not to the user's address. */
  readonly recipient?: string | undefined
  readonly emailChange?: number | undefined
  /** The network address of whoever asked for it without a permission to. */
  readonly requestedFrom?: string | undefined
}

const counted: readonly (LinkKind | ConfirmationKind)[] = [
  'invitation',
  'password reset',
  'confirm old address',
  'confirm new address',
]

/** Whether as many mails as are allowed in a day went to the person, or were asked for from the address. */
const hasEnoughMails = async (tx: Tx, user: number, requestedFrom: string | undefined) => {
  // Requests for one person come one after the other, so that each sees what the others have queued.
  await tx.selectFrom('user').select('id').where('id', '=', user).forNoKeyUpdate().execute()
  const { rows } = await sql<{ person: number; address: number }>`
    select
      (select count(*)::int from message
        where "user" = ${user} and kind = any(${[...counted]}::text[]) and created > now() - interval '1 day') as person,
      (select count(*)::int from message
        where requested_from = ${requestedFrom ?? null} and created > now() - interval '1 day') as address`.execute(tx)
  const { person, address } = rows[0]!
  return person >= mailsADay.person || address >= mailsADay.address
}

/** A network address as mails are counted by. */
export const requestedFromOf = (address: string | undefined) =>
  address === undefined || address === '' ? undefined : String(placeOf(address))

/** Queues one mail with a link, unless one of the same kind will be sent within minutes, or enough were sent within a day. */
export const queueMail = async (tx: Tx, { user, kind, recipient, emailChange, requestedFrom }: Mail) => {
  if (await hasEnoughMails(tx, user, requestedFrom)) return false
  const waiting = await tx
    .selectFrom('message')
    .select('id')
    .where('user', '=', user)
    .where('kind', '=', kind)
    .where('email_change', 'is not distinct from', emailChange ?? null)
    .where('sent', 'is', null)
    .where('due', '<', sql<Date>`now() + interval '5 minutes'`)
    .executeTakeFirst()
  if (waiting === undefined)
    await tx
      .insertInto('message')
      .values({
        user,
        kind,
        recipient: recipient ?? null,
        email_change: emailChange ?? null,
        requested_from: requestedFrom ?? null,
      })
      .execute()
  return true
}

/** Ends the change of address that a user has begun, if any. */
export const endEmailChange = async (tx: Tx, user: number) => {
  await tx
    .updateTable('email_change')
    .set({ ended: sql<Date>`now()` })
    .where('user', '=', user)
    .where('ended', 'is', null)
    .execute()
}

/** Ends the links that have been mailed to a user, and a change of address that was begun: another may read that mailbox. */
export const endMailedLinks = async (tx: Tx, user: number) => {
  await tx
    .updateTable('password_link')
    .set({ used: sql<Date>`now()` })
    .where('user', '=', user)
    .where('used', 'is', null)
    .execute()
  await endEmailChange(tx, user)
}
