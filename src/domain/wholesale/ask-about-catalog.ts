import { sql } from 'kysely'
import { readerIn, type Tx } from '../../db/tx.ts'
import type { PlanScope } from './catalog-plan.ts'

/** A statement of the transaction, whose values are added as its text is written. */
export const startStatement = (tx: Tx) => {
  const values: unknown[] = []
  const scope: PlanScope = {
    organisation: 'organisation()',
    add: (value, cast) => `$${values.push(value)}::${cast}`,
  }
  return { scope, add: scope.add, run: <Row>(text: string) => readerIn(tx)<Row>(text, values) }
}

const setPlanner = (tx: Tx, value: 'on' | 'off') =>
  sql`select set_config(name, ${value}, true)
    from unnest('{enable_nestloop,enable_mergejoin,enable_sort}'::text[]) name`.execute(tx)

/**
 * Asks about many products at once. The planner does not know how many there are until the tables have been analyzed, and
 * would compare each product with each item.
 */
export const askAboutCatalog = async <Row>(tx: Tx, write: (scope: PlanScope) => string): Promise<readonly Row[]> => {
  await setPlanner(tx, 'off')
  const { scope, run } = startStatement(tx)
  const rows = await run<Row>(write(scope))
  await setPlanner(tx, 'on')
  return rows
}
