import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Patient } from '../../api/records.ts'
import { contraindicationsQuery } from '../../api/contraindication.ts'
import { mustNotGet } from '../../shared/contraindications.ts'
import page from '../../shared/page.module.css'
import classes from './VisitHead.module.css'

/**
 * What must not be overlooked about the animals, such as that one bites, and what they must not get: always whole, with the
 * name where there are several.
 */
export const CriticalNotes = ({ patients }: { readonly patients: readonly Patient[] }) => {
  const { data } = useQuery(contraindicationsQuery(patients.map(({ id }) => id)))
  return patients
    .map(({ id, url, name, critical_notes }) => {
      const recorded = (data ?? []).filter(({ patient }) => patient === url)
      const lines = [critical_notes.trim(), ...recorded.map((one) => mustNotGet(one, { hasReaction: true }))]
      return { id, name, notes: lines.filter(Boolean).join('\n') }
    })
    .filter(({ notes }) => notes !== '')
    .map(({ id, name, notes }) => (
      <p key={id} className={`${page['alert']} ${classes['critical']}`}>
        <IconAlertTriangle size={16} aria-hidden="true" />
        <span>
          {patients.length > 1 && <strong>{name}: </strong>}
          {notes}
        </span>
      </p>
    ))
}
