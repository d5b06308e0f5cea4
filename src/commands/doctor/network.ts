import { statfs } from 'node:fs/promises'
import { createClient } from '@redis/client'
import { isThisMachine, type MailServerSetting } from '../../app/addresses.ts'
import { certificateOf, probe, type Validity } from '../../gateways/probing.ts'
import { verifySmtp } from '../../gateways/smtp.ts'
import { messageOf } from '../failures.ts'
import { bad, good, patienceMs, warning, within, type Finding } from './finding.ts'

const redisAt = (url: string) => {
  const client = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: patienceMs } })
  client.on('error', () => {})
  return client
}

const askRedis = async <T>(url: string, ask: (client: ReturnType<typeof redisAt>) => Promise<T>): Promise<T> => {
  const client = redisAt(url)
  try {
    await within(patienceMs, client.connect())
    return await within(patienceMs, ask(client))
  } finally {
    client.destroy()
  }
}

export const checkRedis = async (url: string): Promise<Finding> => {
  try {
    await askRedis(url, (client) => client.ping())
    return good('redis', 'answers')
  } catch (problem) {
    const isRefusal = /^(WRONGPASS|NOAUTH|NOPERM)/.test((problem as Error).message)
    return isRefusal
      ? bad('redis', 'Redis refuses the password.', 'Correct the user and password in FETLOCK_REDIS_URL.')
      : bad('redis', 'Redis does not answer: limits of requests are not shared.', messageOf(problem))
  }
}

/** The clock of Redis, in milliseconds. */
export const redisClock = (url: string) => async (): Promise<number> => {
  const [seconds, micros] = await askRedis(url, (client) => client.sendCommand<[string, string]>(['TIME']))
  return Number(seconds) * 1_000 + Number(micros) / 1_000
}

const mailRemedies: Readonly<Record<string, string>> = {
  ETLS:
    'Switch STARTTLS on there with a valid certificate, or use smtps://. Where the network between is safe all the same, ' +
    'name the host in FETLOCK_PLAINTEXT_HOSTS.',
  EAUTH: 'Correct the user name and password in FETLOCK_SMTP_URL.',
  EDNS: 'Correct the host in FETLOCK_SMTP_URL.',
}

/** Whether the mail server takes us, without sending anything. */
export const checkMail = async (server: MailServerSetting, from: string): Promise<Finding> => {
  const host = new URL(server.url).hostname
  try {
    await verifySmtp({ ...server, from })
  } catch (problem) {
    const { code = '' } = problem as { readonly code?: string }
    const found =
      code === 'ETLS'
        ? `${host} does not encrypt: no mail is sent to it.`
        : code === 'EAUTH'
          ? `${host} refuses the user name or password.`
          : `${host} does not take mail from here (${code || 'no code'}).`
    return bad('mail', found, mailRemedies[code] ?? 'Check FETLOCK_SMTP_URL, the port in it, and firewalls in between.')
  }
  const isClear = server.url.startsWith('smtp:') && !server.requiresTls && !isThisMachine(server.url)
  return isClear
    ? warning('mail', `${host} is spoken to in the clear.`, 'Remove it from FETLOCK_PLAINTEXT_HOSTS once it has TLS.')
    : good('mail', `${host} takes mail from here`)
}

export type Clock = { readonly of: string; readonly read: () => Promise<number> }

/** Signatures of files, and codes of authenticator apps, fail beyond this. */
const maxSkewMs = 30_000
/** HTTP names whole seconds. */
const precisionMs = 1_000

/** How far a clock is from ours, at least. */
const skewOf = async ({ read }: Clock): Promise<number | undefined> => {
  const before = Date.now()
  const time = await read().catch(() => Number.NaN)
  const after = Date.now()
  if (Number.isNaN(time)) return undefined
  return Math.max(0, before - precisionMs - time, time - after - precisionMs)
}

export const checkClocks = async (clocks: readonly Clock[]): Promise<Finding> => {
  const apart: string[] = []
  let asked = 0
  for (const clock of clocks) {
    const skew = await skewOf(clock)
    if (skew === undefined) continue
    asked++
    if (skew > maxSkewMs) apart.push(`${Math.round(skew / 1_000)} s from that of ${clock.of}`)
  }
  if (apart.length > 0)
    return bad('clock', `The clock here is ${apart.join(', and ')}.`, 'Set the clocks of all machines by NTP.')
  return asked === 0
    ? warning('clock', 'There is no other clock to compare with.', 'Correct what else is wrong, and run this again.')
    : good('clock', `agrees with ${asked === 1 ? '1 other' : `${asked} others`}`)
}

