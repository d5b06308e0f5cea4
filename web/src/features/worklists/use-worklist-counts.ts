import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { imagingCountQuery } from '../../api/imaginglist.ts'
import { may, useMe } from '../../api/me.ts'
import { missingCountQuery } from '../../api/missingcharge.ts'
import { openPrescriptionsCountQuery } from '../../api/prescriptionlist.ts'
import type { WorklistPath } from './worklist-pages.ts'

/** How much waits in each worklist. */
export const useWorklistCounts = (): Readonly<Partial<Record<WorklistPath, number | undefined>>> => {
  const me = useMe()
  const { department } = useSearch({ strict: false })
  const { data: prescriptions } = useQuery({
    ...openPrescriptionsCountQuery(department),
    enabled: may(me, 'Clinical: Prescriptions'),
  })
  const { data: imaging } = useQuery({
    ...imagingCountQuery(department),
    enabled: may(me, 'Clinical: Diagnostic imaging'),
  })
  const { data: charges } = useQuery({
    ...missingCountQuery(department),
    enabled: may(me, 'Clinical: Consultations'),
  })
  return {
    '/worklists/prescriptions/': prescriptions,
    '/worklists/imaging/': imaging,
    '/worklists/charges/': charges,
  }
}
