import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'node:util'
import { endProcess, privateDatabase, servicesUrls, startApi } from '../proofs/harness.ts'
import { operations } from '../src/app/resources.ts'
import type { Example } from '../src/contract/openapi.ts'
import type { Operation } from '../src/kernel/operation.ts'
import { prepare } from './examples/prepare.ts'
import { requestFor } from './examples/requests.ts'
import { credentialsFor, sender } from './examples/sending.ts'
import { tidy } from './examples/tidying.ts'
import { freePort } from './services/listening.ts'
import { checkout } from './services/settings.ts'

/** Writes the examples of the OpenAPI document that is served: each is a request to a demo clinic and its answer. Writes are dry runs. */
const file = join(checkout, 'src/contract/examples.json')
const prefix = `fetlock_examples_${process.pid}`

const seedClinic = (env: NodeJS.ProcessEnv) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['src/main.ts', 'seed', '--json', '--seed', '1'], {
    cwd: checkout,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return (JSON.parse(stdout) as { organisation: number }).organisation
}

/** An image is no text, so that it is no example. */
const isImage = (operation: Operation) => (operation.file?.type ?? operation.answers[200]) === 'image/png'

/** A deletion has neither body nor answer, and one route only says what to do instead. */
const hasExample = (operation: Operation) =>
  operation.method !== 'DELETE' &&
  !isImage(operation) &&
  Object.keys(operation.answers).some((status) => Number(status) < 300)

const collect = async (port: number, organisation: number, app: string) => {
  const credentials = await credentialsFor(app, port, organisation)
  const send = sender(port, organisation, credentials)
  const context = await prepare(send)
  const examples: Record<string, Example> = {}
  const failed: string[] = []
  for (const operation of operations.filter(hasExample)) {
    const request = requestFor(operation, context)
    const isWrite = operation.access === 'write'
    const answer = await send(operation, request, isWrite ? { prefer: 'dry-run' } : {})
    if (answer.status >= 300) failed.push(format('%s %j: %d %s', operation.name, request, answer.status, answer.text))
    else examples[operation.name] = tidy(operation, request, answer)
  }
  return { examples, failed }
}

const write = async () => {
  const { urls, drop } = await privateDatabase(servicesUrls(), prefix)
  const port = await freePort()
  try {
    const organisation = seedClinic({ FETLOCK_DATABASE_URL: urls.app, FETLOCK_OWNER_DATABASE_URL: urls.owner })
    const api = await startApi({
      databaseUrl: urls.app,
      port,
      prefix,
      env: { FETLOCK_PUBLIC_URL: `http://127.0.0.1:${port}` },
    })
    try {
      const { examples, failed } = await collect(port, organisation, urls.app)
      for (const line of failed) console.log(line)
      console.log(`${Object.keys(examples).length} examples, ${failed.length} requests refused`)
      writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`)
      if (failed.length > 0) process.exitCode = 1
    } finally {
      await endProcess(api)
    }
  } finally {
    await drop()
  }
}

await write()