export type Space = { readonly path: string; readonly total: number; readonly free: number; readonly files: number }

const mebibyte = 1024 ** 2
const [leastBytes, leastShare, lowShare, leastFiles] = [512 * mebibyte, 0.02, 0.1, 1_000]

export const shown = (bytes: number) =>
  bytes >= 1024 * mebibyte ? `${(bytes / 1024 / mebibyte).toFixed(1)} GiB` : `${Math.floor(bytes / mebibyte)} MiB`

/** `files` is how many more files fit; file systems that do not count them say none in all. */
export const judgeSpace = ({ path, total, free, files }: Space): Finding => {
  const found = `${path} has ${shown(free)} of ${shown(total)} free`
  const remedy = 'Free space or enlarge the disk: a database that cannot write stops.'
  if (files < leastFiles) return bad('disk', `${path} has room for only ${files} more files.`, remedy)
  if (free <= Math.min(leastBytes, total / 2) || free < total * leastShare) return bad('disk', `${found}.`, remedy)
  return free < total * lowShare ? warning('disk', `${found}.`, remedy) : good('disk', found)
}

export const checkDisk = async (path: string): Promise<Finding> => {
  try {
    const { bsize, blocks, bavail, files, ffree } = await statfs(path)
    return judgeSpace({ path, total: blocks * bsize, free: bavail * bsize, files: files === 0 ? Infinity : ffree })
  } catch (problem) {
    return bad('disk', `${path} cannot be looked at (${(problem as { code?: string }).code}).`, 'Correct --disk.')
  }
}

/** Those who renew by themselves do it with a third left; certificates of hours and of days are usual. */
const [soonDays, soonShare] = [14, 0.2]

/** A certificate that should have been renewed by now is warned of. */
export const judgeCertificate = (publicUrl: string, { left, whole }: Validity): Finding =>
  left >= Math.min(soonDays, whole * soonShare)
    ? good('public address', `${publicUrl} answers with TLS`)
    : warning(
        'public address',
        `The certificate of ${publicUrl} ends in ${left < 1 ? `${Math.floor(left * 24)} hours` : `${Math.floor(left)} days`}.`,
        'Renew it, and see why it was not renewed by itself.',
      )

/** Whether the service is there for everybody, by the address that they use. */
export const checkPublicAddress = async (publicUrl: string): Promise<Finding> => {
  try {
    const url = new URL(publicUrl)
    const certificate = url.protocol === 'https:' ? await certificateOf(url) : undefined
    const response = await probe(`${publicUrl}/ready`)
    const answer = (await response.json().catch(() => undefined)) as { readonly status?: string } | undefined
    if (answer?.status === undefined)
      return bad(
        'public address',
        `What answers at ${publicUrl} is not Fetlock (${response.status}).`,
        'Let the proxy pass every path of this host to FETLOCK_HOST and FETLOCK_PORT.',
      )
    if (response.status !== 200)
      return bad('public address', `The service at ${publicUrl} is ${answer.status}.`, 'Look at the log of api.')
    return certificate === undefined
      ? good('public address', `${publicUrl} answers`)
      : judgeCertificate(publicUrl, certificate)
  } catch (problem) {
    const { cause } = problem as { readonly cause?: unknown }
    return bad(
      'public address',
      `${publicUrl} cannot be reached from here.`,
      `Start api and the proxy, and check the DNS name and the certificate. Where it opens from elsewhere, the router does not lead back in: let its name be the address of this machine here. ${messageOf(cause ?? problem)}`,
    )
  }
}

/** Behind a proxy that is not trusted everybody has the proxy's address. */
export const checkProxies = (publicUrl: string, trusted: readonly string[]): Finding => {
  if (isThisMachine(publicUrl)) return good('proxies', 'none needed: the public address is this machine')
  if (trusted.length > 0)
    return good('proxies', `set to ${trusted.join(', ')}; that the proxy connects from there was not tried`)
  return bad(
    'proxies',
    'No proxy is trusted, so that everybody seems to come from the address of the proxy, and a few failed sign-ins block all.',
    'Set FETLOCK_TRUSTED_PROXIES to the addresses that the proxy connects from, for example 127.0.0.1.',
  )
}
