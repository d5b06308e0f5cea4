/** SQLSTATEs and classes of them, as appendix A of PostgreSQL's manual calls them. */
const sqlState = {
  unableToConnect: '08001',
  connectionRejected: '08004',
  readOnlyTransaction: '25006',
  idleInTransactionTimeout: '25P03',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
  cannotConnectNow: '57P03',
}
const sqlStateClass = { connectionException: '08', insufficientResources: '53', operatorIntervention: '57' }

const contentionCodes = new Set([
  sqlState.idleInTransactionTimeout,
  sqlState.serializationFailure,
  sqlState.deadlockDetected,
  sqlState.lockNotAvailable,
  sqlState.queryCanceled,
])
const unreachableCodes = new Set([
  sqlState.unableToConnect,
  sqlState.connectionRejected,
  sqlState.cannotConnectNow,
  // A standby that takes no writes yet.
  sqlState.readOnlyTransaction,
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const lostCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE'])
const lostClasses = new Set([sqlStateClass.connectionException, sqlStateClass.operatorIntervention])

/** The driver gives its own errors no codes. */
const unreachableMessages = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
]
const lostMessages = ['Query read timeout', 'Connection terminated', 'Connection terminated unexpectedly']

/**
 * Transient faults of the database. `contention`: the transaction conflicted with others, or took too long, and was rolled
 * back. `unreachable`: it never began. `lost`: the connection broke, so whether it was committed is unknown.
 */
export type DatabaseFault = 'contention' | 'unreachable' | 'lost'

const faultByCode = (code: string): DatabaseFault | undefined => {
  if (contentionCodes.has(code)) return 'contention'
  const sqlClass = code.length === 5 ? code.slice(0, 2) : ''
  if (unreachableCodes.has(code) || sqlClass === sqlStateClass.insufficientResources) return 'unreachable'
  return lostCodes.has(code) || lostClasses.has(sqlClass) ? 'lost' : undefined
}

/** Which transient fault of the database this is, if any. */
export const databaseFaultOf = (problem: unknown): DatabaseFault | undefined => {
  if (!(problem instanceof Error)) return undefined
  if ('syscall' in problem && problem.syscall === 'connect') return 'unreachable'
  const byCode = 'code' in problem ? faultByCode(String(problem.code)) : undefined
  if (byCode !== undefined) return byCode
  if (unreachableMessages.includes(problem.message)) return 'unreachable'
  return lostMessages.includes(problem.message) ? 'lost' : undefined
}
