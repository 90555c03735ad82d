/** Classifies errors of the driver and the server: what they mean for the connection and for the request. */

/** The connection is lost, or leads to a server that can't be used: it must be replaced. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  const code = codeOf(error)
  return (
    awayCodes.has(code) ||
    code.startsWith('08') ||
    /^(Connection terminated|Client has encountered|Client was closed|timeout e)/.test(error.message)
  )
}

/** Nothing is wrong with the request: the database can't serve it now, and the caller may try again. */
export function isUnavailable(error: unknown): boolean {
  if (isDatabaseAway(error)) return true
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return busyCodes.has(code) || code.startsWith('53') || isStalePreparedStatement(error)
}

/**
 * The server does not know a prepared statement that it knew, or its result changed with a migration. Nothing was run:
 * on a new connection the statement can be prepared and run again.
 */
export function isStalePreparedStatement(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return code === '26000' || code === '42P05' || (code === '0A000' && /cached plan/.test(error.message))
}

/** A row with this key is there already: another node was faster. */
export const isUniqueViolation = (error: unknown): boolean => error instanceof Error && codeOf(error) === '23505'

/** A lock was not free within the time allowed. */
export const isLockTimeout = (error: unknown): boolean => error instanceof Error && codeOf(error) === '55P03'

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EPROTO',
  // admin_shutdown, crash_shutdown, cannot_connect_now, idle_session_timeout, too_many_connections.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  // idle_in_transaction_session_timeout and transaction_timeout end the session.
  '25P03',
  '25P04',
  // read_only_sql_transaction: a server that was the primary until a moment ago.
  '25006',
])

/** Class 53 (disk full, out of memory, too many connections) belongs to these as a whole. */
const busyCodes = new Set([
  // lock_not_available, query_canceled (statement_timeout), deadlock_detected, serialization_failure, io_error.
  '55P03',
  '57014',
  '40P01',
  '40001',
  '58030',
])
