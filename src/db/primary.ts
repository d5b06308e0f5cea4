import pg from 'pg'
import { hasCode } from './tx.ts'

const readOnlyTransaction = '25006'
const warning = '01000'
/** What the standard calls a commit of which nobody knows whether it will last. */
const resolutionUnknown = '08007'

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

type Status = { readonly parameterName: string; readonly parameterValue: string }
type WithConnection = {
  readonly connection: { readonly on: (event: 'parameterStatus', listen: (status: Status) => void) => void }
}

/** A client that knows what PostgreSQL tells everyone who connects: whether it is a standby. */
export class ClientOfPrimary extends pg.Client {
  isOnStandby = false
  /** A write was refused as read-only, and the next one would be: another connection may lead to the primary by now. */
  isReadOnly = false
  /** The warnings of the statement that runs. */
  warnings = 0

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    ;(this as unknown as WithConnection).connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isOnStandby = parameterValue === 'on'
    })
    this.on('notice', ({ code }) => {
      if (code === warning) this.warnings++
    })
  }
}

/** On a standby writes fail, and reads may show what was true a while ago. An address may lead to one during a failover. */
export const refuseStandby = (client: pg.ClientBase) => {
  if (client instanceof ClientOfPrimary && client.isOnStandby)
    throw failure(readOnlyTransaction, 'This PostgreSQL is a standby, and the primary is needed.')
}

/**
 * Watches a statement for what ends the use of its connection, and for a commit that is not safe: where somebody cancels the wait
 * for the synchronous standby, PostgreSQL commits with no more than a warning, and a failover would lose what it committed.
 */
export const watched = async <T>(client: pg.PoolClient, text: string, ask: () => Promise<T>): Promise<T> => {
  if (!(client instanceof ClientOfPrimary)) return ask()
  const before = client.warnings
  try {
    const result = await ask()
    if (text === 'commit' && client.warnings > before)
      throw failure(resolutionUnknown, 'PostgreSQL has committed, and no standby has confirmed it.')
    return result
  } catch (problem) {
    if (hasCode(problem, readOnlyTransaction)) client.isReadOnly = true
    throw problem
  }
}

/** A connection that is still in a transaction, for whatever reason, must not be reused, nor one that takes no writes. */
export const isSpent = (client: pg.PoolClient) =>
  client.getTransactionStatus() !== 'I' || (client instanceof ClientOfPrimary && client.isReadOnly)
