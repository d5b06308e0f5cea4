import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { filled, makeCell, writeFiles } from '../../scripts/cell/files.ts'

const folder = 'deploy/cell'
const template = (name: string) => readFileSync(join(folder, name), 'utf8')
/** The value of a setting that is alone on its line. */
const setting = (text: string, name: string) => new RegExp(`^ *${name}: '?([^'#\\n]+?)'?$`, 'm').exec(text)?.[1]

const givenCell = async () => {
  const home = mkdtempSync(join(tmpdir(), 'fetlock-cell-'))
  // Or PostgreSQL's account could not enter it, and the nodes would be elsewhere.
  chmodSync(home, 0o755)
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const cell = await makeCell(home)
  writeFiles(cell)
  return cell
}

it('fills in everything that is left open, and nothing else', async () => {
  const { nodes, folder: home } = await givenCell()
  const written = [
    ...['haproxy-postgresql.cfg', 'haproxy-api.cfg'].map((name) => join(home, name)),
    ...nodes.flatMap((node) => ['patroni.yaml', 'etcd.yaml'].map((name) => join(node.home, name))),
  ]
  const open = written.filter((path) => /\$\{|undefined/.test(readFileSync(path, 'utf8').replaceAll(/^\s*#.*$/gm, '')))
  expect(open).toEqual([])
  expect(readdirSync(folder).toSorted()).toEqual([
    'etcd.yaml',
    'haproxy-api.cfg',
    'haproxy-postgresql.cfg',
    'patroni.yaml',
  ])
  expect(() => filled('etcd.yaml', {})).toThrow('deploy/cell/etcd.yaml has ${name}, which has no value.')
})

it.each(['haproxy-postgresql.cfg', 'haproxy-api.cfg'])('%s is understood by HAProxy', async (name) => {
  const { folder: home } = await givenCell()
  execFileSync('haproxy', ['-c', '-f', join(home, name)], { stdio: 'pipe' })
})

it('leads to the node that Patroni calls the primary, and disconnects from one that it does not any more', () => {
  const text = template('haproxy-postgresql.cfg')
  expect(text).toMatch(/^ *http-check send meth OPTIONS uri \/primary$/m)
  expect(text).toMatch(/^ *default-server check port 8008 .*\bon-marked-down shutdown-sessions$/m)
})

it('never sends a request to a second process that a first one has seen', () => {
  expect([...template('haproxy-api.cfg').matchAll(/^ *retry-on (.+)$/gm)].map(([, words]) => words)).toEqual([
    'conn-failure',
  ])
})

it('waits longer than an event stream is silent', () => {
  const [, silent = ''] = /keepAliveMs = ([\d_]+)/.exec(readFileSync('src/events/events.ts', 'utf8'))!
  for (const side of ['client', 'server']) {
    const [, seconds] = new RegExp(`^ *timeout ${side} (\\d+)s$`, 'm').exec(template('haproxy-api.cfg'))!
    expect(Number(seconds) * 1_000).toBeGreaterThan(2 * Number(silent.replaceAll('_', '')))
  }
})

it('acknowledges what two machines have, and lets a silent primary give up before another one begins', () => {
  const text = template('patroni.yaml')
  expect([setting(text, 'synchronous_mode'), setting(text, 'synchronous_commit')]).toEqual(['true', 'on'])
  const [ttl, wait, retry] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) => Number(setting(text, name)))
  expect(ttl).toBeGreaterThanOrEqual(wait! + 2 * retry!)
})

it('lets nobody read or write in etcd who has no certificate of the cell', async () => {
  const text = template('etcd.yaml')
  expect(text).not.toContain('http://')
  expect(text.match(/^ {2}client-cert-auth: true$/gm)).toHaveLength(2)
  expect(setting(template('patroni.yaml'), 'protocol')).toBe('https')
  const { nodes, folder: home } = await givenCell()
  for (const node of nodes) {
    const [authority, certificate] = [join(home, 'ca.pem'), join(node.home, 'node.pem')]
    const said = execFileSync(
      'openssl',
      ['verify', '-CAfile', authority, '-verify_ip', node.address, '-purpose', 'sslserver', certificate],
      { encoding: 'utf8' },
    )
    expect(said).toContain('OK')
    expect(statSync(join(node.home, 'node.key')).mode & 0o077).toBe(0)
  }
})

it('speaks the version of the API in which Patroni never overwrites the lock of another', () => {
  expect(template('patroni.yaml')).toMatch(/^etcd:$/m)
  expect(template('patroni.yaml')).not.toMatch(/^etcd3:$/m)
  expect(setting(template('etcd.yaml'), 'enable-v2')).toBe('true')
})
