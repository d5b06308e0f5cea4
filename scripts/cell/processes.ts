import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type Recorded = { readonly pid: number; readonly started: string }

/** When a process was started, in ticks since the machine was: with the id it names one process only. */
const startOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]
  } catch {
    return undefined
  }
}

/** One whose parent has not yet asked how it ended is still listed, and has ended. */
const hasEnded = (pid: number) => {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

const recordOf = (folder: string, name: string) => join(folder, 'run', `${name}.json`)
export const logOf = (folder: string, name: string) => join(folder, 'log', `${name}.log`)

/** The recorded process, if it still is the one that was started here. */
export const runningIn = (folder: string, name: string): number | undefined => {
  const file = recordOf(folder, name)
  if (!existsSync(file)) return undefined
  const { pid, started } = JSON.parse(readFileSync(file, 'utf8')) as Recorded
  return startOf(pid) === started && !hasEnded(pid) ? pid : undefined
}

/** Starts a program that goes on when this process ends, unless it runs already. */
export const keepIn = (folder: string, name: string, words: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  if (runningIn(folder, name) !== undefined) return
  for (const part of ['run', 'log']) mkdirSync(join(folder, part), { recursive: true, mode: 0o700 })
  const log = openSync(logOf(folder, name), 'a', 0o600)
  const [program = '', ...options] = words
  const child = spawn(program, options, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...env },
  })
  child.once('error', (error) => writeFileSync(logOf(folder, name), `${error.message}\n`, { flag: 'a' }))
  child.unref()
  closeSync(log)
  if (child.pid === undefined) return
  writeFileSync(recordOf(folder, name), JSON.stringify({ pid: child.pid, started: startOf(child.pid) }))
}

/** Ends a program with SIGTERM, and when that has not helped for so long, with SIGKILL. */
export const endIn = async (folder: string, name: string, seconds = 30) => {
  for (let waited = 0; ; waited += 50) {
    const pid = runningIn(folder, name)
    if (pid === undefined) break
    if (waited === 0) process.kill(pid, 'SIGTERM')
    if (waited === seconds * 1_000) process.kill(pid, 'SIGKILL')
    await pause(50)
  }
  rmSync(recordOf(folder, name), { force: true })
}

/** Kills a program without waiting for its end. */
export const killIn = (folder: string, name: string) => {
  const pid = runningIn(folder, name)
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

/** Waits until something is so. When it is not for too long, the error says what was waited for and the end of a log. */
export const untilSo = async (
  what: string,
  isSo: () => Promise<boolean> | boolean,
  log: string,
  seconds = 300,
): Promise<void> => {
  for (const began = performance.now(); !(await isSo()); await pause(200))
    if (performance.now() - began > seconds * 1_000) {
      const end = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-15).join('\n') : ''
      throw new Error(`After ${seconds} s: not yet ${what}. ${log} ends with:\n${end}`)
    }
}
