import { type Static, Type } from 'typebox'
import { findAccount } from '../accounts/accounts.ts'
import { accountsOfKeys } from '../accounts/test-account.ts'
import { readAuditEntries } from '../audit/entries.ts'
import { sentenceOf } from '../audit/sentence.ts'
import { planStatuses } from '../base/plan-statuses.ts'
import { problems } from '../base/problems.ts'
import { dateTime, nullableDateTime, nullableInteger, nullableString, oneOf } from '../base/schema.ts'
import { roles } from '../base/scopes.ts'
import { describeSubscription } from '../billing/sync/overruled.ts'
import { readEntries } from '../credits/entries.ts'
import { readHoldings } from '../credits/lots.ts'
import { listAllJobs } from '../jobs/operator-jobs.ts'
import { readKeys } from '../keys/keys.ts'
import { readMembers } from '../members/members.ts'
import { listWebhooks } from '../webhooks/operator-webhooks.ts'
import { describeAccount } from './describe-account.ts'
import { accountParams, defineOperatorOperation } from './operation.ts'

/** The newest of each: the commands show the rest. */
const shownMax = 25

const period = Type.Unsafe<{ start: string; end: string } | null>({
  type: ['object', 'null'],
  properties: { start: { type: 'string' }, end: { type: 'string' } },
  required: ['start', 'end'],
})
const suspension = Type.Unsafe<{ at: string; reason: string } | null>({
  type: ['object', 'null'],
  properties: { at: { type: 'string' }, reason: { type: 'string' } },
  required: ['at', 'reason'],
})

const reply = Type.Object({
  account_id: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  status: oneOf(planStatuses),
  api_access: Type.Boolean(),
  suspended: suspension,
  trial_ends_at: nullableDateTime(),
  access_ends_at: nullableDateTime(),
  period,
  subscription: nullableString({ description: 'What the account pays for at the payment provider, in a sentence.' }),
  limits: Type.Object({
    requests_per_minute: Type.Integer(),
    requests_per_day: Type.Integer(),
    search_rows_per_month: Type.Integer(),
  }),
  credits: Type.Object({ limit: Type.Integer(), used: Type.Integer(), remaining: Type.Integer() }),
  lots: Type.Array(
    Type.Object({
      source: Type.String(),
      granted: Type.Integer(),
      left: Type.Integer(),
      expires_at: nullableDateTime(),
    }),
  ),
  members: Type.Array(
    Type.Object({
      user_id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      role: oneOf(roles),
      credit_limit: nullableInteger(),
      two_factor_enabled: Type.Boolean(),
      joined_at: dateTime(),
    }),
  ),
  keys: Type.Array(
    Type.Object({
      key_id: Type.String(),
      name: Type.String(),
      prefix: Type.String(),
      scopes: Type.Array(Type.String()),
      created_at: dateTime(),
      last_used_at: nullableDateTime(),
      expires_at: nullableDateTime(),
      revoked_at: nullableDateTime(),
    }),
  ),
  webhooks: Type.Array(
    Type.Object({
      webhook_id: Type.String(),
      url: Type.String(),
      status: Type.String(),
      failing_since: nullableDateTime(),
      last_success_at: nullableDateTime(),
      pending: Type.Integer(),
    }),
  ),
  jobs: Type.Array(
    Type.Object({
      job_id: Type.String(),
      kind: Type.String(),
      status: Type.String(),
      stop_reason: nullableString(),
      total: Type.Integer(),
      done: Type.Integer(),
      credits_spent: Type.Integer(),
      created_at: dateTime(),
    }),
  ),
  entries: Type.Array(
    Type.Object({
      entry_id: Type.String(),
      kind: Type.String(),
      amount: Type.Integer(),
      balance_after: Type.Integer(),
      door: Type.String(),
      actor: nullableString(),
      reason: nullableString(),
      created_at: dateTime(),
    }),
  ),
  audit: Type.Array(
    Type.Object({
      action: Type.String(),
      door: Type.String(),
      actor: nullableString(),
      target: nullableString(),
      reason: nullableString(),
      sentence: Type.String({ description: 'Who did what, in a sentence.' }),
      created_at: dateTime(),
    }),
  ),
})

