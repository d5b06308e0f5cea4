import { vi } from 'vitest'
import { runProgram } from '../../src/commands/program.ts'
import type { TestDatabase } from './database.ts'

export type CommandResult = { readonly code: number; readonly out: string; readonly err: string }

/** Runs one command line in this process, as a terminal or a program would see it. */
export const fetlock = async (...args: readonly string[]): Promise<CommandResult> => {
  const said = { out: '', err: '' }
  const code = await runProgram(args, {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  })
  return { code, ...said }
}

/** The one JSON object that a command printed. */
export const jsonOf = ({ code, out, err }: CommandResult) => {
  if (code !== 0) throw new Error(`It ended with ${code}: ${err}`)
  return JSON.parse(out)
}

/** The settings for commands on this database. */
export const settingsFor = ({ ownerUrl, appUrl, workerUrl }: TestDatabase) => ({
  FETLOCK_OWNER_DATABASE_URL: ownerUrl,
  FETLOCK_DATABASE_URL: appUrl,
  FETLOCK_WORKER_DATABASE_URL: workerUrl,
  FETLOCK_PUBLIC_URL: 'http://127.0.0.1:8000',
})

export const useSettings = (settings: Readonly<Record<string, string | undefined>>) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
}
