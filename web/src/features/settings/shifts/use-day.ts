import { useState } from 'react'
import { isSame } from '../../../api/versions.ts'
import { beginDay, changesOf, type OpenDay, withTheirs } from './day-draft.ts'

/**
 * What is said of a day, over the shifts that it was opened with. What others write meanwhile is shown in the week at once, but
 * changed only by somebody who has been told of it.
 */
export const useDay = (open: OpenDay) => {
  const [opened, setOpened] = useState(open)
  const [draft, setDraft] = useState(() => beginDay(open))
  const [late, setLate] = useState<'theirs' | 'mine'>()
  const isOther = !isSame(changesOf(draft, opened), changesOf(draft, open))
  // The shifts as they are now may still be on their way.
  if (late !== undefined && isOther) {
    setLate(undefined)
    setOpened(open)
    if (late === 'theirs') setDraft(withTheirs(draft, opened, open))
  }
  return { opened, draft, setDraft, isOther, renew: setLate }
}
