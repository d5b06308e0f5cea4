import type { Random } from '../../src/demo/random.ts'
import type { AskedFor } from '../answer-check.ts'
import { asForm, asMultipart, draft, randomOf, wire, type Draft, type Drafting, type Operation } from './drafts.ts'
import { hostilityNamed, pickHostility } from './hostility.ts'
import type { Spoilt } from './spoiling.ts'
import { often } from './visits.ts'

export type Case = Spoilt & {
  readonly number: number
  readonly kind: string
  readonly draft: Draft
  readonly asked: AskedFor
}

const validShare = 0.4
export const valid = 'valid'

/** Lists first, then what makes records, so that what links to others finds some; rows inside a record last. */
const rank = ({ method, of, path }: Operation) => {
  if (path.includes('{child_id}')) return 3
  if (of) return 2
  return method === 'GET' ? 0 : method === 'POST' ? 1 : 2
}
export const inOrder = (operations: readonly Operation[]) =>
  operations
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap((operation) => Array<Operation>(often[operation.described.operationId] ?? 1).fill(operation))

/** As many rounds through all operations as it takes until there are records of all kinds. */
export const warmUpRounds = 5

/** The same request in one of its other forms. */
const varied = (made: Draft, number: number, random: Random): Draft => {
  const form = random.next()
  const takesForms = made.operation.described.requestBody?.content['multipart/form-data'] !== undefined
  const isForm = takesForms && form < 0.2
  const headers = {
    ...made.headers,
    ...(made.method === 'GET' && form > 0.9 ? { accept: 'text/html' } : {}),
    ...(made.method !== 'GET' && form > 0.75 ? { 'idempotency-key': `key-${number}` } : {}),
    ...(made.method !== 'GET' && form > 0.7 && form < 0.75 ? { prefer: 'dry-run' } : {}),
  }
  if (!isForm) return { ...made, headers }
  return form < 0.1
    ? { ...made, headers, text: asForm(made.body!), contentType: 'application/x-www-form-urlencoded' }
    : { ...made, headers, text: asMultipart(made.body!, 'fuzz'), contentType: 'multipart/form-data; boundary=fuzz' }
}

/** Whether a request would change one of those who are asking. */
const touchesFixture = ({ outgoing: { method, target } }: Spoilt, spared: ReadonlySet<string>) => {
  const [, place, id = ''] = /\/api\/0\.1\/(user|application|permissiongroup)\/([^/?]+)\//.exec(target) ?? []
  return method !== 'GET' && place !== undefined && spared.has(`${place}/${Number(id.replace('%31', '1'))}`)
}

/** The request of a number: what it asks for and what is odd about it follow from the seed. */
export const caseOf = (number: number, seed: number, drafting: Drafting): Case => {
  const { operations, fixture, memory } = drafting
  const random = randomOf(seed, number)
  const operation = operations[number % operations.length]!
  const made = draft(operation, number, random, drafting)
  const isValid = number < operations.length * warmUpRounds || random.chance(validShare)
  const kind = isValid ? valid : pickHostility(made, random)
  const spoilt: Spoilt = isValid
    ? { outgoing: wire(varied(made, number, random)) }
    : hostilityNamed(kind).spoil(made, { random, fixture, memory, number })
  const safe: Spoilt = touchesFixture(spoilt, fixture.spared)
    ? { outgoing: wire({ ...made, id: '999999999' }) }
    : spoilt
  const asked = { method: safe.method ?? made.method, path: safe.nowhere ? undefined : operation.path }
  return { ...safe, number, kind, draft: made, asked }
}
