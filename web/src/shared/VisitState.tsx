import { StatusGlyph } from './StatusGlyph.tsx'
import { stageOf, statuses } from './visit-stages.ts'
import { text } from '../text/en.ts'

/** How far a visit is, in a list of visits. There, one that is finalized is done. */
export const VisitState = ({ status }: { readonly status: number }) => (
  <>
    <StatusGlyph name={status === statuses.finalized ? 'paid' : stageOf(status)} /> {text.visitStatuses[status]}
  </>
)
