import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findProgram } from '../scripts/services/processes.ts'
import { checkout } from '../scripts/services/settings.ts'
import { domain } from './addresses/cases.ts'
import type { Observed } from './addresses/inside.ts'
import { public4, public6 } from './addresses/ranges.ts'
import { conclude } from './conclude.ts'
import { addressesMutants } from './mutants/of-proofs/addresses.ts'
import { withChanges } from './mutate/copy.ts'
import type { Change } from './mutants/mutant.ts'

/**
 * The address guard of webhooks and of clinics’ mail servers, in a network namespace in which every address is reachable:
 * with the product's gateways, with the guard taken out, and with one that judges first and resolves again to connect. The kernel counts the connections.
 */
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, 'twins-every': { type: 'string', default: '1' } },
})
/** The twins are shown every nth case; the product is shown all. */
const twinsEvery = Number(values['twins-every'])
console.log(`seed ${values.seed}`)

const packageOf = { nft: 'nftables', ip: 'iproute2', unshare: 'util-linux', openssl: 'openssl' }
const missing = Object.entries(packageOf).flatMap(([program, debian]) => (findProgram(program) ? [] : [debian]))
if (missing.length > 0)
  throw new Error(`Missing programs: apt-get install --no-install-recommends ${missing.join(' ')}`)

const guardOff = addressesMutants['every address counts as public']
const judgedBefore = addressesMutants['a name is judged first and resolved again to connect']

const files = mkdtempSync(join(tmpdir(), 'fetlock-addresses-'))
const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: files, stdio: 'ignore' })

/** A certificate for the public addresses and names of the cases, from an authority of this run. */
const makeCertificates = () => {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const names = [`DNS:*.${domain}`, ...[...public4, ...public6].map((address) => `IP:${address}`)]
  writeFileSync(join(files, 'names.cnf'), `subjectAltName=${names.join(',')}\n`)
  openssl('req', '-x509', ...key, '-days', '2', '-subj', '/CN=Authority', '-keyout', 'ca.key', '-out', 'ca.pem')
  openssl('req', ...key, '-subj', '/CN=Server', '-keyout', 'server.key', '-out', 'server.csr')
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'names.cnf',
    '-out',
    'server.pem',
  )
}

/** Also under an environment that would send requests through a proxy inside the network. */
const proxy = 'http://10.0.0.9:443'
const environment = {
  ...process.env,
  PATH: `${process.env['PATH']}:/usr/sbin:/sbin`,
  NODE_EXTRA_CA_CERTS: join(files, 'ca.pem'),
  NODE_USE_ENV_PROXY: '1',
  HTTPS_PROXY: proxy,
  https_proxy: proxy,
  ALL_PROXY: proxy,
}

const observe = (folder: string, what: 'webhooks' | 'mail', every = 1): readonly Observed[] => {
  const rights = process.getuid?.() === 0 ? [] : ['--map-root-user']
  const inside = [join(import.meta.dirname, 'addresses/inside.ts'), folder, files, values.seed, what, String(every)]
  const { status } = spawnSync('unshare', [...rights, '--net', '--mount', process.execPath, ...inside], {
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('The run in the network namespace failed.')
  return JSON.parse(readFileSync(join(files, 'observed.json'), 'utf8')) as readonly Observed[]
}

const observeMutant = (changes: readonly Change[], what: 'webhooks' | 'mail') =>
  withChanges(changes, (folder) => observe(folder, what, twinsEvery))

const sum = (observed: readonly Observed[], kind: 'public' | 'other') =>
  observed.reduce((total, { opened }) => total + opened[kind], 0)
const opensAny = ({ opened }: Observed) => opened.public + opened.other > 0

const show = (title: string, observed: readonly Observed[]) =>
  console.log(
    `${title}: ${observed.length} cases, ${sum(observed, 'other')} connections to addresses that are not public, ${sum(observed, 'public')} to public ones`,
  )
const complain = (title: string, wrong: readonly Observed[]) => {
  for (const { what, url, outcome, reason, opened } of wrong.slice(0, 20))
    console.log(`  ${title}: ${what}, ${url}: ${outcome} (${reason}), ${opened.other} and ${opened.public} connections`)
}

try {
  makeCertificates()
  const guarded = observe(checkout, 'webhooks')
  show('guarded', guarded)
  const wrong = guarded.filter(({ outcome, expected }) => outcome !== expected)
  complain('not as expected', wrong)
  const leaked = guarded.filter((one) => one.opened.other > 0 || (one.expected === 'refused' && opensAny(one)))
  complain('connected', leaked)
  const unreached = guarded.filter((one) => one.expected === 'answered' && one.opened.public === 0)
  complain('not connected', unreached)

  const open = await observeMutant(guardOff, 'webhooks')
  show('guard off', open)
  const unseen = open.filter((one) => one.expected === 'refused' && !one.isUnconnectable && !opensAny(one))
  complain('guard off and not connected', unseen)

  const naive = await observeMutant(judgedBefore, 'webhooks')
  show('judged before connecting', naive)
  const rebinding = naive.filter(({ isRebinding }) => isRebinding)
  const rebound = rebinding.filter(({ opened }) => opened.other > 0)

  const mailed = observe(checkout, 'mail')
  show('mail, guarded', mailed)
  const wrongMail = mailed.filter(
    (one) => one.outcome !== one.expected || one.opened.other > 0 || (one.expected === 'refused' && opensAny(one)),
  )
  complain('mail not as expected', wrongMail)
  const openMail = await observeMutant(guardOff, 'mail')
  show('mail, guard off', openMail)
  const naiveMail = await observeMutant(judgedBefore, 'mail')
  show('mail, judged before connecting', naiveMail)
  const reboundMail = naiveMail.filter(({ isRebinding, opened }) => isRebinding && opened.other > 0)

  const refused = guarded.filter(({ expected }) => expected === 'refused').length
  console.log(
    `${refused} cases must not connect; ${guarded.filter(({ isUnconnectable }) => isUnconnectable).length} of them Linux itself would refuse`,
  )
  console.log(
    `${rebinding.length} names change their answer between two questions; ${rebound.length} of them reach the twin that asks twice`,
  )
  conclude({
    'at least 150 cases must not connect': refused >= 150,
    'no connection was begun to an address that is not public': sum(guarded, 'other') === 0 && leaked.length === 0,
    'every public address was connected to': unreached.length === 0,
    'every outcome is as expected': wrong.length === 0,
    'with the guard off, all of them connect': unseen.length === 0 && sum(open, 'other') >= 150 / twinsEvery,
    'a guard that judges before connecting is deceived by every name that changes':
      rebinding.length > 0 && rebound.length === rebinding.length,
    'mail: every server is connected to or refused as expected': wrongMail.length === 0,
    'mail: with the guard off, servers that are not public are connected to':
      sum(openMail, 'other') >= 100 / twinsEvery,
    'mail: a guard that judges before connecting is deceived': reboundMail.length === rebinding.length,
  })
} finally {
  rmSync(files, { recursive: true })
}
