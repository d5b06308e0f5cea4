import type pg from 'pg'
import { newTally, untilKnown } from '../sending.ts'
import { cashStep, inCoins, type Finding } from './invariants.ts'
import type { Clinic } from './clinics.ts'

const columns =
  `payer_name payer_organization_name payer_vat_number payer_register_number payer_country_code payer_street_address
  payer_street_address_2 payer_zip_code payer_city payer_state invoice_prefix reference_number additional_reference total_with_vat
  due_sum`.split(/\s+/)
const rounded = `(select coalesce(sum(p.paid), 0) from invoicepayment p
  where p.organisation = i.organisation and p.invoice = i.id and p.payment_type = 3)`
/** What is shown besides what is kept. */
const computed = {
  cash_due_sum: `(select ${inCoins('i.due_sum', 's.rounded', 's.step')}::numeric(14, 2)::text
    from (select ${cashStep} as step, ${rounded} as rounded) s)`,
}
const shown = [...columns, ...Object.keys(computed)]
const pageSize = 500

type Page = { readonly results: readonly (Readonly<Record<string, unknown>> & { readonly id: number })[] }

/** Whether the API shows of every numbered invoice what was kept of it, and nothing that has changed elsewhere since. */
export const compareShown = async (
  client: pg.Client,
  bases: readonly string[],
  clinics: readonly Clinic[],
): Promise<Finding> => {
  let looked = 0
  const wrong: string[] = []
  for (const { organisation, keys } of clinics) {
    const { rows } = await client.query<{ id: string; kept: string }>(
      `select id, json_build_array(${[...columns.map((column) => `${column}::text`), ...Object.values(computed)].join(', ')})::text as kept
       from invoice i where organisation = $1 and invoice_number is not null`,
      [organisation],
    )
    const kept = new Map(rows.map((row) => [Number(row.id), JSON.stringify(JSON.parse(row.kept))]))
    for (let [after, asked] = [0, 0]; ; asked++) {
      const path = `/${organisation}/api/0.1/invoice/?id__gt=${after}&page_size=${pageSize}`
      const headers = { authorization: keys[asked % keys.length]! }
      const { text } = await untilKnown(bases, { method: 'GET', path, headers }, newTally(), asked)
      const { results } = JSON.parse(text) as Page
      for (const record of results) {
        const expected = kept.get(record.id)
        if (expected === undefined) continue
        looked++
        if (JSON.stringify(shown.map((name) => record[name])) !== expected)
          wrong.push(`invoice ${organisation}/${record.id}`)
      }
      if (results.length < pageSize) break
      after = results.at(-1)!.id
    }
  }
  const what = 'a numbered invoice is shown as it was kept'
  return { number: 7, what, looked, wrong: wrong.length, example: wrong[0] ?? null }
}
