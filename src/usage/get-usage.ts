import { Type } from 'typebox'
import type { Account } from '../accounts/accounts.ts'
import { fixedMeterLimits, memberLimitsOf } from '../accounts/limits.ts'
import type { Plans } from '../accounts/plan.ts'
import { planLimits } from '../accounts/plan-limits.ts'
import { planStatus } from '../accounts/plan-schema.ts'
import { planAt, trialEndOf } from '../accounts/plan-state.ts'
import { apiAccessActionSchema } from '../base/billing-action-schema.ts'
import type { Clock } from '../base/clock.ts'
import { limitOwners } from '../base/doors.ts'
import { limitNames } from '../base/problems.ts'
import { count, dateTime, nullableDateTime, nullableInteger, oneOf, periodBounds, requestId } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { requirePeriod } from '../call/principal.ts'
import type { Period } from '../credits/ledger.ts'
import { lotSource } from '../credits/lot-schema.ts'
import { readHoldings } from '../credits/lots.ts'
import { lowAt } from '../credits/low-credits.ts'
import { currentBalance } from '../credits/periods.ts'
import { readSpendingLimits, spendableNow, spendableOf } from '../credits/spending-limits.ts'
import type { Database } from '../db/database.ts'
import { readCounters, type WindowState, workCounterOf } from '../metering/request-counters.ts'
import { readSearchRows } from '../metering/search-rows.ts'
import { usageExample } from './usage-example.ts'

const quota = {
  limit: count({ description: 'The most that is allowed.' }),
  used: count({ description: 'What has been used.' }),
  remaining: count({ description: 'What is left.' }),
  resets_at: dateTime({ description: 'When it starts over.' }),
}
const name = oneOf(limitNames, { description: 'What errors and headers call this window.' })
const windowOf = (description: string) => Type.Object({ name, ...quota }, { title: 'UsageWindow', description })
const minute = windowOf('The clock minute.')

const lowCount = count({
  description: 'Credits are low when this many or fewer are left. Owners get a mail when the account’s are.',
})

