import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Pool } from '../../src/db/pool.ts'
import { touch } from '../../src/db/touch.ts'
import { inOrganisation, type Tx } from '../../src/db/tx.ts'
import { patient } from '../../src/domain/clients/patient.resource.ts'
import { requireLinks } from '../../src/kernel/body.ts'
import { useClinic } from '../support/api.ts'
import { givenClient } from '../support/clinic.ts'

const { api, clinic, caller } = await useClinic()
let one: Pool
let clients: number[]
beforeAll(async () => {
  one = connect(api.database.appUrl, { max: 1 })
  clients = [(await givenClient(caller)).id, (await givenClient(caller)).id]
})
afterAll(() => one.close())

/** How often the statements like this were planned for their values, and how often the plan for any values was used. */
const plansOf = async (statement: string) => {
  const [plans] = await one.read<{ custom: number; generic: number }>(
    `select sum(custom_plans)::int as custom, sum(generic_plans)::int as generic from pg_prepared_statements where statement like $1`,
    [statement],
  )
  return plans!
}
const usesToPrepare = 3
const plansBeforeGeneric = 5
const times = 20

it.each<[string, string, (tx: Tx) => Promise<void>]>([
  [
    'the check of a link',
    'select id from "client" where id = $1',
    (tx) => requireLinks(tx, patient.fields, { client: clients[0] }),
  ],
  [
    'the touch of a record',
    'update "client" set modified = modified%',
    (tx) => touch(tx, 'client', 'id', [clients[0]!]),
  ],
])('%s is planned for any record, not for each', async (_what, statement, work) => {
  for (let time = 0; time < times; time++) await inOrganisation(one.db, clinic.id, work)
  expect(await plansOf(statement)).toEqual({
    custom: plansBeforeGeneric,
    generic: times - usesToPrepare + 1 - plansBeforeGeneric,
  })
})
