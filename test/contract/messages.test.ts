import { postsNothing } from '../support/deliveries.ts'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { resourceRegistry } from '../../src/app/resources.ts'
import { connect } from '../../src/db/pool.ts'
import { objectStoreAt } from '../../src/gateways/object-store.ts'
import type { Mail } from '../../src/gateways/smtp.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { useClinic } from '../support/api.ts'
import { done, givenInvoice } from '../support/billing.ts'
import { givenClient, givenConsultation, givenPatient, givenPhoneNumber, givenUser } from '../support/clinic.ts'

const { api, clinic, caller } = await useClinic()

/** Runs a worker that records its mails instead of sending them. */
const givenWorker = () => {
  const [db, app] = [connect(api.database.workerUrl, { max: 4 }), connect(api.database.appUrl, { max: 2 })]
  const store = objectStoreAt(api.options.store)
  const mails: Mail[] = []
  const worker = startWorker({
    db: db.db,
    app: app.db,
    resources: resourceRegistry,
    smtp: { send: async (mail) => void mails.push(mail), close: () => {} },
    store,
    ...postsNothing,
    publicUrl: api.publicUrl,
    log: api.options.logger,
  })
  onTestFinished(async () => {
    await worker.stop()
    store.close()
    await Promise.all([db.close(), app.close()])
  })
  return mails
}

/** Records about a client. None of them is sent to anybody. */
const records = [
  'alternative_payer',
  'appointment',
  'attachment',
  'client',
  'consultation',
  'countersale',
  'custom_field_value',
  'diagnosticimaging_worklist',
  'import_reference',
  'invoice',
  'openingbalance',
  'patient',
  'phonenumber',
  'prescription',
  'stock_movement',
  'unallocatedpayment',
]

/** The tables with a foreign key to this one. */
const tablesWithLinkTo = async (table: string) => {
  const { rows } = await sql<{ table: string }>`select distinct conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = ${table}::regclass order by 1`.execute(api.rows.db)
  return rows.map((row) => row.table)
}

it('[S44] sends nothing automated to a client who wants none', async () => {
  const mails = givenWorker()
  const owner = await givenClient(caller, { email: 'owner@example.com', no_sms: true, no_email: true })
  await givenPhoneNumber(caller, owner, { phone_number: '+358 45 111 2222' })
  await givenConsultation(caller, { patients: [await givenPatient(caller, { client: owner.url })] })
  const invoice = await givenInvoice(caller, clinic, { client: owner.url })
  await done(caller.post('/invoicepayment/', { invoice: invoice.url, paid: '1.00', payment_type: 1 }))
  const colleague = await givenUser(caller)
  await caller.post(`/user/${colleague.id}/invite/`)
  // The invitation comes last: whatever was to be sent before it has been sent.
  await expect.poll(() => mails.map(({ to }) => to), { timeout: 10_000 }).toContain(colleague.email)
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).not.toContain('owner@example.com')
})

it('[S44] has one outbox, for members of staff only', async () => {
  expect(await tablesWithLinkTo('client')).toEqual(records)
  const { rows } = await sql<{ table: string }>`select distinct confrelid::regclass::text as table from pg_constraint
    where contype = 'f' and conrelid = 'message'::regclass order by 1`.execute(api.rows.db)
  expect(rows).toEqual([{ table: '"user"' }])
})

it('[S44] keeps what the client wants', async () => {
  const { body } = await caller.post('/client/', { firstname: 'Aino', no_sms: true, no_email: true })
  expect((await caller.get(body.url)).body).toMatchObject({ no_sms: true, no_email: true })
  await caller.patch(body.url, { no_sms: false })
  expect((await caller.get(body.url)).body).toMatchObject({ no_sms: false, no_email: true })
})
