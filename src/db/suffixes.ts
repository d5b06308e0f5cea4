/** As in migrations/0010_search.sql: shorter suffixes are not kept, and longer ones are cut. */
const shortest = 3
const longest = 32

type AddValue = (value: unknown, cast: string) => string

/**
 * Finds records of the organisation `t.o` by the suffixes of one of their texts, kept by the database under this number
 * of the field. A text that contains a term has a suffix that starts with it, and a range of texts is what row security
 * lets an index answer.
 */
export const bySuffix =
  (field: number, term = (text: string) => text) =>
  (value: unknown, add: AddValue): string | undefined => {
    const wanted = term(String(value))
    if ([...wanted].length < shortest) return undefined
    const start = `left(lower(${add(wanted, 'text')}), ${longest})`
    // No character comes after this one, and no suffix is longer than so many of them.
    const end = `${start} || repeat(chr(1114111), ${longest})`
    return `select suffix.record as id from suffix
      where suffix.organisation = t.o and suffix.field = ${field} and suffix.suffix between ${start} and ${end}`
  }

/** Rows of a table, each looked up by an id that a query selects: in this order, whatever the planner would prefer. */
export const rowsById = (ids: string, table: string, condition: string, alias: string) =>
  `(select distinct candidate.id from (${ids}) candidate) wanted
    cross join lateral (select * from ${table} where ${condition} and ${alias}.id = wanted.id offset 0) ${alias}`
