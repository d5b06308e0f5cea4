import { sql } from 'kysely'
import { connect } from '../../db/pool.ts'
import { columnOf } from '../../kernel/fields.ts'
import { fieldsOf, tableOf } from '../../kernel/resource.ts'
import { resources } from '../resources.ts'
import { Failure } from './command.ts'

const isColumn = ([, { link }]: ReturnType<typeof fieldsOf>[number]) => link === undefined || link.from === 'column'

const wantedColumns = () =>
  resources.flatMap((resource) =>
    fieldsOf(resource)
      .filter(isColumn)
      .map(([name, field]) => `${tableOf(resource)}.${columnOf(name, field)}`),
  )

/**
 * Refuses to start on a database that lacks something the resources are made of. It looks at the catalog, because the
 * roles that serve may not read which migrations were applied.
 */
export const requireMigrated = async (url: string) => {
  const { db, close } = connect(url, { max: 1, name: 'fetlock start' })
  try {
    const { rows } = await sql<{ wanted: string }>`
      select wanted from unnest(${[...new Set(wantedColumns())]}::text[]) wanted
      where not exists (select from pg_attribute
        where attrelid = to_regclass(quote_ident(split_part(wanted, '.', 1)))
          and attname = split_part(wanted, '.', 2) and not attisdropped)
      order by wanted limit 1`.execute(db)
    const [missing] = rows
    if (missing !== undefined)
      throw new Failure(
        `The database is older than this program: it lacks ${missing.wanted}. Run "fetlock migrate", then start again.`,
      )
  } finally {
    await close()
  }
}
