import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { freePort } from '../services/listening.ts'
import { checkout } from '../services/settings.ts'
import { postgresProgram, serverAccount } from '../services/postgres.ts'
import { makeCertificates } from './certificates.ts'
import { freeNetwork } from './network.ts'

const templates = join(checkout, 'deploy/cell')
export const nodeNumbers = [1, 2, 3] as const

export type Node = { readonly name: string; readonly address: string; readonly home: string }

/** A cell on this machine: where it keeps its files, its network, ports and passwords. The same each time it is started. */
export type Cell = {
  readonly folder: string
  /** Distinguishes the namespaces and devices of this cell from those of others on the machine. */
  readonly mark: string
  /** The third part of its addresses. */
  readonly network: number
  readonly nodes: readonly Node[]
  readonly ports: Readonly<Record<'postgresql' | 'api' | 'metrics' | 'api1' | 'api2', number>>
  readonly passwords: Readonly<Record<'superuser' | 'replication' | 'rewind' | 'rest', string>>
}

const stateFile = (folder: string) => join(folder, 'state.json')

/** The cell of a folder, if one was made there. */
export const readCell = (folder: string): Cell | undefined =>
  existsSync(stateFile(folder)) ? (JSON.parse(readFileSync(stateFile(folder), 'utf8')) as Cell) : undefined

export const addressIn = (network: number, place: number) => `198.18.${network}.${place}`

/** PostgreSQL runs as another account, which may not be able to enter the folder of this checkout. */
const makeNodesHome = (folder: string) => {
  const [account, home] = [serverAccount(), join(folder, 'nodes')]
  const isReachable = !account || spawnSync('test', ['-x', folder], { cwd: '/', ...account }).status === 0
  if (isReachable) mkdirSync(home, { mode: 0o755 })
  else {
    const elsewhere = mkdtempSync('/var/tmp/fetlock-cell-')
    chmodSync(elsewhere, 0o755)
    symlinkSync(elsewhere, home)
  }
  return home
}

/** What Patroni and etcd call the cell. */
const clusterOf = ({ mark }: Pick<Cell, 'mark'>) => `fetlock-${mark}`

const password = () => randomBytes(18).toString('hex')

export const makeCell = async (folder: string): Promise<Cell> => {
  mkdirSync(folder, { recursive: true })
  const [mark, network] = [randomBytes(3).toString('hex'), freeNetwork()]
  const home = makeNodesHome(folder)
  const account = serverAccount()
  const nodes = nodeNumbers.map((number) => {
    const node = { name: `node${number}`, address: addressIn(network, 10 + number), home: join(home, `node${number}`) }
    mkdirSync(node.home, { mode: 0o700 })
    if (account) chownSync(node.home, account.uid, account.gid)
    return node
  })
  const cell: Cell = {
    folder,
    mark,
    network,
    nodes,
    ports: {
      postgresql: await freePort(),
      api: await freePort(),
      metrics: await freePort(),
      api1: await freePort(),
      api2: await freePort(),
    },
    passwords: { superuser: password(), replication: password(), rewind: password(), rest: password() },
  }
  makeCertificates(folder, clusterOf(cell), nodes)
  writeFileSync(stateFile(folder), JSON.stringify(cell, undefined, 2), { mode: 0o600 })
  return cell
}

/** What is written ${so} in the files of deploy/cell. Something that has no value is a mistake. */
export const filled = (template: string, values: Readonly<Record<string, string | number>>) =>
  readFileSync(join(templates, template), 'utf8').replaceAll(/^(?!\s*#).*$/gm, (line) =>
    line.replaceAll(/\$\{(\w+)\}/g, (_written, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`deploy/cell/${template} has \${${name}}, which has no value.`)
      return String(value)
    }),
  )

const writeOwned = (path: string, text: string) => {
  const account = serverAccount()
  writeFileSync(path, text, { mode: 0o600 })
  if (account) chownSync(path, account.uid, account.gid)
}

const everyMember = ({ nodes }: Cell, write: (node: Node) => string) => nodes.map(write).join(',')

const valuesOf = (cell: Cell) => {
  const { folder, network, passwords, ports, nodes } = cell
  return {
    cell: clusterOf(cell),
    network: `198.18.${network}.0/24`,
    home: folder,
    bin: postgresProgram('postgres').replace(/\/postgres$/, ''),
    etcd_hosts: everyMember(cell, ({ address }) => `${address}:2379`),
    etcd_members: everyMember(cell, ({ name, address }) => `${name}=https://${address}:2380`),
    superuser_password: passwords.superuser,
    replication_password: passwords.replication,
    rewind_password: passwords.rewind,
    rest_password: passwords.rest,
    ...Object.fromEntries(nodes.map(({ name, address }) => [name, address])),
    postgresql_port: ports.postgresql,
    api_port: ports.api,
    metrics_port: ports.metrics,
    api1: `127.0.0.1:${ports.api1}`,
    api2: `127.0.0.1:${ports.api2}`,
  }
}

/** The files of deploy/cell as each part of this cell reads them. */
export const writeFiles = (cell: Cell) => {
  const values = valuesOf(cell)
  for (const file of ['haproxy-postgresql.cfg', 'haproxy-api.cfg'])
    writeFileSync(join(cell.folder, file), filled(file, values), { mode: 0o600 })
  for (const { name, address, home } of cell.nodes) {
    const own = { ...values, name, address, home, data: join(home, 'data') }
    for (const file of ['patroni.yaml', 'etcd.yaml']) writeOwned(join(home, file), filled(file, own))
  }
}

/** URLs of PostgreSQL, through HAProxy. */
export const superuserUrl = ({ passwords, ports }: Cell) =>
  `postgres://postgres:${passwords.superuser}@127.0.0.1:${ports.postgresql}/postgres`
