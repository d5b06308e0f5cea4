import { execFile, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { listening } from './listening.ts'
import { folder, hashOfPath } from './settings.ts'

/** A different account to run as; only root can ask for one. */
export type Account = { uid: number; gid: number }

/** A program that this checkout keeps running; `mark` is in its command line and in no other checkout's. */
export type Daemon = { name: string; mark: string; stopSignal: NodeJS.Signals; killAfterSeconds?: number }

const run = promisify(execFile)
export const command = async (program: string, args: string[], account?: Account) =>
  (await run(program, args, { cwd: '/', ...account, maxBuffer: 2 ** 26 })).stdout

export const findProgram = (name: string) =>
  ['/usr/local/sbin', '/usr/sbin', ...(process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin').split(':')]
    .map((directory) => join(directory, name))
    .find((path) => existsSync(path))

const pidFile = (daemon: Daemon) => join(folder, 'run', `${daemon.name}.pid`)
const logFile = (daemon: Daemon) => join(folder, 'log', `${daemon.name}.log`)

export const isProcessOf = (daemon: Daemon, pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(daemon.mark)
  } catch {
    return false
  }
}

/** The recorded process, if it still is the one that was started here. */
export const runningPid = (daemon: Daemon) => {
  if (!existsSync(pidFile(daemon))) return undefined
  const pid = Number(readFileSync(pidFile(daemon), 'utf8'))
  return isProcessOf(daemon, pid) ? pid : undefined
}

export const launch = (daemon: Daemon, program: string, args: string[], account?: Account) => {
  mkdirSync(join(folder, 'run'), { recursive: true })
  mkdirSync(join(folder, 'log'), { recursive: true, mode: 0o700 })
  const log = openSync(logFile(daemon), 'w', 0o600)
  const child = spawn(program, args, { cwd: '/', detached: true, stdio: ['ignore', log, log], ...account })
  child.once('error', (error) => writeFileSync(logFile(daemon), `${error.message}\n`, { flag: 'a' }))
  child.unref()
  closeSync(log)
  writeFileSync(pidFile(daemon), String(child.pid ?? 0))
}

/** Retries until there is no error; gives up when the process ends or the time is over. */
export const untilReady = async (daemon: Daemon, ask: () => Promise<unknown>, seconds = 60) => {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const tail = () => readFileSync(logFile(daemon), 'utf8').trimEnd().split('\n').slice(-15).join('\n')
      if (!runningPid(daemon)) throw new Error(`${daemon.name} ended as it started:\n${tail()}`, { cause: error })
      if (Date.now() > deadline)
        throw new Error(`${daemon.name} gave no answer in ${seconds} s:\n${tail()}`, { cause: error })
      await pause(50)
    }
  }
}

export const stop = async (daemon: Daemon) => {
  const pid = runningPid(daemon)
  if (pid) {
    process.kill(pid, daemon.stopSignal)
    for (let waited = 0; runningPid(daemon); waited += 50) {
      if (waited > 30_000) throw new Error(`${daemon.name} (process ${pid}) did not stop within 30 s.`)
      if (daemon.killAfterSeconds && waited === daemon.killAfterSeconds * 1000) process.kill(pid, 'SIGKILL')
      await pause(50)
    }
  }
  rmSync(pidFile(daemon), { force: true })
  return pid !== undefined
}

/** A lock for starting and stopping services of this checkout: a socket name that the system frees when this process ends. */
export const oneAtATime = async (work: () => Promise<void>) => {
  const take = () => listening({ path: `\0fetlock-services-${hashOfPath()}` })
  let lock = await take()
  for (; !lock; lock = await take()) await pause(100)
  try {
    await work()
  } finally {
    lock.close()
  }
}
