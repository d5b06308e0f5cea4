import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TextRecord } from '../../shared/saved-text.ts'
import { onTextWritten, visitTexts } from '../../shared/visit-texts.ts'
import { dischargeQuery } from '../../api/dischargeinstruction.ts'
import { notesQuery } from '../../api/consultationnote.ts'
import { visitKey } from '../../api/consultation.ts'

/** How many pages show a visit. */
const shownTimes = new Map<number, number>()

/** What the service has taken is in the list at once, so that no older one shows what was before. */
export const useWrittenTexts = (visit: number) => {
  const client = useQueryClient()
  useEffect(
    () =>
      onTextWritten((place, written, before) => {
        if (place.visit !== visit) return
        const queryKey = [...visitKey(visit), place.resource]
        void client.cancelQueries({ queryKey })
        client.setQueryData<readonly TextRecord[]>(queryKey, (records) => {
          if (records === undefined) return records
          const others = records.filter(({ id }) => id !== written?.id && id !== before?.id)
          const now = written === null ? others : [...others, written]
          return now.toSorted((one, other) => one.id - other.id)
        })
        // The first entry puts the visit in progress.
        if (before === null) void client.invalidateQueries({ queryKey: [...visitKey(visit), 'head'] })
      }),
    [client, visit],
  )
  useEffect(() => {
    const leave = async () => {
      await visitTexts.flush(visit)
      // Somebody may have come back to the visit meanwhile, and be writing again.
      if (shownTimes.get(visit) !== 0) return
      visitTexts.close(visit)
      for (const { queryKey } of [notesQuery(visit), dischargeQuery(visit)]) client.removeQueries({ queryKey })
    }
    shownTimes.set(visit, (shownTimes.get(visit) ?? 0) + 1)
    return () => {
      shownTimes.set(visit, shownTimes.get(visit)! - 1)
      void leave()
    }
  }, [client, visit])
}
