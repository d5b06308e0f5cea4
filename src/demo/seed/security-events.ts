import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { SecurityEventKind } from '../../domain/identity/security-events.ts'

type DemoEvent = {
  readonly kind: SecurityEventKind
  /** Whose account it is about, by place in the list of staff. */
  readonly person: number
  /** How long before the day of the demo. */
  readonly before: string
  readonly browser?: string
  readonly address?: string
  readonly details?: Readonly<Record<string, string | number | boolean>>
}

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'
const atClinic = '192.0.2.10'

/** What happened to accounts in the last days. The addresses are those for documents. */
const demoEvents: readonly DemoEvent[] = [
  { kind: 'factor.added', person: 0, before: '6 days', details: { factor: 'totp' } },
  { kind: 'recovery_codes.made', person: 0, before: '6 days' },
  {
    kind: 'sign_in.succeeded',
    person: 0,
    before: '2 days',
    details: { factors: 'password, totp', new_browser: false },
  },
  { kind: 'export.made', person: 0, before: '47 hours', details: { operation: 'invoice.pdf' } },
  { kind: 'session.locked', person: 0, before: '46 hours' },
  { kind: 'session.unlocked', person: 0, before: '45 hours' },
  { kind: 'sign_out', person: 0, before: '40 hours' },
  { kind: 'sign_in.failed', person: 1, before: '30 hours', browser: safari, address: '198.51.100.23' },
  { kind: 'sign_in.failed', person: 1, before: '30 hours', browser: safari, address: '198.51.100.23' },
  {
    kind: 'sign_in.succeeded',
    person: 1,
    before: '29 hours',
    browser: safari,
    address: '198.51.100.23',
    details: { factors: 'password', new_browser: true },
  },
  { kind: 'access.refused', person: 2, before: '26 hours', details: { operation: 'accountingreport.list' } },
]

/** Adds events of the last days to those that the seeding itself has left. */
export const seedSecurityEvents = async (tx: Tx, today: string, staff: readonly number[]) => {
  for (const { kind, person, before, browser = firefox, address = atClinic, details = {} } of demoEvents)
    await sql`insert into security_event (kind, "user", occurred, address, user_agent, details)
      values (${kind}, ${staff[person]!}, ${`${today}T12:00:00Z`}::timestamptz - ${before}::interval, ${address}, ${browser},
        ${JSON.stringify(details)}::jsonb)`.execute(tx)
}

/** Nothing of a demo is news: no line of it goes to the log, and nobody is written to. With the owner's role. */
export const settleSecurityEvents = async (tx: Tx) => {
  await tx.updateTable('security_event').set({ streamed: true }).execute()
}
