import { IconAlertTriangle } from '@tabler/icons-react'
import type { Patient } from '../../api/records.ts'
import page from '../../shared/page.module.css'
import classes from './VisitHead.module.css'

/** What must not be overlooked about the animals, such as an allergy: always whole, with the name where there are several. */
export const CriticalNotes = ({ patients }: { readonly patients: readonly Patient[] }) =>
  patients
    .filter(({ critical_notes }) => critical_notes.trim() !== '')
    .map(({ id, name, critical_notes }) => (
      <p key={id} className={`${page['alert']} ${classes['critical']}`}>
        <IconAlertTriangle size={16} aria-hidden="true" />
        <span>
          {patients.length > 1 && <strong>{name}: </strong>}
          {critical_notes.trim()}
        </span>
      </p>
    ))
