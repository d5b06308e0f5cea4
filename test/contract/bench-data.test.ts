import { expect, it, onTestFinished } from 'vitest'
import { fillApi } from '../../bench/data.ts'
import { connected } from '../../scripts/database.ts'
import { testDatabase } from '../support/database.ts'

it('takes the rows that the bench measures with', async () => {
  const { superuserUrl, drop } = await testDatabase()
  onTestFinished(drop)
  await fillApi({ superuser: superuserUrl }, { organisations: 2, patients: 10, clients: 5, tokens: 3 }, 1)
  const { rows } = await connected(superuserUrl, (client) =>
    client.query('select (select count(*) from patient) as patients, (select count(*) from invoice) as invoices'),
  )
  expect(rows).toEqual([{ patients: '20', invoices: '10' }])
})
