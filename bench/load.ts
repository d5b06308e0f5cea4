import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../src/demo/random.ts'
import type { Size, Token } from './data.ts'
import { debian, outputInDebian } from './debian.ts'
import type { Seen, Work } from './measure.ts'

export type Load = {
  readonly work: Work
  readonly ports: readonly number[]
  /** The authentication scheme. */
  readonly scheme: 'Bearer' | 'Token'
  readonly connections: number
  readonly seed: number
  readonly size: Size
  /** How many of the tokens are used. */
  readonly tokens: number
}

const credentialsOf = ({ organisations }: Size) => `srv/credentials-${process.pid}-${organisations}`
const threads = 2

export const tokensFile = (size: Size) => join(debian, credentialsOf(size))

/** Neighbours in the list belong to different organisations. */
export const giveTokens = (size: Size, tokens: readonly Token[], seed: number) =>
  writeFileSync(
    tokensFile(size),
    createRandom(seed)
      .shuffle(tokens)
      .map(({ organisation, token }) => `${organisation} ${token}\n`)
      .join(''),
  )

/** A closed loop: every connection sends its next request as soon as it has the response. */
export const load = async (wanted: Load, seconds: number): Promise<Seen> => {
  const { work, ports, scheme, connections, seed, size, tokens } = wanted
  const settings = {
    LOAD_WORK: work,
    LOAD_PORTS: ports.join(','),
    LOAD_SCHEME: scheme,
    LOAD_SEED: seed,
    LOAD_PATIENTS: size.patients,
    LOAD_CLIENTS: size.clients,
    LOAD_TOKENS: tokens,
    LOAD_CREDENTIALS: `/${credentialsOf(size)}`,
  }
  const how = [`--threads=${threads}`, `--connections=${connections}`, `--duration=${seconds}`, '--timeout=10']
  const address = `http://127.0.0.1:${ports[0]}`
  const output = await outputInDebian(settings, 'wrk', [...how, '--script=/srv/load.lua', address])
  const seen = JSON.parse(output.trimEnd().split('\n').at(-1)!) as {
    requests: number
    seconds: number
    p99: number
    refused: number
    broken: number
  }
  if (seen.refused > 0 || seen.broken > 0)
    throw new Error(
      `${work} on ${ports.join(', ')}: of ${seen.requests} requests ${seen.refused} were refused and ${seen.broken} broke.`,
    )
  return { requests: seen.requests, rate: seen.requests / seen.seconds, p99: seen.p99 }
}
