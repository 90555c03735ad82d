import { availableParallelism, loadavg } from 'node:os'
import { type Static, Type } from 'typebox'
import { countAccounts } from '../accounts/find-accounts.ts'
import { dateTime, nullableDateTime } from '../base/schema.ts'
import { plural } from '../base/words.ts'
import { type MoneyIn, readMoneyIn } from '../billing/money-in.ts'
import { formatMoney } from '../billing/plans/money.ts'
import { countWaiting } from '../bounces/reviews.ts'
import { listHeldChanges } from '../catalog/held-changes.ts'
import { type ImportRow, listImports, stateOfImport } from '../catalog/imports.ts'
import { readCreditsMoved } from '../credits/credits-moved.ts'
import { countHangingJobs, hangsAfterMinutes } from '../jobs/operator-jobs.ts'
import { readRequestLoad } from '../metering/request-load.ts'
import { countDue } from '../privacy/requests.ts'
import { countFailing } from '../webhooks/operator-webhooks.ts'
import { findings } from './health/finding.ts'
import { defineOperatorOperation, type OperatorNeeds } from './operation.ts'

const money = Type.Array(
  Type.Object({ currency: Type.String(), paid: Type.String(), refunded: Type.String(), invoices: Type.Integer() }),
)
const credits = Type.Object({
  spent: Type.Number(),
  in_periods: Type.Number(),
  sold: Type.Number(),
  granted: Type.Number(),
  refunded: Type.Number(),
})

const reply = Type.Object({
  findings,
  needs: Type.Array(Type.Object({ about: Type.String(), count: Type.Integer(), message: Type.String() }), {
    description: 'What waits for a person.',
  }),
  load: Type.Object(
    {
      requests: Type.Number({ description: 'Let in since midnight in UTC, over all nodes.' }),
      accounts: Type.Integer({ description: 'Whose they were.' }),
      machine: Type.Number({ description: 'How many processes wanted a core of this machine in the last minute.' }),
      cores: Type.Integer(),
    },
    { description: 'Of today, and of the machine that answers.' },
  ),
  accounts: Type.Array(
    Type.Object({ plan: Type.String(), status: Type.String(), suspended: Type.Boolean(), accounts: Type.Integer() }),
  ),
  money_in: Type.Object({ last_day: money, last_30_days: money }),
  credits: Type.Object({ last_day: credits, last_7_days: credits }),
  imports: Type.Array(
    Type.Object({
      import: Type.Integer(),
      source: Type.String(),
      state: Type.String(),
      started_at: dateTime(),
      finished_at: nullableDateTime(),
    }),
  ),
})

export type Today = Static<typeof reply>

export const getTodayOperation = defineOperatorOperation({
  id: 'getToday',
  method: 'GET',
  path: '/today',
  summary: 'Health, load, what waits for a person, accounts, money, credits and the last imports',
  request: {},
  reply,

  async run(_call, needs) {
    const { database, clock } = needs
    const accounts = await countAccounts(database)
    return {
      findings: await needs.examine(),
      needs: await whatWaits(needs, accounts),
      load: {
        ...(await readRequestLoad(database, clock)),
        ...{ machine: Math.round(loadavg()[0]! * 10) / 10, cores: availableParallelism() },
      },
      accounts: accounts.map(({ planId, status, suspended, accounts }) => ({
        plan: planId,
        status,
        suspended,
        accounts,
      })),
      money_in: {
        last_day: (await readMoneyIn(database, clock, 1)).map(renderMoney),
        last_30_days: (await readMoneyIn(database, clock, 30)).map(renderMoney),
      },
      credits: { last_day: await creditsWithin(needs, 24), last_7_days: await creditsWithin(needs, 7 * 24) },
      imports: (await listImports(database, 5)).map(renderImport),
    }
  },
})

async function creditsWithin({ database, clock }: OperatorNeeds, hours: number): Promise<Static<typeof credits>> {
  const { inPeriods, ...moved } = await readCreditsMoved(database, clock, hours)
  return { ...moved, in_periods: inPeriods }
}

const renderMoney = ({ currency, paid, refunded, invoices }: MoneyIn) => ({
  currency,
  paid: formatMoney(paid, currency),
  refunded: formatMoney(refunded, currency),
  invoices,
})

const renderImport = (row: ImportRow) => ({
  import: row.importRun,
  source: row.source,
  state: stateOfImport(row),
  started_at: row.startedAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
})

type AccountCounts = Awaited<ReturnType<typeof countAccounts>>

/** Cases that a person has to decide, and faults that nobody else would notice. */
async function whatWaits({ database, clock }: OperatorNeeds, accounts: AccountCounts): Promise<Today['needs']> {
  const held = (await listHeldChanges(database)).reduce((sum, { stores }) => sum + stores, 0)
  const { open, overdue } = await countDue(database, clock)
  const bounces = await countWaiting(database)
  const unpaid = accounts.reduce((sum, one) => (one.status === 'past_due' ? sum + one.accounts : sum), 0)
  const { failing } = await countFailing(database, clock)
  const hanging = await countHangingJobs(database, clock)
  const late = overdue > 0 ? `, ${overdue} overdue` : ''
  return [
    { about: 'privacy', count: open, message: `${plural(open, 'request')} about personal data open${late}` },
    { about: 'bounces', count: bounces, message: `${plural(bounces, 'bounce')} over the limit to decide on` },
    { about: 'changes', count: held, message: `${plural(held, 'removal')} at stores held back` },
    { about: 'payments', count: unpaid, message: `${plural(unpaid, 'account')} with a failed payment` },
    { about: 'webhooks', count: failing, message: `${plural(failing, 'webhook')} failing` },
    {
      about: 'jobs',
      count: hanging,
      message: `${plural(hanging, 'job')} without progress for ${hangsAfterMinutes} minutes`,
    },
  ].filter(({ count }) => count > 0)
}
