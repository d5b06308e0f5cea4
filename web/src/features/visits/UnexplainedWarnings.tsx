import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Consultation, Patient } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import { rowsQuery } from '../../api/consultationitem.ts'
import classes from '../../shared/prescribing/Warnings.module.css'
import { isUnexplained } from '../../shared/hand-over.ts'
import { warningText } from '../../shared/prescribing/warning-text.ts'

/** The rows of a visit that an animal must not get, and of which nobody has said why. Nothing if there is none. */
export const UnexplainedWarnings = ({
  visit,
  patients,
}: {
  readonly visit: Pick<Consultation, 'id'>
  readonly patients: readonly Patient[]
}) => {
  const { data } = useQuery(rowsQuery(visit.id))
  const rows = (data ?? []).filter(isUnexplained)
  if (rows.length === 0) return null
  return (
    <section className={classes['unexplained']} aria-label={text.warnings.unexplained}>
      <p>{text.warnings.unexplained}</p>
      <ul className={classes['warnings']}>
        {rows.flatMap((row) =>
          row.warnings.map((warning) => (
            <li key={`${row.id} ${warning.contraindication}`}>
              <IconAlertTriangleFilled size={14} aria-hidden="true" />
              <span>
                <strong>{row.name}</strong>: {warningText(warning, row.name, patients)}
              </span>
            </li>
          )),
        )}
      </ul>
    </section>
  )
}
