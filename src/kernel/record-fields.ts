import { boolean, timestamp } from './values.ts'

/** Fields that most resources have. */
export const created = timestamp({ readOnly: true, about: 'When the record was created.' })
export const modified = timestamp({
  readOnly: true,
  about:
    'When the record, or one that belongs to it, last changed. No two changes of an organisation share it, and it follows the order of commits, so `modified__gte` never misses one.',
})
const whatArchivedMeans =
  'Out of use: kept and still listed, but no longer offered for new work. `archived__is=false` leaves such records out where the list takes it.'
export const archived = boolean({ optional: true, about: whatArchivedMeans })
export const archivedReadOnly = boolean({ readOnly: true, about: whatArchivedMeans })
