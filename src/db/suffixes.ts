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
    return `select s.record as id from suffix s where s.organisation = t.o and s.field = ${field} and s.suffix between ${start} and ${end}`
  }

/** Rows of a table, each looked up by an id that a query selects: in this order, whatever the planner would prefer. */
export const rowsAmong = (ids: string, rows: string, alias: string) =>
  `(select distinct i.id from (${ids}) i) f cross join lateral (select * from ${rows} and ${alias}.id = f.id offset 0) ${alias}`
