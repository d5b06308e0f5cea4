import { sql } from 'kysely'
import { demoPassword } from '../../demo/demo-clinics.ts'
import { inOrganisation, type Database, type Reader, type Tx } from '../../db/tx.ts'
import { isPassword } from '../../domain/identity/passwords.ts'
import { countByKey, lastOrganisation } from '../../secrets/reseal.ts'
import { nameOf, sealer } from '../../secrets/seal.ts'
import { isThisMachine } from '../../app/addresses.ts'
import { oldestDueClientMessage } from '../../worker/client-messages.ts'
import { oldestDueDelivery } from '../../worker/deliveries.ts'
import { oldestDue } from '../../worker/messages.ts'
import { bad, good, warning, type Finding } from './finding.ts'

/** A worker asks three times a second what is due. */
const aliveSeconds = 30

/** Whether a worker has asked for work lately, by the connections of its role. */
export const checkWorker = async (read: Reader): Promise<Finding> => {
  const [row] = await read<{ alive: number; seen: number }>(
    `select count(*)::int as seen,
       (count(*) filter (where state = 'active' or state_change > now() - make_interval(secs => ${aliveSeconds})))::int as alive
     from pg_stat_activity where datname = current_database() and usename = current_user and application_name = 'fetlock worker'`,
    [],
  )
  const remedy = 'Start "fetlock worker": without one no mail is sent, no webhook posted and no file cleaned up.'
  if (row!.alive > 0) return good('worker', 'at work')
  return bad('worker', row!.seen > 0 ? 'A worker is connected and does nothing.' : 'No worker runs.', remedy)
}

/** How long anything may wait before somebody should look. */
const maxWaitSeconds = 600

export const checkQueues = async (db: Database): Promise<readonly Finding[]> => {
  const queues = [
    ['mail to staff', oldestDue],
    ['messages to clients', oldestDueClientMessage],
    ['webhooks', oldestDueDelivery],
  ] as const
  const findings: Finding[] = []
  for (const [name, oldest] of queues) {
    const minutes = Math.floor((await oldest(db)) / 60)
    if (minutes * 60 >= maxWaitSeconds)
      findings.push(
        warning(
          'queues',
          `The oldest of ${name} has waited for ${minutes} minutes.`,
          'Look at the log of worker; docs/operating/monitoring.md says how to find out for whom. Many that wait need another worker.',
        ),
      )
  }
  return findings.length > 0 ? findings : [good('queues', 'nothing waits for long')]
}

type Organisations = { readonly db: Database; readonly read: Reader }

/** What is found in each organisation. Row security applies to the owner too, so each is read by itself. */
const inEach = async <T>({ db, read }: Organisations, look: (tx: Tx, id: number) => Promise<T>): Promise<T[]> => {
  const found: T[] = []
  const last = await lastOrganisation(read)
  for (let id = 1; id <= last; id++) found.push(await inOrganisation(db, id, (tx) => look(tx, id)))
  return found
}

/** Which keys of the ring are in use, and whether one is missing. */
export const checkKeys = async (owner: Organisations, secretKey: string): Promise<readonly Finding[]> => {
  const { keyIds } = sealer(secretKey)
  const counts = new Map<string, number>()
  for (const found of await inEach(owner, countByKey))
    for (const [id, count] of found) counts.set(id, (counts.get(id) ?? 0) + count)
  const lost = [...counts.keys()].filter((id) => !keyIds.includes(id))
  const unused = keyIds.slice(1).filter((id) => !counts.has(id))
  const outdated = keyIds.slice(1).filter((id) => counts.has(id))
  const findings = [
    ...lost.map((id) =>
      bad(
        'keys',
        `${counts.get(id)} secrets are sealed under the key ${nameOf(id)}, which FETLOCK_SECRET_KEY lacks.`,
        'Put the key back as the last one, then run "fetlock reseal".',
      ),
    ),
    ...unused.map((id) =>
      warning(
        'keys',
        `Nothing is sealed under the key ${nameOf(id)} any more.`,
        'Remove it from FETLOCK_SECRET_KEY, a day after the current key took its place; docs/operating/key-rotation.md.',
      ),
    ),
    ...outdated.map((id) =>
      warning(
        'keys',
        `${counts.get(id)} secrets are sealed under the older key ${nameOf(id)}.`,
        'Run "fetlock reseal".',
      ),
    ),
  ]
  return findings.length > 0 ? findings : [good('keys', 'every sealed secret is under the current key')]
}

const maxNamed = 5
const named = (ids: readonly number[]) =>
  ids.length > maxNamed ? `${ids.slice(0, maxNamed).join(', ')} and ${ids.length - maxNamed} more` : ids.join(', ')

type Security = { readonly id: number; readonly required: boolean }

/** Whether every clinic asks for a second factor. Sandboxes have nobody's data. */
export const checkSecondFactors = async (owner: Organisations): Promise<Finding> => {
  const found = await inEach(owner, async (tx, id): Promise<Security | undefined> => {
    const { rows } = await sql<{ required: boolean }>`
      select second_factor_required as required from security_settings s
      join organisation o on o.id = s.organisation where not o.sandbox`.execute(tx)
    return rows[0] && { id, ...rows[0] }
  })
  const clinics = found.filter((one) => one !== undefined)
  const without = clinics.filter(({ required }) => !required).map(({ id }) => id)
  if (clinics.length === 0) return good('second factors', 'there is no organisation yet')
  if (without.length === 0) return good('second factors', 'required in every organisation')
  return warning(
    'second factors',
    `Not required in organisation ${named(without)}.`,
    'A manager switches second_factor_required on at /settings/security/: a stolen password then opens nothing.',
  )
}

/** Whether somebody could sign in with the password that everybody can read. */
export const checkDemoPasswords = async (owner: Organisations, publicUrl: string): Promise<Finding> => {
  if (isThisMachine(publicUrl)) return good('demo passwords', 'allowed: the public address is this machine')
  const found = await inEach(owner, async (tx, id) => {
    const { rows } = await sql<{ hash: string }>`
      select distinct password_hash as hash from "user" join organisation on organisation.id = "user".organisation
      where organisation.sandbox and is_active and password_hash is not null`.execute(tx)
    for (const { hash } of rows) if (await isPassword(hash, demoPassword)) return id
    return undefined
  })
  const open = found.filter((id) => id !== undefined)
  if (open.length === 0) return good('demo passwords', 'nobody has one')
  return bad(
    'demo passwords',
    `The published password of the demo clinic signs in to organisation ${named(open)}.`,
    open.map((id) => `Run "fetlock sandbox delete --organisation ${id}".`).join(' '),
  )
}
