import type { ExtraFilter } from '../../kernel/resource.ts'
import { oneOf } from '../../kernel/values.ts'

/** Who may do what in the clinic's work. Who administers it is not told to everybody. */
const clinical = ['Clinical: Consultations', 'Clinical: Diagnostic imaging', 'Clinical: Prescriptions'] as const

/** Those whose permission groups allow something: who may prescribe can be the veterinarian of a visit. */
export const mayWrite: ExtraFilter = {
  value: oneOf(clinical, {
    about:
      'Only users whose permission groups let them create and change this. Whoever may write prescriptions can be the veterinarian of a visit.',
  }),
  condition: (permission, add) => `exists (select from user_permissiongroup member
    join permissiongroup held on held.organisation = t.o and held.id = member.permissiongroup
    where member.organisation = t.o and member."user" = r.id and not held.archived
      and ${add(permission, 'text')} = any(held.write::text[]))`,
}
