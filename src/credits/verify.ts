import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { type AccountRange, inRange } from './account-range.ts'
import { checks } from './verify-checks.ts'

type LedgerReport = { accounts: number; entries: number; reveals: number; problems: string[] }
type VerifyProgress = { accounts: number; accountsTotal: number }

type Options = {
  /** Only this account. */
  accountId?: string
  onProgress?: (progress: VerifyProgress) => void
  accountsPerChunk?: number
}

/** A ledger broken in one way is usually broken in thousands of places; the first of them tell the story. */
const problemsPerCheck = 1_000

/**
 * Recomputes every balance from its entries and reveals, and says in a sentence what does not fit. The database does
 * the sums, one range of accounts after the other, so memory does not grow with the ledger; each range is seen in one
 * snapshot, so a server may go on spending meanwhile.
 */
export async function verifyLedger(db: Db, options: Options = {}): Promise<LedgerReport> {
  const { accountId, onProgress, accountsPerChunk = 500 } = options
  const report: LedgerReport = { accounts: 0, entries: 0, reveals: 0, problems: [] }
  if (accountId !== undefined) {
    await verifyRange(db, { only: accountId }, report)
    if (report.accounts === 0) report.problems.push(`Account ${accountId} has no ledger.`)
    return report
  }
  const accountsTotal = await countAccounts(db)
  for (let after: string | null = null; ; ) {
    const to = await findEndOfChunk(db, after, accountsPerChunk)
    await verifyRange(db, { after, to }, report)
    onProgress?.({ accounts: report.accounts, accountsTotal })
    if (to === null) return report
    after = to
  }
}

async function countAccounts(db: Db): Promise<number> {
  const [row] = await db.query<{ accounts: number }>(sql`SELECT count(*) AS accounts FROM credit_balances`)
  return row!.accounts
}

/** Null for the last chunk, which has no upper end: entries of an account without a balance row are in some range, too. */
async function findEndOfChunk(db: Db, after: string | null, size: number): Promise<string | null> {
  const [row] = await db.query<{ account_id: string }>(sql`
    SELECT account_id FROM credit_balances WHERE ${inRange({ after, to: null })}
    ORDER BY account_id OFFSET ${size - 1} LIMIT 1`)
  return row?.account_id ?? null
}

async function verifyRange(db: Db, range: AccountRange, report: LedgerReport): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`)
    const [counted] = await tx.query<{ accounts: number; entries: number; reveals: number }>(sql`
      SELECT (SELECT count(*) FROM credit_balances WHERE ${inRange(range)}) AS accounts,
        (SELECT count(*) FROM credit_entries WHERE ${inRange(range)}) AS entries,
        (SELECT count(*) FROM reveals WHERE ${inRange(range)}) AS reveals`)
    report.accounts += counted!.accounts
    report.entries += counted!.entries
    report.reveals += counted!.reveals
    for (const check of checks) {
      const found = await tx.query<{ problem: string }>(
        sql`SELECT problem FROM (${check(range)}) found LIMIT ${problemsPerCheck}`,
      )
      report.problems.push(...found.map(({ problem }) => problem))
    }
  })
}
