import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { checkout } from '../services/settings.ts'

export type Env = Readonly<Record<string, string | undefined>>
export type Say = (line: string) => void

const levels: Readonly<Record<number, string>> = { 40: 'WARN ', 50: 'ERROR ', 60: 'FATAL ' }
const hidden = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])

type LoggedError = { type?: string; code?: string | number; message?: string; stack?: string }

/** A log line in readable form, with the request id where something went wrong; anything else unchanged. */
const readable = (line: string): string => {
  if (!line.startsWith('{"level"')) return line
  const entry = JSON.parse(line) as Record<string, unknown> & { level: number; msg?: string; err?: LoggedError }
  const details = Object.entries(entry).flatMap(([name, value]) =>
    hidden.has(name) || (name === 'requestId' && entry.level < 40)
      ? []
      : [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`],
  )
  const words = [`${levels[entry.level] ?? ''}${entry.msg ?? ''}`, ...details].join(' ')
  const { type, code, message, stack }: LoggedError = entry.err ?? {}
  const reason = [type, code, message].filter((part) => part !== undefined).join(' ')
  return [words, reason, stack].filter(Boolean).join('\n')
}

const onLines = (child: ChildProcess, take: Say) => {
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', take)
}

/** Runs a program of this checkout and returns its standard output; standard error is passed on. */
export const runToEnd = async (args: readonly string[], env: Env, say: Say, sayOutput = false): Promise<string> => {
  const child = spawn(process.execPath, args, { cwd: checkout, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const said: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    output += `${line}\n`
    if (sayOutput) say(line)
  })
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.push(line)
    say(line)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(said.at(-1) ?? `${args.join(' ')} ended with ${code}.`)
  return output
}

/** How a program is run: its arguments to Node, where, and where its lines go. */
type Program = { readonly args: readonly string[]; readonly cwd?: string; readonly env: Env; readonly say: Say }

const stopChild = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const late = pause(5000, 'late' as const, { ref: false })
  if ((await Promise.race([exited, late])) === 'late') child.kill('SIGKILL')
  await exited
}

/** Starts a program and starts it again on request, also after it has crashed. */
export const keepRunning = ({ args, cwd = checkout, env, say }: Program) => {
  let report: (crash: 'crashed') => void
  const crashed = new Promise<'crashed'>((resolve) => (report = resolve))
  const expected = new WeakSet<ChildProcess>()
  const start = () => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    onLines(child, (line) => {
      for (const part of readable(line).split('\n')) say(part)
    })
    child.once('exit', (code, signal) => {
      if (expected.has(child) || code === 0) return
      say(`Ended with ${code ?? signal}. It starts again when a source file is saved.`)
      report('crashed')
    })
    return child
  }
  let child = start()
  const end = () => {
    expected.add(child)
    return stopChild(child)
  }
  let restarting: Promise<void> | undefined
  let isStopped = false
  const restart = async () => {
    await end()
    restarting = undefined
    if (!isStopped) child = start()
  }
  return {
    crashed,
    /** A request made while the old one is still ending is the same restart. */
    restart: () => (restarting ??= restart()),
    stop: async () => {
      isStopped = true
      await (restarting ?? end())
    },
  }
}
