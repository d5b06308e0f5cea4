import type { Reader } from '../db/tx.ts'
import type { Reading } from '../telemetry/observing.ts'

/** What deploy/backup/fetlock-backup records. A trial is a restore that tries the other two. */
export const backupKinds = ['database', 'files', 'trial'] as const
export type BackupKind = (typeof backupKinds)[number]

export type BackupRun = {
  readonly kind: BackupKind
  /** When the last one began that succeeded. */
  readonly succeeded: Date | null
  /** Since then; if none ever did, since the database was made. */
  readonly seconds: number
  /** What the last one failed with, or nothing. */
  readonly failure: string
}

export const readBackupRuns = (read: Reader): Promise<readonly BackupRun[]> =>
  read<BackupRun>(
    `select kind, r.succeeded, coalesce(r.failure, '') as failure,
       extract(epoch from now() - coalesce(r.succeeded, (select min(applied) from migration)))::float8 as seconds
     from unnest($1::text[]) with ordinality wanted (kind, place) left join backup_run r using (kind) order by place`,
    [backupKinds],
  )

const runOf = async (read: Reader, kind: BackupKind) => (await readBackupRuns(read)).find((run) => run.kind === kind)!

/** What a worker tells of each kind. */
export const backupReadings = (read: Reader): readonly Reading[] =>
  backupKinds.flatMap((kind) => [
    {
      name: 'fetlock_backup_age_seconds',
      help: 'Time since the last backup began that succeeded; if none ever did, since the database was made.',
      labels: { kind },
      read: async () => (await runOf(read, kind)).seconds,
    },
    {
      name: 'fetlock_backup_failed',
      help: 'Whether the last backup of this kind failed: 1 if it did.',
      labels: { kind },
      read: async () => ((await runOf(read, kind)).failure === '' ? 0 : 1),
    },
  ])
