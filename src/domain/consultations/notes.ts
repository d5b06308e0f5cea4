import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'
import { holdConsultation, holdEntry, holdOpen, recordEntry, requirePatientsOf } from './entries.ts'
import { closed, type NoteType } from './statuses.ts'

export type NewNote = { consultation: Id<'consultation'>; patient: Id<'patient'>; text: string; type: NoteType }

/** Adds a note. After the visit is finalized it is marked as an addendum. */
export const writeNote = async (tx: Tx, actor: Actor, note: NewNote): Promise<Id<'consultationnote'>> => {
  const held = await holdConsultation(tx, note.consultation)
  await requirePatientsOf(tx, held.id, [note.patient], 'patient')
  const addendum = closed.has(held.status)
  const { id } = await tx
    .insertInto('consultationnote')
    .values({ ...note, addendum, user: actor.user })
    .returning('id')
    .executeTakeFirstOrThrow()
  await (addendum ? touch(tx, 'consultation', 'id', [held.id]) : recordEntry(tx, actor, held))
  return id
}

export type NewInstruction = { consultation: Id<'consultation'>; patient: Id<'patient'>; text: string }

/** Adds a discharge instruction. */
export const writeInstruction = async (
  tx: Tx,
  actor: Actor,
  instruction: NewInstruction,
): Promise<Id<'consultationdischargeinstruction'>> => {
  const held = await holdOpen(tx, instruction.consultation)
  await requirePatientsOf(tx, held.id, [instruction.patient], 'patient')
  const { id } = await tx
    .insertInto('consultationdischargeinstruction')
    .values({ ...instruction, user: actor.user })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordEntry(tx, actor, held)
  return id
}

type TextChange = { patient?: Id<'patient'>; text?: string; type?: NoteType }

/** Changes a note or an instruction until the visit is finalized. */
export const changeText =
  (table: 'consultationnote' | 'consultationdischargeinstruction') =>
  async (tx: Tx, _actor: Actor, id: number, changes: TextChange) => {
    const held = await holdEntry(tx, table, id)
    if (changes.patient !== undefined) await requirePatientsOf(tx, held.id, [changes.patient], 'patient')
    if (Object.keys(changes).length === 0) return
    await tx.updateTable(table).set(changes).where('id', '=', id).execute()
    await touch(tx, 'consultation', 'id', [held.id])
  }
