import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { checkout } from './services/settings.ts'

/** A command of a check, and how somebody runs it alone. */
export type Step = {
  readonly name: string
  readonly command: string
  readonly alone: string
  readonly env?: Readonly<Record<string, string>>
}

const PATH = `${join(checkout, 'node_modules/.bin')}:${process.env['PATH']}`

export const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

/** Lines that name what failed: of vitest, of the linters, of the proofs. */
const namesFailure = /^\s*(FAIL|×|✖|✗|\S*Error:|error\b)|\bFAILS?\b|not ok\b|do(es)? not hold/

/** What ran side by side is told apart by the name before each line. */
const printLines = async (name: string, stream: Readable, failures: Set<string>) => {
  for await (const line of createInterface(stream)) {
    console.log(`${name} │ ${line}`)
    const plain = stripVTControlCharacters(line).trim()
    if (namesFailure.test(plain)) failures.add(plain)
  }
}

type Ended = { readonly name: string; readonly passed: boolean; readonly failures: readonly string[] }

const runStep = async ({ name, command, alone, env = {} }: Step): Promise<Ended> => {
  const start = performance.now()
  console.log(`── ${name}`)
  const child = spawn(command, {
    cwd: checkout,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, PATH },
  })
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  const failures = new Set<string>()
  await Promise.all([printLines(name, child.stdout, failures), printLines(name, child.stderr, failures)])
  const passed = (await exited) === 0
  const took = secondsSince(start)
  console.log(passed ? `── ${name} passed in ${took}` : `── ${name} FAILED after ${took}. Alone: ${alone}`)
  return { name, passed, failures: [...failures] }
}

/** A row of steps, one after another. One that fails ends nothing: whoever reads the end wants to know of all. */
const runLane = async (lane: readonly Step[]) => {
  const ended: Ended[] = []
  for (const step of lane) ended.push(await runStep(step))
  return ended
}

/** The last lines are what most readers see first, so what failed is said again there, a line each. */
const printFailures = ({ name, failures }: Ended) => {
  for (const line of failures.slice(0, 12)) console.log(`${name} │ ${line.slice(0, 300)}`)
  if (failures.length > 12) console.log(`${name} │ and ${failures.length - 12} lines more above`)
}

/** Runs rows of steps side by side. Says at the end what failed, and returns whether everything passed. */
export const runSteps = async (lanes: readonly (readonly Step[])[]) => {
  const ended = (await Promise.all(lanes.map(runLane))).flat()
  const failed = ended.filter(({ passed }) => !passed)
  if (failed.length > 0) {
    console.log()
    failed.forEach(printFailures)
    console.log(`FAILED: ${failed.map(({ name }) => name).join(', ')}`)
  }
  return failed.length === 0
}
