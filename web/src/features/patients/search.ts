import { oneOf, type Search } from '../../shared/address.ts'

const timelineKinds = ['visit', 'prescription', 'imaging', 'invoice'] as const
const patientTabs = ['fields', 'files', 'changes'] as const
type PatientSearch = {
  kind?: (typeof timelineKinds)[number] | undefined
  tab?: (typeof patientTabs)[number] | undefined
}

export const readPatientSearch = (search: Search): PatientSearch => ({
  kind: oneOf(timelineKinds, search['kind']),
  tab: oneOf(patientTabs, search['tab']),
})