export type AccountView = Static<typeof reply>

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

export const getAccountOperation = defineOperatorOperation({
  id: 'getAccount',
  method: 'GET',
  path: '/accounts/{account_id}',
  summary:
    'Show an account: plan, credits, limits, and the newest of its members, keys, webhooks, jobs, entries and audit log',
  request: { params: accountParams },
  reply,

  async run({ params: { account_id: id } }, needs) {
    const { database, clock } = needs
    const account = await findAccount(database, id)
    if (!account) throw problems.resourceNotFound('account_id')
    const {
      suspended,
      period: current,
      trial_ends_at,
      access_ends_at,
      ...described
    } = await describeAccount(needs, account)
    const accountIds = await accountsOfKeys(database, id)
    const narrowed = { accountIds, limit: shownMax }
    return {
      ...described,
      trial_ends_at: iso(trial_ends_at),
      access_ends_at: iso(access_ends_at),
      suspended: suspended && { at: suspended.at.toISOString(), reason: suspended.reason },
      subscription: await describeSubscription(database, needs.plans, account),
      period: current && { start: current.start.toISOString(), end: current.end.toISOString() },
      lots: (await readHoldings(database, id)).lots.map(({ source, granted, left, expiresAt }) => ({
        ...{ source, granted, left, expires_at: iso(expiresAt) },
      })),
      members: (await readMembers(database, id)).map((row) => ({
        ...{ user_id: row.userId, name: row.name, email: row.email, role: row.role, credit_limit: row.creditLimit },
        ...{ two_factor_enabled: row.twoFactorEnabled, joined_at: row.joinedAt.toISOString() },
      })),
      keys: (await readKeys(database, accountIds)).map((key) => ({
        ...{
          key_id: key.id,
          name: key.name,
          prefix: key.prefix,
          scopes: key.scopes,
          created_at: key.createdAt.toISOString(),
        },
        ...{ last_used_at: iso(key.lastUsedAt), expires_at: iso(key.expiresAt), revoked_at: iso(key.revokedAt) },
      })),
      webhooks: (await listWebhooks(database, clock, { ...narrowed, failing: false })).map((webhook) => ({
        ...{
          webhook_id: webhook.id,
          url: webhook.url,
          status: webhook.status,
          pending: webhook.pending,
        },
        ...{ failing_since: iso(webhook.failingSince), last_success_at: iso(webhook.lastSuccessAt) },
      })),
      jobs: (await listAllJobs(database, { ...narrowed, status: null })).map((job) => ({
        ...{ job_id: job.id, kind: job.kind, status: job.status, stop_reason: job.stopReason, total: job.total },
        ...{ done: job.done, credits_spent: job.spent, created_at: job.createdAt.toISOString() },
      })),
      entries: (await readEntries(database, id, { before: null, kind: undefined, limit: shownMax })).map((entry) => ({
        ...{ entry_id: entry.entry_id, kind: entry.kind, amount: entry.amount, balance_after: entry.balance_after },
        ...{ door: entry.door, actor: entry.actor_name ?? entry.actor_id, reason: entry.reason },
        created_at: entry.created_at.toISOString(),
      })),
      audit: (await readAuditEntries(database, { accountId: id, limit: shownMax })).map((entry) => ({
        ...{ action: entry.action, door: entry.door, actor: entry.actorName ?? entry.actorId },
        ...{ target: entry.targetName ?? entry.targetId, created_at: entry.createdAt.toISOString() },
        reason: typeof entry.details.reason === 'string' ? entry.details.reason : null,
        sentence: sentenceOf(entry),
      })),
    }
  },
})
