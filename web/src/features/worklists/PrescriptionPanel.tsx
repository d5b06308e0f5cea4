import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { may, useMe } from '../../api/me.ts'
import { prescriptionQuery } from '../../api/prescriptionlist.ts'
import { nameOfClient, type Prescription } from '../../api/records.ts'
import { insteadOf } from '../../shared/prescribing/prescribed-for.ts'
import { Sheet } from '../../shared/Sheet.tsx'
import { ErrorState, Skeleton } from '../../shared/states.tsx'
import { prescriptionsText as words } from '../../text/worklists.ts'
import { patientText } from './medicines.ts'
import { PrescriptionFacts } from './PrescriptionFacts.tsx'
import { PrescriptionFoot } from './PrescriptionFoot.tsx'
import type { PrescriptionsSearch } from './search.ts'

const PrescribeSheet = lazy(() =>
  import('../../shared/prescribing/PrescribeSheet.tsx').then((module) => ({ default: module.PrescribeSheet })),
)

type Props = {
  readonly id: number
  readonly timeZone: string
  readonly onChange: (changes: PrescriptionsSearch) => void
}

type LoadedProps = Omit<Props, 'id'> & { readonly prescription: Prescription }

const Loaded = ({ prescription, timeZone, onChange }: LoadedProps) => {
  const { again } = useSearch({ from: '/worklists/prescriptions' })
  const mayWrite = may(useMe(), 'Clinical: Prescriptions', 'write')
  const { client_data, patients_data = [] } = prescription
  const close = () => onChange({ prescription: undefined, again: undefined })
  return (
    <>
      <Sheet
        kind="panel"
        title={patientText(prescription)}
        subtitle={client_data == null ? undefined : nameOfClient(client_data)}
        onClose={close}
        {...(mayWrite && {
          foot: (
            <PrescriptionFoot prescription={prescription} onDone={close} onAgain={() => onChange({ again: true })} />
          ),
        })}
      >
        <PrescriptionFacts prescription={prescription} timeZone={timeZone} />
      </Sheet>
      {again === true && mayWrite && patients_data.length === 1 && (
        <Suspense>
          <PrescribeSheet
            to={insteadOf(prescription)}
            patients={patients_data}
            timeZone={timeZone}
            // Whether it was written or not: what was written is in the list, and the panel shows what became of the other.
            onClose={() => onChange({ again: undefined })}
          />
        </Suspense>
      )}
    </>
  )
}

/** A prescription beside the list: what it says, what came of it, and what can be done about it. */
export const PrescriptionPanel = ({ id, timeZone, onChange }: Props) => {
  const { data, error, refetch } = useQuery(prescriptionQuery(id, useMe()))
  if (data !== undefined) return <Loaded prescription={data} timeZone={timeZone} onChange={onChange} />
  return (
    <Sheet kind="panel" title={words.whatOne} onClose={() => onChange({ prescription: undefined, again: undefined })}>
      {error === null ? (
        <Skeleton width={180} />
      ) : (
        <ErrorState error={error} what={words.whatOne} onRetry={() => void refetch()} />
      )}
    </Sheet>
  )
}
