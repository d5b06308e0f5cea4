import { Link } from '@tanstack/react-router'
import { isLinked, LinkedName } from '../../../shared/changes/LinkedName.tsx'
import { settingsText } from '../../../text/en-settings.ts'

type Props = { readonly resource: string; readonly id: number; readonly isDeleted?: boolean }

export const kindOf = (resource: string) => settingsText.audit.records[resource] ?? resource.replaceAll('_', ' ')

/** The pages of the app on which a record is shown. */
const pageOf = ({ resource, id }: Props) => {
  const params = { id: String(id) }
  if (resource === 'client') return { to: '/clients/$id/' as const, params }
  if (resource === 'patient') return { to: '/patients/$id/' as const, params }
  if (resource === 'consultation') return { to: '/visits/$id/' as const, params }
  if (resource === 'invoice') return { to: '/invoices/$id/' as const, params }
  return undefined
}

/** A record by what it is called, with the way to it where the app shows it. */
export const RecordName = ({ resource, id, isDeleted = false }: Props) => {
  const name = !isDeleted && isLinked(resource, id) ? <LinkedName field={resource} id={id} /> : String(id)
  const page = isDeleted ? undefined : pageOf({ resource, id })
  return (
    <>
      {kindOf(resource)} {page === undefined ? <strong>{name}</strong> : <Link {...page}>{name}</Link>}
    </>
  )
}
