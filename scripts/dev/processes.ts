import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { checkout } from '../services/settings.ts'

export type Env = Readonly<Record<string, string | undefined>>
export type Say = (line: string) => void

const levels: Readonly<Record<number, string>> = { 40: 'WARN ', 50: 'ERROR ', 60: 'FATAL ' }
const hidden = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'requestId', 'err'])

/** A log line in readable form; anything else unchanged. */
const readable = (line: string): string => {
  if (!line.startsWith('{"level"')) return line
  const entry = JSON.parse(line) as Record<string, unknown> & { level: number; msg?: string; err?: { stack?: string } }
  const details = Object.entries(entry).flatMap(([name, value]) =>
    hidden.has(name) ? [] : [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`],
  )
  const words = [`${levels[entry.level] ?? ''}${entry.msg ?? ''}`, ...details].join(' ')
  return entry.err?.stack ? `${words}\n${entry.err.stack}` : words
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

/** Keeps a command running and restarts it when a source file changes, also after it has crashed. */
export const keepRunning = (word: string, env: Env, say: Say) => {
  const args = ['--watch', '--watch-preserve-output', 'src/main.ts', word]
  const child = spawn(process.execPath, args, { cwd: checkout, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const crashed = new Promise<'crashed'>((resolve) => {
    onLines(child, (line) => {
      for (const part of readable(line).split('\n')) say(part)
      // What Node prints when a watched program has ended with an error.
      if (line.startsWith('Failed running')) resolve('crashed')
    })
  })
  return {
    crashed,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const late = pause(10_000, 'late' as const, { ref: false })
      if ((await Promise.race([once(child, 'exit'), late])) === 'late') child.kill('SIGKILL')
    },
  }
}
