import type { QueryClient } from '@tanstack/react-query'
import { resumeWrites } from '../shared/use-confirmed-write.ts'
import { showToast } from '../shared/toasts.ts'
import { onTextMerged, visitTexts } from '../shared/visit-texts.ts'
import { whoChanged } from '../shared/who-changed.ts'
import { text } from '../text/en.ts'

/**
 * Sends what somebody typed or pressed here, perhaps days ago, and the service has not got. Who changed the same text is named.
 * Returns how to stop naming them.
 */
export const resumeWork = (user: string, client: QueryClient): (() => void) => {
  const end = onTextMerged(
    (theirs) =>
      void whoChanged(client, theirs).then(
        (who) => showToast(text.visit.merged(who)),
        () => showToast(text.visit.merged(text.somebodyElse)),
      ),
  )
  void visitTexts.resume(user)
  resumeWrites(user)
  return end
}
