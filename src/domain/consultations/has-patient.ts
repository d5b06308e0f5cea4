import { parseLinkFilter, ref } from '../../kernel/links.ts'
import type { ExtraFilter } from '../../kernel/resource.ts'

/** A filter for the visits, or their items, of a patient. */
export const hasPatient = (record: 'consultation' | 'consultationitem'): ExtraFilter => {
  const ofPatient = (patient: string) =>
    `from ${record}_patient b where b.organisation = t.o and b.patient = ${patient}`
  return {
    value: {
      ...ref('patient', { about: 'Only what concerns this patient, which is named by its id or its URL.' }),
      parse: (raw, links) => parseLinkFilter('patient', String(raw), links),
    },
    condition: (patient, add) => `exists (select ${ofPatient(add(patient, 'bigint'))} and b.${record} = r.id)`,
    candidates: (patient, add) => `select b.${record} as id ${ofPatient(add(patient, 'bigint'))}`,
  }
}
