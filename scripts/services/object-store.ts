import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { command, type Daemon, findProgram, launch, runningPid, stop, untilReady } from './processes.ts'
import { notifyOfUploads } from './store-topic.ts'
import { cephMonitorPort, folder, portOf, requireFree, type Settings } from './settings.ts'

const home = join(folder, 'object-store')
const inside = (name: string) => join(home, name)
const configuration = inside('ceph.conf')
const complete = inside('complete')

const monitor: Daemon = { name: 'ceph-mon', mark: configuration, stopSignal: 'SIGTERM' }
const disk: Daemon = { name: 'ceph-osd', mark: configuration, stopSignal: 'SIGTERM' }
/** Without its disk the gateway waits for ever; it stores nothing itself. */
const gateway: Daemon = { name: 'radosgw', mark: configuration, stopSignal: 'SIGTERM', killAfterSeconds: 3 }

export const objectStoreDaemons = [gateway, disk, monitor]

const packageOf = { 'ceph-mon': 'ceph-mon', 'ceph-osd': 'ceph-osd', radosgw: 'radosgw', ceph: 'ceph-common' }

export const missingObjectStore = () =>
  Object.entries(packageOf).flatMap(([program, debianPackage]) => (findProgram(program) ? [] : [debianPackage]))

/** A Ceph monitor, one disk and the S3 gateway. What is stored survives a restart, unless started fast: then it is in memory. */
export const startObjectStore = async (settings: Settings, fast: boolean) => {
  const endpoint = settings.FETLOCK_S3_ENDPOINT
  const isRunning = objectStoreDaemons.every((daemon) => runningPid(daemon))
  if (!isRunning && !survivesRestart()) await create(settings, fast ? 'memstore' : 'bluestore')
  else {
    writeConfiguration(settings, storeKind())
    await launchMissing(settings)
  }
  await untilReady(gateway, () => answers(endpoint))
  if (!existsSync(complete)) {
    await createUser(settings)
    await createBucket(settings)
    writeFileSync(complete, '')
  }
  await untilReady(gateway, () => listBucket(settings))
  await notifyOfUploads(settings, {
    bucket: settings.FETLOCK_S3_BUCKET,
    topic: 'fetlock',
    address: `${settings.FETLOCK_PUBLIC_URL}/object-store-events/${settings.FETLOCK_S3_EVENT_SECRET}/`,
  })
}

const storeKind = () => readFileSync(inside('disk/type'), 'utf8').trim()
const survivesRestart = () => existsSync(complete) && storeKind() === 'bluestore'

const create = async (settings: Settings, kind: string) => {
  for (const daemon of objectStoreDaemons) await stop(daemon)
  rmSync(home, { recursive: true, force: true })
  for (const part of ['monitor', 'disk', 'gateway']) mkdirSync(inside(part), { recursive: true, mode: 0o700 })
  writeFileSync(inside('fsid'), randomUUID())
  writeConfiguration(settings, kind)
  const keyring = inside('keyring')
  const everything = ['mon', 'osd', 'mgr'].flatMap((part) => ['--cap', part, 'allow *'])
  const addKey = (name: string, caps: string[]) => command('ceph-authtool', [keyring, '--gen-key', '-n', name, ...caps])
  await command('ceph-authtool', ['--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *'])
  await addKey('client.admin', everything)
  await addKey('osd.0', everything)
  await addKey('client.rgw.s3', ['--cap', 'mon', 'allow rw', '--cap', 'osd', 'allow rwx'])
  const map = inside('monitor-map')
  await command('monmaptool', ['--create', '--addv', 'a', monitorAddress(settings), '--fsid', fsid(), map])
  await ceph('ceph-mon', ['-i', 'a', '--mkfs', '--monmap', map, '--keyring', keyring])
  await launchMonitor(settings)
  await ceph('ceph', ['--connect-timeout', '30', 'osd', 'create'])
  await ceph('ceph-osd', ['-i', '0', '--mkfs'])
  await launchMissing(settings)
}

const ceph = (program: string, args: string[]) => command(program, ['-c', configuration, ...args])
const fsid = () => readFileSync(inside('fsid'), 'utf8')
const monitorAddress = (settings: Settings) => `[v2:127.0.0.1:${cephMonitorPort(settings)}/0]`

const launchMonitor = async (settings: Settings) => {
  if (runningPid(monitor)) return
  await requireFree(cephMonitorPort(settings))
  launch(monitor, 'ceph-mon', ['-c', configuration, '-i', 'a', '-f'])
}

const launchMissing = async (settings: Settings) => {
  await launchMonitor(settings)
  if (!runningPid(disk)) launch(disk, 'ceph-osd', ['-c', configuration, '-i', '0', '-f'])
  if (runningPid(gateway)) return
  await requireFree(portOf(settings.FETLOCK_S3_ENDPOINT))
  launch(gateway, 'radosgw', ['-c', configuration, '-n', 'client.rgw.s3', '-f'])
}

const answers = async (endpoint: string) => {
  const response = await fetch(endpoint, { signal: AbortSignal.timeout(2000) })
  if (!response.ok) throw new Error(`${endpoint} answered ${response.status}.`)
}

const createUser = (settings: Settings) =>
  ceph('radosgw-admin', [
    'user',
    'create',
    '--uid=fetlock',
    '--display-name=Fetlock',
    `--access-key=${settings.FETLOCK_S3_ACCESS_KEY}`,
    `--secret=${settings.FETLOCK_S3_SECRET_KEY}`,
  ])

const createBucket = (settings: Settings) =>
  s3(settings).send(new CreateBucketCommand({ Bucket: settings.FETLOCK_S3_BUCKET }))

/** Unlike the gateway's front page, a listing needs the disk too. */
const listBucket = (settings: Settings) =>
  s3(settings).send(new ListObjectsV2Command({ Bucket: settings.FETLOCK_S3_BUCKET, MaxKeys: 1 }), {
    abortSignal: AbortSignal.timeout(2000),
  })

const s3 = (settings: Settings) =>
  new S3Client({
    endpoint: settings.FETLOCK_S3_ENDPOINT,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: settings.FETLOCK_S3_ACCESS_KEY, secretAccessKey: settings.FETLOCK_S3_SECRET_KEY },
  })

const quiet = ['mon', 'paxos', 'osd', 'bluestore', 'bluefs', 'bdev', 'rocksdb', 'rgw', 'ms']
  .map((part) => `debug ${part} = 0`)
  .join('\n')

/** The gateway fails with authentication off, hence the keys; the short paxos intervals make a start take 2 s and not 12. */
const writeConfiguration = (settings: Settings, kind: string) =>
  writeFileSync(
    configuration,
    `[global]
fsid = ${fsid()}
mon host = ${monitorAddress(settings)}
public network = 127.0.0.0/8
ms bind msgr1 = false
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
paxos propose interval = 0.05
paxos min wait = 0.01
run dir = ${home}
log to file = false
log to stderr = true
${quiet}
admin socket =
keyring = ${inside('keyring')}
[mon]
mon data = ${inside('monitor')}
mon data avail crit = 1
[osd]
osd data = ${inside('disk')}
osd objectstore = ${kind}
osd memory target = 1073741824
memstore device bytes = 2147483648
bluestore block size = 10737418240
bluestore block create = true
[client.rgw.s3]
rgw data = ${inside('gateway')}
rgw frontends = beast endpoint=127.0.0.1:${portOf(settings.FETLOCK_S3_ENDPOINT)}
`,
    { mode: 0o600 },
  )
