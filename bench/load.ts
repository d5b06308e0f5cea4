import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../scripts/services/processes.ts'
import { createRandom } from '../src/demo/random.ts'
import type { Size, Token } from './data.ts'
import { debian, type Environment, outputInDebian } from './debian.ts'
import type { Seen, Workload } from './measure.ts'

export type Load = {
  readonly workload: Workload
  readonly ports: readonly number[]
  /** The authentication scheme. */
  readonly scheme: 'Bearer' | 'Token'
  readonly connections: number
  readonly seed: number
  readonly size: Size
  /** How many of the tokens are used. */
  readonly tokens: number
}

/** Where wrk runs, and the files it reads there. */
export type LoadGenerator = {
  readonly run: (settings: Environment, args: readonly string[]) => Promise<string>
  readonly script: string
  readonly credentials: (size: Size) => string
  readonly tokensFile: (size: Size) => string
}

const credentialsOf = ({ organisations }: Size) => `credentials-${process.pid}-${organisations}`
const threads = 2

/** wrk beside the peer, as prepareDebian() installed it. */
export const wrkInDebian: LoadGenerator = {
  run: (settings, args) => outputInDebian(settings, 'wrk', args),
  script: '/srv/load.lua',
  credentials: (size) => `/srv/${credentialsOf(size)}`,
  tokensFile: (size) => join(debian, 'srv', credentialsOf(size)),
}

const run = promisify(execFile)
const temporary = (size: Size) => join(tmpdir(), `fetlock-bench-${credentialsOf(size)}`)

/** The wrk of this machine. */
export const wrkHere: LoadGenerator = {
  run: async (settings, args) => {
    const wrk = findProgram('wrk')
    if (wrk === undefined) throw new Error('wrk is missing: apt-get install --no-install-recommends wrk')
    const env = { ...process.env, ...Object.fromEntries(Object.entries(settings).map(([k, v]) => [k, String(v)])) }
    return (await run(wrk, [...args], { env, maxBuffer: 2 ** 26 })).stdout
  },
  script: join(import.meta.dirname, 'load.lua'),
  credentials: temporary,
  tokensFile: temporary,
}

/** Neighbours in the list belong to different organisations. */
export const writeTokens = ({ tokensFile }: LoadGenerator, size: Size, tokens: readonly Token[], seed: number) =>
  writeFileSync(
    tokensFile(size),
    createRandom(seed)
      .shuffle(tokens)
      .map(({ organisation, token }) => `${organisation} ${token}\n`)
      .join(''),
    { mode: 0o644 },
  )

/** A closed loop: every connection sends its next request as soon as it has the response. */
export const load = async (generator: LoadGenerator, wanted: Load, seconds: number): Promise<Seen> => {
  const { workload, ports, scheme, connections, seed, size, tokens } = wanted
  const settings = {
    LOAD_WORKLOAD: workload,
    LOAD_PORTS: ports.join(','),
    LOAD_SCHEME: scheme,
    LOAD_SEED: seed,
    LOAD_PATIENTS: size.patients,
    LOAD_CLIENTS: size.clients,
    LOAD_TOKENS: tokens,
    LOAD_CREDENTIALS: generator.credentials(size),
  }
  const how = [`--threads=${threads}`, `--connections=${connections}`, `--duration=${seconds}`, '--timeout=10']
  const address = `http://127.0.0.1:${ports[0]}`
  const output = await generator.run(settings, [...how, `--script=${generator.script}`, address])
  const seen = JSON.parse(output.trimEnd().split('\n').at(-1)!) as {
    requests: number
    seconds: number
    p99: number
    status_errors: number
    socket_errors: number
  }
  if (seen.status_errors > 0 || seen.socket_errors > 0)
    throw new Error(
      `${workload} on ${ports.join(', ')}: of ${seen.requests} requests ${seen.status_errors} had another status than success, and ${seen.socket_errors} got no response.`,
    )
  return { requests: seen.requests, rate: seen.requests / seen.seconds, p99: seen.p99 }
}
