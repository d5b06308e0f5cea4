import { newKey } from '@fetlock/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { addRow, type NewRow, patchRow, readRow, removeRow, rowsQuery } from '../../api/consultationitem.ts'
import { visitKey } from '../../api/consultation.ts'
import { isConflict } from '../../api/problem.ts'
import type { Consultation, ConsultationItem, Item } from '../../api/records.ts'
import { showToast, showError } from '../../shared/toasts.ts'
import { useWrites } from '../../shared/use-writes.ts'
import { text } from '../../text/en.ts'
import { useQuestions } from '../../shared/prescribing/questions.ts'
import { isMedicine, forOne } from './visit.ts'
import { askAboutWarnings } from './warnings.ts'

export type RowChanges = Partial<Omit<NewRow, 'item' | 'patients'>>
type Written = Awaited<ReturnType<typeof addRow>>

const rowsOf = (client: QueryClient, visit: number) => client.getQueryData(rowsQuery(visit).queryKey)

/** The row as the service has it now, with what was read of its item before. */
const show = (client: QueryClient, visit: number, row: Written, item?: Item) =>
  client.setQueryData(rowsQuery(visit).queryKey, (rows) => {
    if (rows === undefined) return rows
    const before = rows.find(({ id }) => id === row.id)
    const shown = { ...row, item_data: item ?? before?.item_data ?? null } as ConsultationItem
    return before === undefined ? [...rows, shown] : rows.map((one) => (one.id === row.id ? shown : one))
  })

/** Whether somebody else changed what is changed here. */
const isTouched = (before: ConsultationItem, now: Written, changes: RowChanges) =>
  (Object.keys(changes) as (keyof RowChanges)[]).some((name) => before[name] !== now[name])

type Change = { readonly row: ConsultationItem; readonly changes: RowChanges }

/** A row that is added once, whoever asks for it again under its key, also after a reload. */
type Added = {
  readonly key: string
  readonly item: Item
  readonly row: NewRow
  readonly onDone: (added: Written) => void
  readonly onProblem: (error: unknown) => unknown
}

/** What a row is added with again after it was removed. */
const againOf = (row: ConsultationItem): NewRow => {
  const { item, patients, no_multiplier, batch_number, warning_reason } = row
  const { usage_type, usage_size, instructions, percentage_change } = row
  return {
    warning_reason,
    item,
    patients,
    no_multiplier,
    batch_number,
    quantity: forOne(row),
    ...(usage_type === null || usage_size === null ? {} : { usage_type, usage_size }),
    ...(isMedicine(row.type_code) ? { instructions } : {}),
    ...(Number(percentage_change) === 0 ? {} : { percentage_change }),
  }
}

export const useCharges = (visit: Consultation) => {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: visitKey(visit.id) })
  const { asked, ask } = useQuestions()
  // What was refused may have been because of what is not shown yet.
  const onProblem = (error: unknown) => {
    showError(error)
    void refresh()
  }

  /** Changes a row, also if somebody else has changed something else of it meanwhile. */
  const send = async ({ row, changes }: Change, key: string) => {
    // What was changed here before is in the list already.
    const before = rowsOf(client, visit.id)?.find(({ id }) => id === row.id) ?? row
    try {
      return await patchRow(before, changes, key)
    } catch (error) {
      if (!isConflict(error)) throw error
      const now = await readRow(before)
      if (!isTouched(before, now, changes)) return patchRow({ ...before, modified: now.modified }, changes, newKey())
      show(client, visit.id, now)
      throw error
    }
  }
  const change = useWrites({
    about: ({ row }: Change) => row.id,
    send,
    refresh: () => [visitKey(visit.id)],
    onDone: ({ result }) => show(client, visit.id, result),
    onProblem,
    onConflict: ({ row }) => showToast(text.visit.charges.changedMeanwhile(row.name), { isProblem: true }),
  })
  const remove = useWrites({
    about: (row: ConsultationItem) => row.id,
    send: removeRow,
    refresh: () => [visitKey(visit.id)],
    said: ({ variables }) => text.visit.charges.removed(variables.name),
    onProblem,
    undo: ({ variables }) => addRow(visit.id, variables.type_code, againOf(variables), newKey()),
  })

  const add = useWrites({
    about: ({ key }: Added) => key,
    send: async ({ key, item, row }) => {
      await client.cancelQueries({ queryKey: rowsQuery(visit.id).queryKey })
      const warned = await askAboutWarnings({ client, visit, item, row, ask })
      return addRow(visit.id, item.type_code, { ...row, ...warned }, key)
    },
    refresh: () => [visitKey(visit.id)],
    onDone: ({ variables: { item, onDone }, result }) => {
      show(client, visit.id, result, item)
      onDone(result)
    },
    onProblem: (error, added) => added.onProblem(error),
  })
  return {
    /** Returns whether it was added. */
    add,
    /** Returns whether the service has it. */
    change: (row: ConsultationItem, changes: RowChanges) => change({ row, changes }),
    remove,
    refresh,
    asked,
  }
}
