import { describe, expect, it } from 'vitest'
import { useClinic } from '../../test/support/api.ts'
import { givenClient } from '../../test/support/clinic.ts'
import { useSuperuser } from '../../test/support/database.ts'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../test/support/commands.ts'
import { useWorkerParts } from '../../test/support/deliveries.ts'
import { logTo } from '../commands/log.ts'
import { anchorChain, anchorChains } from './audit-anchors.ts'
import { streamEvents } from './security-events.ts'

const { api, clinic, caller } = await useClinic()
const administrator = await useSuperuser(api)
const { db } = useWorkerParts(api)
useSettings(settingsFor(api.database))

const unexpected = (organisation: number, problem: unknown) => {
  throw new Error(`Organisation ${organisation}`, { cause: problem })
}
const noted = async () =>
  (await caller.get('/securityevent/?kind__is=audit.anchored')).body.results.map(
    ({ details }: { details: { end: string } }) => details.end,
  )
const verify = (...more: readonly string[]) => fetlock('audit', 'verify', '--organisation', String(clinic.id), ...more)

describe('the end of the audit chain', () => {
  it('is noted in the log of security events whenever it has moved', async () => {
    await givenClient(caller)
    const before = await noted()
    await anchorChains(db, unexpected)
    await anchorChains(db, unexpected)
    const [end] = (await noted()).slice(before.length)
    expect(end).toBe(jsonOf(await verify('--json')).end)
    expect(await noted()).toHaveLength(before.length + 1)

    const lines: string[] = []
    await streamEvents({ db, log: logTo({ write: (line: string) => void lines.push(line) }) }, clinic.id)
    expect(lines.join('')).toContain(end)

    await givenClient(caller)
    await anchorChains(db, unexpected)
    expect(await noted()).toHaveLength(before.length + 2)
  })

  it('reveals a chain that was forged up to its end afterwards', async () => {
    await givenClient(caller)
    await anchorChain(db, clinic.id)
    const end = (await noted()).at(-1)
    expect((await verify('--expect', end)).code).toBe(0)
    await administrator.query(`begin; select set_config('app.organisation', '${clinic.id}', true);
      update auditevent e set address = '192.0.2.1' from ledger l
        where e.organisation = organisation() and l.organisation = e.organisation and e.sequence = l.changes;
      update auditevent e set hash = audit_link(b.hash, e) from ledger l, auditevent b
        where e.organisation = organisation() and l.organisation = e.organisation and e.sequence = l.changes
          and b.organisation = e.organisation and b.sequence = e.sequence - 1;
      update ledger l set chain = e.hash from auditevent e
        where l.organisation = organisation() and e.organisation = l.organisation and e.sequence = l.changes;
      commit`)
    expect((await verify()).code).toBe(0)
    const forged = await verify('--expect', end)
    expect([forged.code, forged.err]).toEqual([1, expect.stringContaining('does not have the hash given')])
  })
})
