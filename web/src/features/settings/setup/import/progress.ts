import type { Import } from '../../../../api/records.ts'

/** How far an import is, over all of its files. */
export const progressOf = ({ files }: Pick<Import, 'files'>) => {
  const sum = (name: 'rows' | 'new' | 'matched' | 'refused') => files.reduce((total, file) => total + file[name], 0)
  const counted = { new: sum('new'), matched: sum('matched'), refused: sum('refused') }
  const done = counted.new + counted.matched + counted.refused
  return { ...counted, all: sum('rows'), done, rest: sum('rows') - done }
}
