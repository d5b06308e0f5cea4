import { ConsultationStatus } from '@fetlock/sdk'
import type { StageName } from './StatusGlyph.tsx'

/** The statuses of a visit for which the animal is here. */
export const hereStatuses: readonly ConsultationStatus[] = [
  ConsultationStatus.Admitted,
  ConsultationStatus.InProgress,
  ConsultationStatus.ReadyForDischarge,
]

const stages: Readonly<Record<ConsultationStatus, StageName>> = {
  [ConsultationStatus.Admitted]: 'arrived',
  [ConsultationStatus.ReadyForDischarge]: 'ready',
  [ConsultationStatus.Discharged]: 'ready',
  [ConsultationStatus.Invoicing]: 'ready',
  [ConsultationStatus.InProgress]: 'progress',
  [ConsultationStatus.InvoicePaid]: 'paid',
  [ConsultationStatus.Finalized]: 'pay',
  [ConsultationStatus.Draft]: 'expected',
}

/** How far a visit is, by its status. */
export const stageOf = (status: ConsultationStatus): StageName => stages[status]
