// @module-tag waits
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { freePort } from '../../scripts/services/listening.ts'
import { checkout } from '../../scripts/services/settings.ts'
import { testApi, type TestApi } from '../support/api.ts'
import { settingsFor } from '../support/commands.ts'
import { superuserUrl } from '../support/database.ts'
import { until } from '../support/until.ts'

const folder = join(checkout, 'deploy/monitoring')
const textOf = (path: string) => readFileSync(join(checkout, path), 'utf8')
const promtool = (...args: readonly string[]) => execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' })

let scratch: string
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'fetlock-monitoring-'))
})
afterAll(() => rmSync(scratch, { recursive: true }))

const alerts = [...textOf('deploy/monitoring/rules.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)

describe('the alerts', () => {
  it('are rules that Prometheus takes', () => {
    expect(promtool('check', 'rules', join(folder, 'rules.yaml'))).toContain(`${alerts.length} rules found`)
  })

  it('fire on the figures that deserve it', () => {
    expect(promtool('test', 'rules', join(folder, 'rules.test.yaml'))).toContain('SUCCESS')
  })

  it('are seen not to, if one is made deaf', () => {
    writeFileSync(join(scratch, 'rules.yaml'), textOf('deploy/monitoring/rules.yaml').replace('> 0.001', '> 0.5'))
    writeFileSync(join(scratch, 'rules.test.yaml'), textOf('deploy/monitoring/rules.test.yaml'))
    expect(() => promtool('test', 'rules', join(scratch, 'rules.test.yaml'))).toThrow(/FetlockErrors/)
  })

  it.each(alerts)('%s is seen to fire, and has a section that says what to do', (name) => {
    expect(textOf('deploy/monitoring/rules.test.yaml')).toMatch(new RegExp(`alertname: ${name}\\n +exp_alerts:\\n`))
    expect(textOf('docs/operating/alerts.md')).toContain(`\n## ${name}\n`)
    expect(textOf('deploy/monitoring/rules.yaml')).toContain(
      `runbook: docs/operating/alerts.md#${name.toLowerCase()}\n`,
    )
  })
})

type Rule = { readonly name: string; readonly health: string; readonly state: string }
type Panel = { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }
const { panels } = JSON.parse(textOf('deploy/monitoring/dashboard.json')) as { readonly panels: readonly Panel[] }
const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))

/** The real programs, asked by a real Prometheus, which is stopped with them. */
describe('a Prometheus that watches a deployment', () => {
  const running: ChildProcess[] = []
  let own: TestApi
  let prometheus: string
  let api: string
  let users: () => Promise<unknown>

  const start = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    running.push(spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } }))
  }
  const startProgram = async (word: string, settings: Readonly<Record<string, string>>) => {
    const port = await freePort()
    const metrics = { FETLOCK_METRICS_PORT: String(port), FETLOCK_LOG_LEVEL: 'silent' }
    start(process.execPath, [join(checkout, 'src/main.ts'), word], {
      ...settingsFor(own.database),
      ...metrics,
      ...settings,
    })
    return `127.0.0.1:${port}`
  }
  const answers = async (url: string) => {
    try {
      return (await fetch(url)).ok
    } catch {
      return false
    }
  }
  const ask = async <T>(path: string) =>
    ((await (await fetch(`${prometheus}/api/v1/${path}`)).json()) as { readonly data: T }).data
  /** How many series a query finds. What Grafana puts in the place of its variable is four times the interval. */
  const seriesOf = async (expr: string) => {
    const query = new URLSearchParams({ query: expr.replaceAll('$__rate_interval', '10s') }).toString()
    return (await ask<{ readonly result: readonly unknown[] }>(`query?${query}`)).result.length
  }

  beforeAll(async () => {
    own = await testApi()
    const clinic = await own.givenOrganisation()
    const authorization = `Bearer ${await clinic.tokenOf(await clinic.givenApplication())}`
    const port = await freePort()
    api = `http://127.0.0.1:${port}`
    users = () => fetch(`${api}/${clinic.id}/api/0.1/user/?page_size=1000`, { headers: { authorization } })
    const targets = {
      'fetlock-api': await startProgram('api', { FETLOCK_PORT: String(port), FETLOCK_PUBLIC_URL: api }),
      'fetlock-worker': await startProgram('worker', { FETLOCK_PUBLIC_URL: api }),
    }
    const watching = textOf('deploy/monitoring/prometheus.yaml')
      .replaceAll('15s', '1s')
      .replace('rules.yaml', join(folder, 'rules.yaml'))
      .replace('127.0.0.1:9464', targets['fetlock-api'])
      .replace('127.0.0.1:9465', targets['fetlock-worker'])
    writeFileSync(join(scratch, 'prometheus.yaml'), watching)
    const at = await freePort()
    prometheus = `http://127.0.0.1:${at}`
    start('prometheus', [
      `--config.file=${join(scratch, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(scratch, 'data')}`,
      `--web.listen-address=127.0.0.1:${at}`,
      '--log.level=error',
    ])
    await until(() => answers(`${prometheus}/-/ready`))
    await until(() => answers(`${api}/ready`))
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await own.close()
  })

  it('finds both programs and all alerts, and none fires', async () => {
    await until(async () => (await seriesOf('up{job=~"fetlock-(api|worker)"} == 1')) === 2)
    const { groups } = await ask<{ readonly groups: readonly [{ readonly rules: readonly Rule[] }] }>('rules')
    const [{ rules }] = groups
    expect(rules.map(({ name }) => name)).toEqual(alerts)
    expect(rules.filter(({ health }) => health === 'err')).toEqual([])
    expect(rules.filter(({ state }) => state === 'firing')).toEqual([])
  })

  /** What a day brings sooner or later: requests, some too many, and a PostgreSQL that ends its connections. */
  const causeEverything = async () => {
    // A page of a thousand counts as twenty requests.
    await Promise.all(Array.from({ length: 10 }, users))
    await connected(superuserUrl(), (client) =>
      client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [own.database.name]),
    )
  }

  it.each(queries)('has figures for "$title": $expr', async ({ expr }) => {
    await until(async () => {
      if ((await seriesOf(expr)) > 0) return true
      await causeEverything()
      return false
    })
  })
})
