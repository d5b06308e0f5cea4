import type pg from 'pg'
import type { Finding } from './invariants.ts'
import type { Loaded } from './load.ts'

type Kept = { readonly organisation: number; readonly key: string; readonly status: number; readonly digest: string }
type Effects = { readonly organisation: number; readonly requests: string }

const finding = (what: string, looked: number, wrong: readonly string[]): Finding => ({
  number: 13,
  what,
  looked,
  wrong: wrong.length,
  example: wrong[0] ?? null,
})

/** Whether the answers match what the database has: one effect and one answer for each key, none for a refusal. */
export const compareAnswers = async (client: pg.Client, { writes, notExecuted }: Loaded): Promise<Finding[]> => {
  const { rows: kept } = await client.query<Kept>(
    `select organisation, key, status, md5(coalesce(body, '')) as digest from idempotency_key`,
  )
  const nameOf = ({ organisation, key, status, digest }: Kept) => `${organisation} ${key} ${status} ${digest}`
  const [answered, known] = [new Set(writes.map(nameOf)), new Set(kept.map(nameOf))]
  const { rows: effects } = await client.query<Effects>(
    `select e.organisation, count(distinct e.request) as requests from auditevent e join before_run b using (organisation)
     where e.sequence > b.changes and e.credential <> 'service' group by 1`,
  )
  const done = Map.groupBy(writes, ({ organisation }) => organisation)
  const { rows: left } = await client.query<{ request: string }>(
    'select distinct request from auditevent where request = any($1::text[])',
    [notExecuted],
  )
  return [
    finding(
      'every key has the one answer that its sender was given',
      answered.size,
      [...answered.symmetricDifference(known)].concat(kept.length === known.size ? [] : ['a key is kept twice']),
    ),
    finding(
      'there are as many effects as keys',
      writes.length,
      effects
        .filter(({ organisation, requests }) => Number(requests) !== done.get(organisation)?.length)
        .map(
          ({ organisation, requests }) =>
            `organisation ${organisation}: ${requests} effects of ${done.get(organisation)?.length}`,
        ),
    ),
    finding(
      'what was refused or only tried has left nothing',
      notExecuted.length,
      left.map(({ request }) => `request ${request}`),
    ),
  ]
}
