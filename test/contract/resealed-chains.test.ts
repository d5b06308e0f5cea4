import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { useApi, type TestOrganisation } from '../support/api.ts'
import { givenClient } from '../support/clinic.ts'
import { fetlock, jsonOf, settingsFor, useSettings } from '../support/commands.ts'
import { useSuperuser } from '../support/database.ts'

const migration = '0201_erasable_audit.sql'
const api = await useApi()
const superuser = await useSuperuser(api)
useSettings(settingsFor(api.database))

/** Chains as they were before the migration: over plain values. */
const returnToFormerChains = `
  alter table auditevent drop column salt, drop column commitment;
  drop function audit_link, audit_commitment, erase_changes;
  ${readFileSync('migrations/0171_planned_hash.sql', 'utf8')}
  do $$
  declare
    event auditevent;
    chain bytea;
  begin
    for id in 1 .. (select last_value from organisation_id_seq) loop
      perform set_config('app.organisation', id::text, true);
      chain := '';
      for event in select * from auditevent where organisation = organisation() order by sequence loop
        chain := audit_link(chain, event);
        update auditevent set hash = chain where organisation = organisation() and auditevent.id = event.id;
      end loop;
      update ledger set chain = (select hash from auditevent e where e.organisation = ledger.organisation and e.sequence = ledger.changes)
        where organisation = organisation();
    end loop;
  end $$;
  delete from migration where name = '${migration}'`

/** What a forger of the whole chain would do. */
const sealAnew = (id: number) => `do $$
  declare
    event auditevent;
    chain bytea := '';
  begin
    for event in select * from auditevent where organisation = ${id} order by sequence loop
      chain := audit_link(chain, event);
      update auditevent set hash = chain where organisation = ${id} and auditevent.id = event.id;
    end loop;
    update ledger set chain = (select hash from auditevent where organisation = ${id} order by sequence desc limit 1)
      where organisation = ${id};
  end $$`

const problemsOf = async ({ id }: TestOrganisation) => {
  await superuser.query(`select set_config('app.organisation', $1, false)`, [String(id)])
  return (await superuser.query('select verify_audit() as problem')).rows.map(({ problem }) => problem)
}
const endOf = async ({ id }: TestOrganisation): Promise<string> => {
  const { rows } = await superuser.query(
    `select changes || ':' || encode(chain, 'hex') as end from ledger where organisation = $1`,
    [id],
  )
  return rows[0].end
}
const verify = ({ id }: TestOrganisation, ...more: readonly string[]) =>
  fetlock('audit', 'verify', '--organisation', String(id), ...more)

describe('a chain from before it covered commitments', () => {
  let [intact, altered, shortened]: TestOrganisation[] = []
  const former = new Map<TestOrganisation, string>()
  let [before, applied]: (readonly string[])[] = []
  beforeAll(async () => {
    const clinics = [await api.givenOrganisation(), await api.givenOrganisation(), await api.givenOrganisation()]
    for (const clinic of clinics) {
      const caller = await clinic.caller()
      for (const lastname of ['Aalto', 'Berg', 'Carlsson']) await givenClient(caller, { lastname })
    }
    ;[intact, altered, shortened] = clinics
    await connected(api.database.ownerUrl, (owner) => owner.query(returnToFormerChains))
    await superuser.query(`update auditevent set address = '192.0.2.1' where organisation = $1 and sequence = 3`, [
      altered!.id,
    ])
    await superuser.query(`update ledger set chain = sha256(chain) where organisation = $1`, [shortened!.id])
    for (const clinic of clinics) former.set(clinic, await endOf(clinic))
    before = await problemsOf(intact!)
    applied = await migrate(api.database.ownerUrl)
  })

  it('is sealed anew, and grows on', async () => {
    expect([before, applied]).toEqual([[], [migration]])
    expect(await problemsOf(intact!)).toEqual([])
    expect(await endOf(intact!)).not.toBe(former.get(intact!))
    await givenClient(await intact!.caller())
    expect(await problemsOf(intact!)).toEqual([])
  })

  it('shows what was altered before as it did', async () => {
    expect(await problemsOf(altered!)).toEqual(['Event 3 is not what was written.'])
    expect(await problemsOf(shortened!)).toEqual(['The end of the chain is not what was written.'])
  })

  it('is known by the end that it had, which is noted with the one that it has', async () => {
    const end = former.get(intact!)!
    const { rows } = await superuser.query(
      `select details from security_event where organisation = $1 and kind = 'audit.anchored'`,
      [intact!.id],
    )
    expect(rows).toEqual([{ details: { former_end: end, end: expect.stringMatching(/^\d+:[\da-f]{64}$/) } }])
    expect(jsonOf(await verify(intact!, '--expect', end, '--json'))).toMatchObject({ erased: 0 })
    expect((await verify(intact!, '--expect', former.get(altered!)!)).code).toBe(1)
    expect((await verify(intact!, '--expect', rows[0].details.end)).code).toBe(0)
  })

  it('is not taken for a chain that was forged to its end, whatever the database says took its place', async () => {
    const [end, { id }] = [former.get(intact!)!, intact!]
    const event = Number(end.split(':')[0])
    await connected(api.database.superuserUrl, async (client) => {
      await client.query('begin')
      await client.query(`select set_config('app.organisation', $1, true)`, [String(id)])
      await client.query(`update auditevent set address = '192.0.2.1' where organisation = ${id} and sequence = 2`)
      await client.query(sealAnew(id))
      await client.query(
        `update security_event set details = details || jsonb_build_object('end', $1::int || ':' || (select encode(hash, 'hex')
           from auditevent where organisation = ${id} and sequence = $1)) where organisation = ${id} and details ? 'former_end'`,
        [event],
      )
      await client.query('commit')
    })
    expect(await problemsOf(intact!)).toEqual([])
    const refused = await verify(intact!, '--expect', end)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`Event ${event} does not have the hash`)])
  })

  it('cannot be compared once values are erased: the end in its place is only what the database says', async () => {
    const { id } = intact!
    await superuser.query(`select set_config('app.organisation', $1, false)`, [String(id)])
    const { rows } = await superuser.query(
      `select e.id, e.resource, e.record, e.salt, e.changes from auditevent e join auditevent first using (organisation, resource, record)
       where e.organisation = $1 and first.sequence = 1`,
      [id],
    )
    await superuser.query('select erase_changes($1, $2)', [rows[0].resource, rows[0].record])
    const refused = await verify(intact!, '--expect', former.get(intact!)!)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('The database itself says that')])
    // Every row is compared with the audit trail in the end.
    for (const { id: event, salt, changes } of rows)
      await superuser.query(
        'update auditevent set salt = $3, changes = $4, commitment = null where organisation = $1 and id = $2',
        [id, event, salt, changes],
      )
  })
})
