import { sql } from 'kysely'
import { config } from '../app/config.ts'
import { hasCode } from '../db/tx.ts'
import { defineCommand, Failure, table, UsageError } from './command.ts'
import { connectAsSet } from './database.ts'

type Dropped = { readonly partition: string; readonly ended: string }

/** Raised by `drop_audit_before`, with its reason. */
const isRefused = (problem: unknown): problem is Error => hasCode(problem, 'FL002')

export const auditDropBefore = defineCommand({
  words: 'audit drop-before',
  summary: 'Drop the oldest part of the audit trail, of all organisations',
  about:
    'Drops the quarters that ended by a date, which cannot be undone. Of each organisation it verifies the chain up to there first, ' +
    'and keeps the hash of the last event that goes as a checkpoint, from which the rest is verified. Whoever asks /events/ for what ' +
    'was dropped gets 410. Find out how long audit events must be kept before you run it. Connects with FETLOCK_OWNER_DATABASE_URL.',
  options: {
    date: { type: 'string', value: 'DATE', required: true, description: 'a day: what was before it may go' },
  },
  example: 'fetlock audit drop-before --date 2026-01-01',
  prints: 'the partitions that were dropped, each with the day on which it ended.',
  run: async ({ date }, progress) => {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)))
      throw new UsageError('--date takes a day, for example --date 2026-01-01.')
    const { db, close } = connectAsSet(config.ownerDatabase(), { max: 1, name: 'fetlock audit drop-before' })
    try {
      progress.step('Verifying what will be dropped')
      const { rows } = await db.transaction().execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx)
        return sql<Dropped>`select partition, to_char(ended at time zone 'UTC', 'YYYY-MM-DD') as ended
          from drop_audit_before(${date}::timestamp at time zone 'UTC')`.execute(tx)
      })
      return {
        json: { dropped: rows },
        text:
          rows.length === 0
            ? `No part of the audit trail had ended by ${date}. Nothing was dropped.`
            : table(rows.map(({ partition, ended }) => [partition, `dropped; it ended before ${ended}`])),
      }
    } catch (problem) {
      throw isRefused(problem) ? new Failure(`${problem.message} Nothing was dropped.`) : problem
    } finally {
      await close()
    }
  },
})
