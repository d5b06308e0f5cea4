import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { assembleApi } from '../src/app/api.ts'
import { logTo } from '../src/commands/log.ts'
import { config } from '../src/app/config.ts'
import type { Size, Token } from './data.ts'
import type { Workload } from './measure.ts'
import type { Urls } from '../proofs/harness.ts'

/** A statement as the API hands it to the driver. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] }

/** The statements of one request: the lookup of the caller, then the rest. */
export type Captured = { readonly identity: Statement; readonly statements: readonly Statement[] }

/** Values that differ from request to request, to recognise the parameters that must vary. */
export type Marks = {
  readonly organisation: number
  readonly record: number
  readonly key: string
  readonly department: number
  readonly user: number
}
export const listed = { species: 2, page: 3, offset: 100 }

type Query = string | { readonly text: string; readonly values?: readonly unknown[] }
type Asked = (query: Query, values?: readonly unknown[] | (() => void), ...rest: unknown[]) => unknown

/** Records every statement that this process sends during the work. */
const recording = async (work: () => Promise<void>): Promise<Statement[]> => {
  const sent: Statement[] = []
  const prototype = pg.Client.prototype as unknown as { query: Asked }
  const { query } = prototype
  prototype.query = function (this: unknown, asked, values, ...rest) {
    sent.push(
      typeof asked === 'string'
        ? { text: asked, values: Array.isArray(values) ? values : [] }
        : { text: asked.text, values: asked.values ?? (Array.isArray(values) ? values : []) },
    )
    return query.call(this, asked, values, ...rest)
  }
  try {
    await work()
    return sent
  } finally {
    prototype.query = query
  }
}

/** Assembles an API in this process and sends it one request of each kind. */
export const captureStatements = async (
  urls: Urls,
  size: Size,
  { organisation, token }: Token,
  prefix: string,
): Promise<Record<Workload, Captured> & { marks: Record<Workload, Marks> }> => {
  const api = await assembleApi({
    databaseUrl: urls.app,
    redisUrl: process.env['FETLOCK_REDIS_URL']!,
    redisPrefix: prefix,
    publicUrl: 'http://127.0.0.1',
    secretKey: process.env['FETLOCK_SECRET_KEY']!,
    store: config.objectStore(),
    logger: logTo(process.stdout, 'silent'),
  })
  const base = `http://127.0.0.1/${organisation}/api/0.1/`
  const key = `capture-${process.pid}`
  const capture = async (path: string, body?: object): Promise<Captured> => {
    const [identity, ...statements] = await recording(async () => {
      const { statusCode } = await api.inject({
        method: body === undefined ? 'GET' : 'POST',
        url: new URL(base).pathname + path,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': `${path.split('/')[0]}-${key}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { payload: body }),
      })
      if (statusCode >= 300) throw new Error(`${path} answered ${statusCode}.`)
    })
    // Callers are cached for less than a second: the next request has to look it up again.
    await sleep(1_000)
    return { identity: identity!, statements }
  }
  const patient = (organisation - 1) * size.patients + 77
  const client = (organisation - 1) * size.clients + 88
  // The token is the last of its organisation, and the client's invoice has the client's number.
  const marks = {
    organisation,
    key,
    user: organisation * size.tokens,
    department: (organisation - 1) * 2 + 1 + (client % 2),
  }
  const number = { phone_number: '040 1234567', type_code: 1, description: 'Mobile' }
  try {
    return {
      retrieve: await capture(`patient/${patient}/`),
      list: await capture(`patient/?page=${listed.page}&species__is=${listed.species}`),
      create: await capture('phonenumber/', { client: `${base}client/${client}/`, ...number }),
      pay: await capture('invoicepayment/', { invoice: `${base}invoice/${client}/`, payment_type: 0, paid: '1.00' }),
      marks: {
        retrieve: { ...marks, record: patient },
        list: { ...marks, record: 0 },
        create: { ...marks, record: client },
        pay: { ...marks, record: client },
      },
    }
  } finally {
    await api.close()
  }
}
