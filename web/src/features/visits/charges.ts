import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../../api/problem.ts'
import type { Consultation, ConsultationItem, Item, PageOf } from '../../api/records.ts'
import { say, sayProblem } from '../../shared/toasts.ts'
import { text } from '../../text/en.ts'
import { addRow, type NewRow, patchRow, readRow, removeRow, rowsQuery } from './charge-queries.ts'
import { visitKey } from './queries.ts'
import { forOne, isMedicine } from './visit.ts'
import { useQuestions } from './questions.ts'
import { askAboutWarnings } from './warnings.ts'

export type RowChanges = Partial<Omit<NewRow, 'item' | 'patients'>>

/** The row as the service has it now, with what was read of its item before. */
const show = (client: QueryClient, visit: number, row: ConsultationItem, item?: Item) =>
  client.setQueryData<PageOf<ConsultationItem>>(rowsQuery(visit).queryKey, (page) => {
    if (page === undefined) return page
    const before = page.results.find(({ id }) => id === row.id)
    const shown = { ...row, item_data: item ?? before?.item_data ?? null }
    return {
      ...page,
      results:
        before === undefined ? [...page.results, shown] : page.results.map((one) => (one.id === row.id ? shown : one)),
    }
  })

/** Whether somebody else changed what is changed here. */
const isTouched = (before: ConsultationItem, now: ConsultationItem, changes: RowChanges) =>
  (Object.keys(changes) as (keyof RowChanges)[]).some((name) => before[name] !== now[name])

type Patched = { readonly row: ConsultationItem; readonly isSaved: boolean }

/** Changes a row, also if somebody else has changed something else of it meanwhile. */
const patchSafely = async (row: ConsultationItem, changes: RowChanges): Promise<Patched> => {
  try {
    return { row: await patchRow(row, changes), isSaved: true }
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 412) throw error
    const now = await readRow(row)
    if (!isTouched(row, now, changes)) return { row: await patchRow(now, changes), isSaved: true }
    say(text.visit.charges.changedMeanwhile(row.name), { isProblem: true })
    return { row: now, isSaved: false }
  }
}

export const useCharges = (visit: Consultation) => {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: visitKey(visit.id) })
  const { asked, ask } = useQuestions()
  const add = async (item: Item, row: NewRow, key: string): Promise<ConsultationItem> => {
    await client.cancelQueries({ queryKey: rowsQuery(visit.id).queryKey })
    const warned = await askAboutWarnings({ client, visit, item, row, ask })
    const added = await addRow(visit.id, item.type_code, { ...row, ...warned }, key)
    show(client, visit.id, added, item)
    void refresh()
    return added
  }
  /** Answers whether the service has it. */
  const change = async (row: ConsultationItem, changes: RowChanges): Promise<boolean> => {
    try {
      const patched = await patchSafely(row, changes)
      show(client, visit.id, patched.row)
      return patched.isSaved
    } catch (error) {
      sayProblem(error)
      return false
    } finally {
      void refresh()
    }
  }
  const remove = async (row: ConsultationItem) => {
    try {
      await removeRow(row)
      const { item, patients, no_multiplier, batch_number } = row
      const { usage_type, usage_size, instructions, percentage_change, warning_reason } = row
      const again = {
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
      const key = crypto.randomUUID()
      say(text.visit.charges.removed(row.name), {
        undo: async () => {
          await addRow(visit.id, row.type_code, again, key)
          await refresh()
        },
      })
    } catch (error) {
      sayProblem(error)
    }
    await refresh()
  }
  return { add, change, remove, refresh, asked }
}
