import type { Tx } from '../../db/tx.ts'
import { recordSecurityEvent } from '../identity/security-events.ts'
import { discardFile } from './files.ts'

/** What a virus scanner found in a file; the signature is the scanner's name for it. */
export type ScanResult = { readonly signature?: string | undefined }

const infected = (signature: string) =>
  `The virus scanner found ${signature} in this file, and it was deleted. Check the computer that it came from.`

/** Records what the scanner found. An infected file is deleted, and its attachment stays without one and says why. */
export const settleScan = async (tx: Tx, id: number, { signature }: ScanResult) => {
  const file = await tx
    .selectFrom('attachment')
    .select('kept_key')
    .where('id', '=', id)
    .where('scan', 'in', ['pending', 'failed'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (file === undefined || file.kept_key === null) return
  const change =
    signature === undefined
      ? { scan: 'clean' }
      : { scan: 'infected', refusal: infected(signature), uploaded: null, kept_key: null }
  await tx.updateTable('attachment').set(change).where('id', '=', id).execute()
  if (signature === undefined) return
  await discardFile(tx, file.kept_key)
  await recordSecurityEvent(tx, { kind: 'file.infected', details: { attachment: id, signature } })
}

/** Records that the scanner could not be asked; it is asked again. */
export const markScanFailed = async (tx: Tx, id: number) => {
  await tx
    .updateTable('attachment')
    .set({ scan: 'failed' })
    .where('id', '=', id)
    .where('scan', '=', 'pending')
    .execute()
}
