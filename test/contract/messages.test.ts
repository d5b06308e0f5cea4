import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useApi } from '../support/api.ts'

const api = await useApi()

/** What an automated message can be addressed to: the tables that the outbox points at. */
const addressees = async (outbox: string) => {
  const { rows } = await sql<{ table: string }>`select distinct confrelid::regclass::text as table from pg_constraint
    where contype = 'f' and conrelid = ${outbox}::regclass order by 1`.execute(api.rows.db)
  return rows.map(({ table }) => table)
}

it('[S44] sends a client nothing automated, whatever the flags: messages go to members of staff only', async () => {
  expect(await addressees('message')).toEqual(['"user"'])
})

it('would notice a message to a client', async () => {
  expect(await addressees('phonenumber')).toContain('client')
})

it('[S44] keeps what the client wants', async () => {
  const caller = await (await api.givenOrganisation()).caller()
  const { body } = await caller.post('/client/', { firstname: 'Aino', no_sms: true, no_email: true })
  expect((await caller.get(body.url)).body).toMatchObject({ no_sms: true, no_email: true })
  await caller.patch(body.url, { no_sms: false })
  expect((await caller.get(body.url)).body).toMatchObject({ no_sms: false, no_email: true })
})
