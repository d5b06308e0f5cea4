import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { resourceRegistry } from '../../../src/app/resources.ts'
import { putFile } from '../../../src/domain/importing/imports.ts'
import { kinds } from '../../../src/domain/importing/kinds.ts'
import { upload } from '../clinic.ts'
import { asPng, pngOf } from '../png.ts'
import type { Have } from './given.ts'
import { makeOne, type Area, type Makers, type Making, type Needs } from './making.ts'

const makeAwaited = async ({ organisation, as, have }: Making): Promise<Have> => ({
  ...have,
  attachment: await makeOne(organisation, as, 'attachment', have),
})

/** A logo for what reads, replaces or removes it. */
const makeLogo = async ({ as, have }: Making): Promise<Have> => {
  await as.put('/settings/logo/', asPng(pngOf({ width: 10 })))
  return have
}

const madeFor: Makers = {
  'logo.retrieve': makeLogo,
  'logo.put': makeLogo,
  'logo.remove': makeLogo,
  'attachment.upload': makeAwaited,
  'attachment.complete': async (making) => {
    const { organisation, as } = making
    const made = await makeAwaited(making)
    await upload(as, { url: organisation.url('attachment', made.attachment!) }, '%PDF-1.')
    return made
  },
}

const madeBehind: Makers = {
  // An attachment of each kind of record, as if all were in the object store. The client's is the sample.
  attachment: ({ organisation, have: { client, patient, consultation, invoice }, marks: { word: name } }) =>
    organisation.within(async (tx) => {
      const keep = async (owner: Partial<Record<'client' | 'patient' | 'consultation' | 'invoice', number>>) =>
        tx
          .insertInto('attachment')
          .values({
            ...owner,
            name,
            content_type: 'application/pdf',
            size: 7,
            uploaded: sql<Date>`now()`,
            kept_key: randomUUID(),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      await keep({ patient: patient! })
      await keep({ consultation: consultation! })
      await keep({ invoice: invoice! })
      return { attachment: (await keep({ client: client! })).id }
    }),
  import_row: ({ organisation, have, marks: { word } }) =>
    organisation.within(async (tx) => {
      const [clients] = kinds
      await putFile(tx, have.import!, clients!, Buffer.from(`reference,lastname\n1,${word}\n`), resourceRegistry)
      await tx
        .insertInto('import_reference')
        .values({ kind: 'clients', reference: '1', record: have.client! })
        .execute()
      await tx
        .insertInto('import_reference')
        .values({ kind: 'patients', reference: '1', record: have.patient! })
        .execute()
      await tx
        .insertInto('import_reference')
        .values({ kind: 'opening_balances', reference: '1', record: have.openingbalance! })
        .execute()
      const { id } = await tx
        .updateTable('import_row')
        .set({ outcome: 'matched', record: have.client! })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { import_row: id }
    }),
}

const neededBehind: Needs = {
  attachment: ['client', 'patient', 'consultation', 'invoice'],
  import_row: ['client', 'patient', 'openingbalance'],
}

/** Attachments, and the rows of imported files. */
export const files: Area = { madeFor, madeBehind, neededBehind }
