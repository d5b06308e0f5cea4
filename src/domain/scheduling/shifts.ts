import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { requireActiveUser } from '../identity/require-active.ts'
import { requireDepartment } from '../organisation/require-department.ts'
import { holdUsers } from './hold-users.ts'
import type { Weekday } from './types.ts'

export type NewShift = {
  user: Id<'user'>
  department: Id<'department'>
  weekday?: Weekday | null
  date?: string | null
  start?: string | null
  end?: string | null
}

const requireWhole = ({ weekday, date, start, end }: Pick<NewShift, 'weekday' | 'date' | 'start' | 'end'>) => {
  if ((weekday == null) === (date == null))
    throw invalid(
      'weekday',
      'Send either weekday, for every week, or date, for one day that replaces the weekday.',
      'weekday_or_date',
    )
  if ((start == null) !== (end == null) || (start == null && date == null))
    throw invalid('start', 'Send start and end. Only a date may have neither: then it is a day off.', 'day_off')
  if (start != null && end != null && end <= start)
    throw invalid('end', 'Must be after start. A shift over midnight is two shifts.', 'before_start')
}

export const addShift = async (tx: Tx, _actor: Actor | undefined, shift: NewShift): Promise<Id<'shift'>> => {
  requireWhole(shift)
  await holdUsers(tx, [shift.user])
  await requireActiveUser(tx, shift.user, 'user')
  await requireDepartment(tx, shift.department)
  const { id } = await tx.insertInto('shift').values(shift).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes a shift; it must be whole afterwards. */
export const changeShift = async (tx: Tx, _actor: Actor, id: number, changes: Partial<NewShift>) => {
  const before = await tx
    .selectFrom('shift')
    .select(['user', 'department', 'weekday', 'date', 'start', 'end'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // Another request deleted it first.
  if (before === undefined) throw recordNotFound('Shift')
  const short = (time: string | null) => time?.slice(0, 5) ?? null
  const after = { ...before, start: short(before.start), end: short(before.end), ...changes }
  requireWhole(after as NewShift)
  await holdUsers(tx, [before.user, after.user])
  if (after.user !== before.user) await requireActiveUser(tx, after.user, 'user')
  if (after.department !== before.department) await requireDepartment(tx, after.department)
  if (Object.keys(changes).length > 0) await tx.updateTable('shift').set(changes).where('id', '=', id).execute()
}

export const removeShift = async (tx: Tx, _actor: Actor, id: number) => {
  const shift = await tx.selectFrom('shift').select('user').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (shift === undefined) throw recordNotFound('Shift')
  await holdUsers(tx, [shift.user])
  await tx.deleteFrom('shift').where('id', '=', id).execute()
}
