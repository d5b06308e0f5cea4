import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { ceilingFor, overCeiling } from '../../kernel/ceilings.ts'

type Used = { readonly bytes: number; readonly files: number; readonly pending: number; readonly scans: number }

const secondsToScan = 60

/** Of what waits no more is counted than the ceiling, and the rest is kept by a trigger: asking costs the same, however much there is. */
const readUsed = async (tx: Tx, mostScans: number): Promise<Used> => {
  const { rows } = await sql<Used>`
    select coalesce(bytes, 0) as bytes, coalesce(files, 0) as files, coalesce(pending, 0) as pending, (
      select count(*) from (
        select from file_scan where organisation = organisation() limit ${mostScans}) waiting) as scans
    from (values (1)) one left join storage_used on organisation = organisation()`.execute(tx)
  return rows[0]!
}

const inGigabytes = (bytes: number) => `${Math.round((bytes / 2 ** 30) * 10) / 10} GiB`

/**
 * Refuses a file for which the organisation has no room. Files that are announced at the same moment do not see each other, so
 * that the ceiling is passed by these at most.
 */
export const requireRoom = async (tx: Tx, actor: Actor, size: number) => {
  if (actor.ceilings === undefined) return
  const { storageBytes, files, uploads, scans } = actor.ceilings
  const most = {
    bytes: ceilingFor(storageBytes, actor),
    files: ceilingFor(files, actor),
    pending: ceilingFor(uploads, actor),
    scans: ceilingFor(scans, actor),
  }
  const used = await readUsed(tx, most.scans)
  if (used.bytes + size > most.bytes)
    throw overCeiling(
      413,
      'storage_full',
      `This organisation stores ${inGigabytes(used.bytes)} of at most ${inGigabytes(most.bytes)}, and the file does not fit. Delete attachments first.`,
    )
  if (used.files >= most.files)
    throw overCeiling(
      413,
      'storage_full',
      `This organisation stores ${used.files} files, and may not store more. Delete attachments first.`,
    )
  if (used.pending >= most.pending)
    throw overCeiling(
      413,
      'too_many_uploads',
      `${used.pending} files were announced and have not arrived. Upload and complete these first, or delete their attachments.`,
    )
  if (used.scans >= most.scans)
    throw overCeiling(
      429,
      'queue_full',
      `${used.scans} files of this organisation wait for the virus scanner. Try again in ${secondsToScan} seconds.`,
      secondsToScan,
    )
}
