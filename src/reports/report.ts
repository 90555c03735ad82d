/** What is sold, to whom and through which door: for the operator, as tables that a command, a file or a page can show. */
import { countByMonth, countByPlan, planOfLive } from '../accounts/account-report.ts'
import { formatMoney } from '../billing/plans/money.ts'
import { sumRevenue } from '../billing/revenue-report.ts'
import { countReveals, sumCredits } from '../credits/credit-report.ts'
import type { Db } from '../db/database.ts'
import { accountsMin, readUnmetWords } from './unmet-searches.ts'

type ReportTable = { name: string; title: string; columns: string[]; rows: (string | number)[][] }

/** Rows of one shape as a table, its columns in the order of the first argument. */
const tableOf = <Row extends Record<string, string | number>>(
  name: string,
  title: string,
  columns: (keyof Row & string)[],
  rows: readonly Row[],
): ReportTable => ({ name, title, columns, rows: rows.map((row) => columns.map((column) => row[column]!)) })

type Section = { title: string; read(db: Db, since: Date): Promise<ReportTable> }

const section = <Row extends Record<string, string | number>>(
  name: string,
  title: string,
  columns: (keyof Row & string)[],
  read: (db: Db, since: Date) => Promise<Row[]>,
): [string, Section] => [
  name,
  { title, read: async (db, since) => tableOf(name, title, columns, await read(db, since)) },
]

const sections = new Map<string, Section>([
  section('accounts', 'Accounts by plan and status, now', ['plan', 'status', 'accounts'], countByPlan),
  section('new-accounts', 'New accounts by month and plan', ['month', 'plan', 'accounts'], countByMonth),
  section(
    'revenue',
    'Paid invoices by month and plan',
    ['month', 'plan', 'currency', 'invoices', 'paid', 'refunded', 'lost'],
    sumRevenue,
  ),
  section(
    'credits',
    'Credits by month, plan, door and kind of entry',
    ['month', 'plan', 'door', 'kind', 'entries', 'credits'],
    (db, since) => sumCredits(db, since, planOfLive),
  ),
  section(
    'reveals',
    'Revealed contacts by month, source and days since they were verified or collected',
    ['month', 'source', 'age', 'reveals'],
    (db, since) => countReveals(db, since, planOfLive),
  ),
  section(
    'searches',
    `Asked for by at least ${accountsMin} accounts in searches that found nothing`,
    ['month', 'filter', 'word', 'accounts'],
    readUnmetWords,
  ),
])

export const reportNames: readonly string[] = [...sections.keys()]
export const reportTitles: ReadonlyMap<string, string> = new Map(
  [...sections].map(([name, { title }]) => [name, title]),
)

/** Amounts as people read them. To programs, and in files, they are in the smallest unit of the currency. */
export function readableRows({ columns, rows }: Pick<ReportTable, 'columns' | 'rows'>): (string | number)[][] {
  const currencyAt = columns.indexOf('currency')
  const isAmount = (at: number) => currencyAt >= 0 && ['paid', 'refunded', 'lost'].includes(columns[at]!)
  return rows.map((row) =>
    row.map((value, at) => (isAmount(at) ? formatMoney(Number(value), String(row[currencyAt])) : value)),
  )
}

export const reportMonths = 12
/** The first day of a month before this one, unless somebody names a date. */
export const reportStart = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - reportMonths, 1))

/** Reads ledgers from end to end: with connections of background work. Unset: all tables, in the order of `reportNames`. */
export async function readReport(db: Db, since: Date, names: readonly string[] = reportNames): Promise<ReportTable[]> {
  const tables: ReportTable[] = []
  for (const name of names) tables.push(await sections.get(name)!.read(db, since))
  return tables
}
