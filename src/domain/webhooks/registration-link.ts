import type { Field, FieldOptions, Id } from '../../kernel/fields.ts'
import { ref, urlOf } from '../../kernel/links.ts'

/** A link to the registration of a wholesaler, null once its application has deleted it. */
export const registrationLink = <const O extends FieldOptions>(options: O): Field<Id<'available_wholesaler'>, O> => ({
  ...ref('available_wholesaler', options),
  select: (column, at) => `(select ${urlOf('available_wholesaler', 'a.id', at)} from available_wholesaler a
    where a.organisation = ${at.organisation} and a.id = ${column} and not a.removed)`,
})
