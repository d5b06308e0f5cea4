import { randomBytes } from 'node:crypto'
import { config } from '../../app/config.ts'
import { variable } from '../../app/variables.ts'
import { Failure } from '../command.ts'
import type { Asking } from './ask.ts'
import { isSecret } from './settings-folder.ts'

type Wanted = {
  readonly name: string
  readonly question: string
  readonly otherwise?: string
  /** Throws a sentence if the value cannot be used. */
  readonly check?: () => unknown
}

/** What a deployment cannot guess, in the order in which it is asked for. */
const wanted: readonly Wanted[] = [
  {
    name: 'FETLOCK_PUBLIC_URL',
    question: 'The address that everybody opens, for example https://vet.example',
    check: config.publicUrl,
  },
  { name: 'FETLOCK_REDIS_URL', question: 'Redis', otherwise: 'redis://127.0.0.1:6379', check: config.redis },
  {
    name: 'FETLOCK_S3_ENDPOINT',
    question: 'The object store, by the address that browsers use too, for example https://files.vet.example',
  },
  { name: 'FETLOCK_S3_BUCKET', question: 'Its bucket, which is created if it is not there', otherwise: 'fetlock' },
  { name: 'FETLOCK_S3_ACCESS_KEY', question: 'Its access key' },
  { name: 'FETLOCK_S3_SECRET_KEY', question: 'Its secret key', check: config.objectStore },
  {
    name: 'FETLOCK_SMTP_URL',
    question: 'The mail server, for example smtps://user:password@mail.example.com',
    check: config.smtp,
  },
]

const isGiven = (name: string) => variable(name) !== undefined

const set = (values: Record<string, string>, name: string, value: string) => {
  values[name] = value
  process.env[name] = value
}

const askFor = async (
  { ask }: Asking,
  { name, question, otherwise, check }: Wanted,
  values: Record<string, string>,
) => {
  for (;;) {
    set(values, name, await ask({ text: question, isSecret: isSecret(name), otherwise }))
    try {
      if (values[name] === '') throw new Error('This is needed.')
      check?.()
      return
    } catch (problem) {
      process.stderr.write(`${(problem as Error).message}\n`)
      delete process.env[name]
    }
  }
}

/** Without a proxy that is believed every request comes from its address. setup puts one on the same machine. */
const addProxy = (values: Record<string, string>) => {
  if (isGiven('FETLOCK_TRUSTED_PROXIES') || !config.publicUrl().startsWith('https:')) return
  set(values, 'FETLOCK_TRUSTED_PROXIES', '127.0.0.1,::1')
}

/** The settings that no setting says yet: given as options, asked for or generated. They are set for this process too. */
export const completeSettings = async (
  options: Readonly<Record<string, string | undefined>>,
  asking: Asking | undefined,
): Promise<Record<string, string>> => {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && !isGiven(name)) set(values, name, value)
  const missing = wanted.filter(({ name }) => !isGiven(name))
  if (asking === undefined && missing.length > 0)
    throw new Failure(
      `Set ${missing.map(({ name }) => name).join(', ')} in the environment, each as a value or with _FILE after its name as the ` +
        'path of a file, or run this at a terminal, which asks for them.',
    )
  for (const one of missing) await askFor(asking!, one, values)
  addProxy(values)
  if (!isGiven('FETLOCK_SECRET_KEY')) set(values, 'FETLOCK_SECRET_KEY', randomBytes(32).toString('base64'))
  return values
}