export const getUsage = defineOperation({
  id: 'getUsage',
  method: 'GET',
  path: '/usage',
  summary: 'Get usage',
  description: 'API access, request quotas, search rows and contact credits of this account, as of now.',
  scope: 'usage:read',
  meter: 'own',
  request: {},
  reply: Type.Object({
    object: Type.Literal('usage'),
    account: Type.Object(
      {
        id: Type.String({ description: 'The id of the account.' }),
        name: Type.String({ description: 'The name of the account.' }),
      },
      { description: 'The account that the credential belongs to.' },
    ),
    plan: Type.Object(
      {
        id: Type.String({ description: 'The id of the plan, such as `pro`.' }),
        name: Type.String({ description: 'The name of the plan, such as Pro.' }),
        status: planStatus,
        trial_ends_at: nullableDateTime({ description: 'When the trial ends; null outside a trial.' }),
        period: Type.Object(periodBounds, {
          title: 'Period',
          description: 'The trial or usage month that credits and search rows belong to.',
        }),
        ends_at: nullableDateTime({
          description:
            'When the plan ends instead of renewing with the period, because it was cancelled, or is a trial that nothing follows; else null.',
        }),
      },
      { description: 'The account’s plan.' },
    ),
    api_access: Type.Object(
      {
        enabled: Type.Boolean({ description: 'Whether store and contact operations answer.' }),
        billing: Type.Union([apiAccessActionSchema, Type.Null()], { description: 'Null while access is enabled.' }),
      },
      { description: 'Whether the account may use the API.' },
    ),
    requests: Type.Object(
      { minute, day: windowOf('The day in UTC.') },
      { description: 'Store and contact operations.' },
    ),
    own_requests: Type.Object({ minute }, { description: 'Usage, taxonomy and credit entries.' }),
    feed_requests: Type.Object({ minute }, { description: 'Events and webhooks.' }),
    billing_requests: Type.Object({ minute }, { description: 'Billing operations.' }),
    web_requests: Type.Union([Type.Object({ minute }), Type.Null()], {
      description: 'What this person does in the web application; null for keys and integrations.',
    }),
    search_rows: windowOf('Rows that searches of the API returned in this period.'),
    web_search_rows: windowOf('Rows shown in the web application, counted separately from those of the API.'),
    contact_credits: Type.Object(
      {
        ...quota,
        limit: count({ description: 'What this period was given. Packs come on top.' }),
        used: count({ description: 'Credits spent in this period, also from packs, less those refunded in it.' }),
        remaining: count({ description: 'All credits that are left, packs included.' }),
        trial_limit: nullableInteger({ description: 'The trial’s credits while trialing, otherwise null.' }),
        paid_plan_limit: count({ description: 'Credits per month that the paid plan includes.' }),
        lots: Type.Array(
          Type.Object(
            {
              id: Type.String({ description: 'The entry that granted these credits.' }),
              source: lotSource,
              granted: count({
                description: 'Credits that the lot was given, with what an upgrade or a correction added or took.',
              }),
              remaining: count({ description: 'Credits of it that are left.' }),
              expires_at: nullableDateTime({ description: 'When what is left of it expires; null: with the period.' }),
            },
            { title: 'CreditLot' },
          ),
          { description: 'What is left and when it expires, in the order in which it will be spent.' },
        ),
        low_at: lowCount,
        spendable_now: spendableNow,
      },
      { description: 'The account’s contact credits.' },
    ),
    limits: Type.Array(
      Type.Object({
        of: oneOf(limitOwners, { description: 'Whose limit it is.' }),
        ...quota,
        low_at: lowCount,
      }),
      {
        description: 'Credit limits of this caller, in addition to the account’s credits.',
      },
    ),
    request_id: requestId,
  }),
  problems: [],
  example: usageExample,

  async run({ principal }, { database, clock, plans }: { database: Database; clock: Clock; plans: Plans }) {
    const { account, limits, admittedAt, door, member } = principal
    const period = requirePeriod(principal)
    const plan = planAt(plans, account, admittedAt)
    const web = door === 'web' || door === 'operator' ? member : null
    const [requests, own, billing, feed, ofPerson, rowsUsed, webRowsUsed, limitsOfCaller] = await Promise.all([
      readCounters(database, account, 'request', limits.requests, admittedAt),
      readCounters(database, account, 'own', fixedMeterLimits.own, admittedAt),
      readCounters(database, account, 'billing', fixedMeterLimits.billing, admittedAt),
      readCounters(database, account, 'feed', fixedMeterLimits.feed, admittedAt),
      web && readCounters(database, account, workCounterOf(web.userId), memberLimitsOf('request'), admittedAt),
      readSearchRows(database, clock, account.id, 'api', period.start),
      readSearchRows(database, clock, account.id, 'web', period.start),
      readSpendingLimits(database, account.id, principal.countsFor, period),
      currentBalance(database, clock, account.id, period),
    ])
    const { held: credits, used, lots } = await readHoldings(database, account.id)
    const rows = {
      name: planLimits.searchRowsPerMonth.field,
      limit: limits.searchRowsPerMonth,
      used: rowsUsed,
      resetsAt: period.end,
    }
    const webRows = {
      name: planLimits.webSearchRowsPerMonth.field,
      limit: limits.webSearchRowsPerMonth,
      used: webRowsUsed,
      resetsAt: period.end,
    }
    const contactCredits = {
      limit: credits.periodCredits,
      used,
      remaining: credits.balance,
      low_at: lowAt(credits.periodCredits),
      spendable_now: spendableOf(credits.balance, limitsOfCaller),
      resets_at: period.end.toISOString(),
      trial_limit: account.status === 'trialing' ? credits.periodCredits : null,
      paid_plan_limit: plan.creditsPerMonth,
      lots: lots.map(({ id, source, granted, left, expiresAt }) => ({
        id,
        source,
        granted,
        remaining: left,
        expires_at: expiresAt?.toISOString() ?? null,
      })),
    }
    return {
      object: 'usage' as const,
      account: { id: account.id, name: account.name },
      plan: {
        id: plan.id,
        name: plan.name,
        status: account.status,
        trial_ends_at: trialEndOf(account, admittedAt)?.toISOString() ?? null,
        period: { start: period.start.toISOString(), end: period.end.toISOString() },
        ends_at: endOf(account, period),
      },
      // Accounts without access never get here; getBillingStatus is theirs.
      api_access: { enabled: true, billing: null },
      requests: { minute: shown(requests.minute), day: shown(requests.day!) },
      own_requests: { minute: shown(own.minute) },
      feed_requests: { minute: shown(feed.minute) },
      billing_requests: { minute: shown(billing.minute) },
      web_requests: ofPerson && { minute: shown(ofPerson.minute) },
      search_rows: shown(rows),
      web_search_rows: shown(webRows),
      contact_credits: contactCredits,
      limits: limitsOfCaller.map(({ of, limit, used, remaining, resetsAt }) => ({
        of,
        limit,
        used,
        remaining,
        low_at: lowAt(limit),
        resets_at: resetsAt.toISOString(),
      })),
    }
  },
})

const shown = (window: Pick<WindowState, 'limit' | 'used' | 'resetsAt'> & { name: (typeof limitNames)[number] }) => ({
  name: window.name,
  limit: window.limit,
  used: window.used,
  remaining: Math.max(0, window.limit - window.used),
  resets_at: window.resetsAt.toISOString(),
})

/** Access that ends with the period or before it is not renewed. A failed payment is another matter: it may still be paid. */
function endOf({ status, accessEndsAt }: Account, period: Period): string | null {
  if (status === 'past_due' || accessEndsAt === null || accessEndsAt > period.end) return null
  return accessEndsAt.toISOString()
}
