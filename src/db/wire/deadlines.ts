/**
 * How long a connection may take, by what it is used for. The server enforces its deadlines, so that a node that was
 * frozen or cut off holds no lock for longer; the client's deadline ends connections whose server no longer answers.
 */
export type Deadlines = {
  statementMs: number
  lockMs: number
  /** A transaction whose node says nothing for this long is rolled back, and its locks are free. */
  idleInTransactionMs: number
  /** Without a byte from the server for this long, while an answer is due, the connection counts as lost. */
  silenceMs: number
}

export type Purpose = 'requests' | 'background'

/** 0 means no deadline, as in PostgreSQL. A client waits a little longer than the server, whose error says more. */
export const deadlinesOf: Record<Purpose, Deadlines> = {
  requests: { statementMs: 4_000, lockMs: 2_000, idleInTransactionMs: 4_000, silenceMs: 5_000 },
  // Imports, exports, index builds, jobs and commands, whose statements may take minutes.
  background: { statementMs: 0, lockMs: 10_000, idleInTransactionMs: 60_000, silenceMs: 600_000 },
}

/** Batches wait for one account's lock with everybody in them, so they give up earlier, and each account tries for itself. */
export const forBatches = (deadlines: Deadlines): Deadlines => ({
  ...deadlines,
  lockMs: deadlines.lockMs === 0 ? 0 : Math.min(deadlines.lockMs, 1_000),
})

export const connectWithinMs = 3_000

/** The server finds a dead client after about 20 s instead of 2 hours; the client asks of the server's end the same. */
const keepalive =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=3 -c tcp_user_timeout=15000'

export const keepaliveAfterMs = 10_000

/** For the `options` of a connection's start. A transaction pooler may drop them: `localDeadlines` holds even then. */
export const startupDeadlines = ({ statementMs, lockMs, idleInTransactionMs }: Deadlines): string =>
  `-c statement_timeout=${statementMs} -c lock_timeout=${lockMs} ` +
  `-c idle_in_transaction_session_timeout=${idleInTransactionMs} ${keepalive}`

/** Begins a transaction with its deadlines, in one round trip. */
export const beginWithDeadlines = ({ statementMs, lockMs, idleInTransactionMs }: Deadlines): string =>
  `BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${lockMs}; ` +
  `SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionMs}`
