import type { Reader } from '../../db/tx.ts'
import { readBackupRuns, type BackupKind, type BackupRun } from '../../worker/backup-runs.ts'
import { bad, good, type Finding, warning } from './finding.ts'

const hour = 3_600

/** As the alerts of deploy/monitoring/rules.yaml have it. */
const kinds: Readonly<Record<BackupKind, { readonly name: string; readonly limit: number }>> = {
  database: { name: 'backup of the database', limit: 48 * hour },
  files: { name: 'copy of the files', limit: 6 * hour },
  trial: { name: 'trial restore', limit: 9 * 24 * hour },
}

const remedy = {
  begin: 'Let it be made on a schedule; docs/operating/backup.md says how.',
  mend: 'Look at the log of fetlock-backup, or of the container backups, and correct the cause; docs/operating/backup.md has the commands.',
}

const since = (seconds: number) => {
  const hours = Math.floor(seconds / hour)
  if (hours < 1) return `${Math.floor(seconds / 60)} min ago`
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`
}

export const judgeBackup = ({ kind, succeeded, seconds, failure }: BackupRun): Finding => {
  const { name, limit } = kinds[kind]
  const because = failure === '' ? '' : ` The last one failed: ${failure}`
  if (succeeded === null) {
    const found = `No ${name} has been recorded.${because}`
    return failure === '' ? warning('backup', found, remedy.begin) : bad('backup', found, remedy.mend)
  }
  const found = `the last ${name} was begun ${since(seconds)}, at ${succeeded.toISOString()}`
  if (seconds > limit)
    return bad('backup', `The last ${name} that succeeded was begun ${since(seconds)}.${because}`, remedy.mend)
  if (failure === '') return good('backup', found)
  // A backup is tried again soon. A backup that cannot be restored is none.
  const judge = kind === 'trial' ? bad : warning
  return judge('backup', `The last ${name} failed: ${failure}`, remedy.mend)
}

/** How old the backups are, and whether one has been restored lately. A schema from before knows nothing of them. */
export const checkBackups = async (read: Reader): Promise<readonly Finding[]> => {
  const [table] = await read<{ here: boolean }>(`select to_regclass('backup_run') is not null as here`, [])
  return table?.here ? (await readBackupRuns(read)).map(judgeBackup) : []
}
