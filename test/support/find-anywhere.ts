import type pg from 'pg'

export type Place = { readonly table: string; readonly column: string; readonly row: string; readonly text: string }

/**
 * Where one of these texts is, in any column of any table: the columns are those of the catalog, so that a table that is new
 * is searched too. Everything is searched in its text, and bytes for those of the text.
 */
export const findAnywhere = async (client: pg.Client, texts: readonly string[]): Promise<Place[]> => {
  const { rows: tables } = await client.query<{ table: string }>(
    `select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`,
  )
  const escaped = texts.map((text) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`)
  const bytes = texts.map((text) => `%${Buffer.from(text).toString('hex')}%`)
  const found: Place[] = []
  for (const { table } of tables) {
    const { rows } = await client.query<Place>(
      `select $1::text as table, told.key as column, r.whole::text as row, told.value as text
       from (select to_jsonb(t) as whole from "${table}" t) r, lateral jsonb_each_text(r.whole) told
       where r.whole::text ilike any($2) and told.value ilike any(case when told.value like '\\\\x%' then $3 else $2 end)`,
      [table, [...escaped, ...bytes], bytes],
    )
    found.push(...rows)
  }
  return found
}
