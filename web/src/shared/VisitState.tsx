import { StatusGlyph } from './StatusGlyph.tsx'
import { ConsultationStatus } from '@fetlock/sdk'
import { stageOf } from './visit-stages.ts'
import { text } from '../text/en.ts'

/** How far a visit is, in a list of visits. There, one that is finalized is done. */
export const VisitState = ({ status }: { readonly status: ConsultationStatus }) => (
  <>
    <StatusGlyph name={status === ConsultationStatus.Finalized ? 'paid' : stageOf(status)} />{' '}
    {text.visitStatuses[status]}
  </>
)
