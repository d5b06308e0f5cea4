import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connected } from '../../scripts/database.ts'
import { answerMessages } from '../harness.ts'
import { addUp, findWrong, invariants, type Finding } from './invariants.ts'

/** `until wrong` is answered as soon as something is, if ever. */
export type Order = { readonly start: { readonly superuserUrl: string } } | 'until wrong' | 'finish'
export type Observed = { readonly snapshots: number; readonly findings: readonly Finding[] }

/** What is final never changes: each of these, by record, is the same whenever it is looked at. */
const finals: Readonly<Record<string, string>> = {
  'the payer, number and references of a numbered invoice': `
    select 'invoice ' || organisation || '/' || id as about, md5(row(client, department, consultation, countersale_record, currency,
      credit_note, credit_note_original_invoice, invoice_number, invoice_prefix, reference_number, additional_reference, invoice_date,
      invoice_due_date, finalized, total, total_vat, total_with_vat, payer_name, payer_organization_name, payer_vat_number,
      payer_register_number, payer_country_code, payer_street_address, payer_street_address_2, payer_zip_code, payer_city,
      payer_state, payer, alternative_payer, alternative_payer_name, alternative_payer_share, letterhead, remarks)::text) as digest
    from invoice where invoice_number is not null`,
  'the rows of a numbered invoice': `
    select 'rows of ' || r.organisation || '/' || r.invoice as about, md5(string_agg(to_jsonb(r) - 'modified' #>> '{}', ' ' order by r.id)) as digest
    from invoicerow r join invoice i on i.organisation = r.organisation and i.id = r.invoice
    where i.invoice_number is not null group by r.organisation, r.invoice`,
  'a payment': `
    select 'payment ' || organisation || '/' || id as about, md5((to_jsonb(p) - 'modified')::text) as digest from invoicepayment p`,
}
const closed = `
  select 'report ' || organisation || '/' || id as about, md5((to_jsonb(r) - 'modified')::text) as digest from accountingreport r`

const seen = new Map<string, string>()

const compareFinals = async (client: pg.Client, number: number, what: string, look: string): Promise<Finding> => {
  const { rows } = await client.query<{ about: string; digest: string }>(look)
  const changed = rows.filter(({ about, digest }) => (seen.get(about) ?? digest) !== digest)
  for (const { about, digest } of rows) seen.set(about, seen.get(about) ?? digest)
  return { number, what, looked: rows.length, wrong: changed.length, example: changed[0]?.about ?? null }
}

/** Looks at everything as of one moment. */
const lookOnce = async (client: pg.Client) => {
  const found: Finding[] = []
  await client.query('begin isolation level repeatable read read only')
  for (const invariant of invariants) found.push(await findWrong(client, invariant))
  for (const [what, look] of Object.entries(finals))
    found.push(await compareFinals(client, 7, `${what} never changes`, look))
  found.push(await compareFinals(client, 12, 'a report that is closed never changes', closed))
  await client.query('commit')
  return found
}

/** Observing takes at most this part of the time. */
const share = 0.15
const finishing = new AbortController()
let findings: readonly Finding[] = []
let snapshots = 0

const observe = (superuserUrl: string) =>
  connected(superuserUrl, async (client) => {
    for (let isLast = false; !isLast; ) {
      isLast = finishing.signal.aborted
      const began = performance.now()
      findings = addUp([...findings, ...(await lookOnce(client))])
      snapshots++
      const took = performance.now() - began
      await sleep(Math.max(1000, took / share), undefined, { signal: finishing.signal }).catch(() => {})
    }
  })

const isWrong = () => findings.some(({ wrong }) => wrong > 0)

let observing: Promise<void> = Promise.resolve()
answerMessages<Order, Observed>(async (order) => {
  if (order === 'finish') {
    finishing.abort()
    await observing
  } else if (order === 'until wrong') {
    while (!isWrong()) await sleep(200)
  } else observing = observe(order.start.superuserUrl)
  return { snapshots, findings }
})
