import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fillApi } from '../../bench/data.ts'
import { scriptOf, seenIn } from '../../bench/engine.ts'
import { prepareFloor } from '../../bench/floor.ts'
import { seedOf, workloads } from '../../bench/measure.ts'
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

it('asks PostgreSQL alone for whole pages, also in the organisation whose number is the size of a page', () => {
  const statement = { text: 'select $1, $2 limit $3 offset $4', values: ['50', 2, 50, 100] }
  const captured = { identity: { text: 'select $1', values: ['50'] }, statements: [statement] }
  const marks = { organisation: 50, record: 0, key: 'key', department: 99, user: 1_200 }
  const size = { organisations: 50, patients: 1_000, clients: 500, tokens: 24 }
  const { text, constants } = scriptOf('list', captured, marks, size)
  expect(text).toContain('select :organisation, :species limit :s0_3 offset :offset;')
  expect(constants.get('s0_3')).toBe('50')
})

it('draws random numbers of its own in every run of the bench, so that no two runs send the same keys', () => {
  const rounds = [0, 1, 2, 3, 4]
  const seeds = rounds.flatMap((round) => workloads.map((workload) => seedOf(1, round, workload)))
  expect(new Set(seeds).size).toBe(seeds.length)
})

it('counts the transactions of the last seconds of pgbench, also where one of its threads finished none', () => {
  const home = mkdtempSync(join(tmpdir(), 'fetlock-bench-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  writeFileSync(join(home, 'log.1'), '0 1 9000 0 100 0\n0 2 2000 0 102 500000\n0 3 4000 0 103 0\n')
  writeFileSync(join(home, 'log.1.1'), '')
  expect(seenIn(home, 2)).toEqual({ requests: 2, rate: 1, p99: 4 })
})

it('leaves the rows of the business alone with the smallest transactions', async () => {
  const { superuserUrl: superuser, appUrl: app, drop } = await testDatabase()
  onTestFinished(drop)
  const size = { organisations: 2, patients: 10, clients: 5, tokens: 3 }
  await fillApi({ superuser }, size, 1)
  const floor = await prepareFloor({ superuser, app }, size)
  const run = { connections: 1, seed: 1, skipped: 0, seconds: 1 }
  expect((await floor.measure('create', run)).requests).toBeGreaterThan(0)
  expect((await floor.measure('pay', run)).requests).toBeGreaterThan(0)
  const { rows } = await connected(superuser, (client) =>
    client.query(`select count(*) > 10 as "hasNumbers",
        (select count(*) from client where modified > '2026-01-01') > 0 as "hasTouched",
        (select count(*) from invoicepayment) - 10 as payments, (select count(*) / 2 from journal_line) as entries,
        (select sum(amount) from journal_line) as off, (select sum(1239990 - due_sum) from invoice) as paid,
        (select count(*) from auditevent) as events, (select count(*) from suffix) as suffixes
      from phonenumber`),
  )
  const { payments, ...rest } = rows[0]
  expect(Number(payments)).toBeGreaterThan(0)
  expect(rest).toEqual({
    hasNumbers: true,
    hasTouched: true,
    entries: payments,
    off: '0.00',
    paid: `${payments}.00`,
    events: '0',
    suffixes: '0',
  })
})
