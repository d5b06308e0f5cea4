import { inOrganisation, type Database, type Tx } from '../../src/db/tx.ts'
import { actorIn } from '../../src/demo/actor.ts'
import { payInvoice } from '../../src/domain/billing/pay-invoice.ts'
import { finalizeSale, addSaleItem, createSale } from '../../src/domain/billing/countersales.ts'
import { recordPrepayment } from '../../src/domain/billing/prepayments.ts'
import { refundInvoice } from '../../src/domain/billing/refund-invoice.ts'
import { insuranceClaim } from '../../src/domain/billing/statuses.ts'
import { addItem } from '../../src/domain/items/items.ts'
import { registerClient } from '../../src/domain/clients/clients.ts'
import { addItemOf } from '../../src/domain/consultations/consultation-items.ts'
import { finalizeConsultation } from '../../src/domain/consultations/finalize-consultation.ts'
import { createDepartment } from '../../src/domain/organisation/create-department.ts'
import type { Actor } from '../../src/kernel/caller.ts'

/**
 * How far an invoice has come when two requests are fired at it; in the last two it is still to be made. What is credited an
 * insurer had paid half of, so both get money back.
 */
export const states = ['draft', 'unpaid', 'half paid', 'paid', 'credited', 'visit', 'sale'] as const
export type State = (typeof states)[number]

const ofSale: ReadonlySet<State> = new Set(['half paid', 'credited', 'sale'])

/** Two rows, of 62.00 and 37.20 with VAT. */
const prices = ['50.00', '30.00'] as const
export const total = '99.20'
export const half = '49.60'

/** Who works in an organisation, and what is sold there. */
export type Clinic = { readonly organisation: number; readonly actor: Actor; readonly items: readonly number[] }

/** All that one pair is fired at. Its department is its own, so that no other pair books there. */
export type Scenario = {
  readonly state: State
  readonly organisation: number
  readonly department: number
  readonly client: number
  readonly prepayment: number
  readonly item: number
  readonly consultation?: number
  readonly sale?: number
  /** The first row of the visit or of the sale. */
  readonly entry: number
  readonly invoice?: number
  readonly row?: number
  readonly payment?: number
  readonly creditNote?: number
}

const procedure = 1

export const givenClinic = async (db: Database, organisation: number): Promise<Clinic> =>
  inOrganisation(db, organisation, async (tx) => {
    const { id: user } = await tx.selectFrom('user').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
    const actor: Actor = { ...actorIn(organisation, new Date(), (secret) => Buffer.from(secret)), user }
    const { id: vat_group } = await tx
      .insertInto('vatgroup')
      .values({ title: 'VAT', percentage: '24.00' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const items: number[] = []
    for (const price of prices)
      items.push(await addItem(tx, actor, { type_code: procedure, name: `At ${price}`, price, vat_group }))
    return { organisation, actor, items }
  })

const givenVisit = async (tx: Tx, { actor, items }: Clinic, department: number, client: number) => {
  const { id: patient } = await tx
    .insertInto('patient')
    .values({ client, name: 'Animal', species: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: consultation } = await tx
    .insertInto('consultation')
    .values({
      client,
      department,
      supervising_veterinarian: actor.user,
      type: 1,
      status: 8,
      status_changed: actor.now,
      started: actor.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('consultation_patient').values({ consultation, patient }).execute()
  const entries: number[] = []
  for (const item of items) entries.push(await addItemOf(procedure)(tx, actor, { consultation, item, quantity: '1' }))
  return { consultation, entry: entries[0]! }
}

const insured = async (tx: Tx, client: number) => {
  const { id } = await tx
    .insertInto('alternative_payer')
    .values({ client, organization_name: 'Insurer' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { alternative_payer: id, alternative_payer_share: '50' }
}

const givenSale = async (tx: Tx, { actor, items }: Clinic, department: number, client: number, state: State) => {
  const payer = state === 'credited' ? await insured(tx, client) : {}
  const sale = await createSale(tx, actor, { department, client, ...payer })
  for (const item of items) await addSaleItem(tx, actor, sale, { item, quantity: '1' })
  const { id: entry } = await tx
    .selectFrom('countersaleitem')
    .select('id')
    .where('countersale', '=', sale)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return { sale, entry }
}

const findInvoice = async (tx: Tx, department: number) => {
  const { id: invoice } = await tx
    .selectFrom('invoice')
    .select('id')
    .where('department', '=', department)
    .executeTakeFirstOrThrow()
  const { id: row } = await tx
    .selectFrom('invoicerow')
    .select('id')
    .where('invoice', '=', invoice)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return { invoice, row }
}

const paidIn: Partial<Record<State, string>> = { 'half paid': half, paid: total, credited: half }

/** Takes what was sold as far as the state says. */
const bringTo = async (tx: Tx, { actor }: Clinic, state: State, department: number) => {
  const found = await findInvoice(tx, department)
  const paid = paidIn[state]
  if (paid === undefined) return found
  const payment = await payInvoice(tx, actor, { invoice: found.invoice, payment_type: 0, paid })
  if (state !== 'credited') return { ...found, payment }
  await payInvoice(tx, actor, { invoice: found.invoice, payment_type: insuranceClaim, paid: half })
  return { ...found, payment, creditNote: await refundInvoice(tx, actor, found.invoice, {}) }
}

const givenScene = async (tx: Tx, clinic: Clinic, state: State): Promise<Scenario> => {
  const { organisation, actor, items } = clinic
  const department = await createDepartment(tx, actor, { name: 'Branch' })
  if (state === 'draft')
    await tx
      .updateTable('department_settings')
      .set({ finalize_invoice_with_consultation: false })
      .where('id', '=', department)
      .execute()
  const client = await registerClient(tx, actor, { lastname: 'Owner' })
  const prepayment = await recordPrepayment(tx, actor, { department, client, payment_type: 2, paid: total })
  const sold = await (ofSale.has(state) ? givenSale : givenVisit)(tx, clinic, department, client, state)
  const scenario = { state, organisation, department, client, prepayment, item: items[0]!, ...sold }
  if (state === 'visit' || state === 'sale') return scenario
  await ('sale' in sold ? finalizeSale(tx, actor, sold.sale) : finalizeConsultation(tx, actor, sold.consultation))
  return { ...scenario, ...(await bringTo(tx, clinic, state, department)) }
}

/** Scenes of one state, all made in one transaction. */
export const createScenarios = (db: Database, clinic: Clinic, state: State, count: number): Promise<Scenario[]> =>
  inOrganisation(db, clinic.organisation, async (tx) => {
    const scenarios: Scenario[] = []
    const now = new Date()
    while (scenarios.length < count)
      scenarios.push(await givenScene(tx, { ...clinic, actor: { ...clinic.actor, now } }, state))
    return scenarios
  })
