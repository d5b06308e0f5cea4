import type { Consultation, Patient } from '../../api/records.ts'
import { forVisit } from '../../shared/prescribing/prescribed-for.ts'
import { PrescribeSheet } from '../../shared/prescribing/PrescribeSheet.tsx'

type Props = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly timeZone: string
  readonly onClose: () => void
}

/** A prescription of what the visit has. */
export const PrescribeInVisit = ({ visit, ...props }: Props) => <PrescribeSheet to={forVisit(visit)} {...props} />
