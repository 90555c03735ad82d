import { requestIdExample } from '../base/schema.ts'
import { lowAt } from '../credits/low-credits.ts'

export const usageExample = {
  summary: 'An active account',
  reply: {
    object: 'usage',
    account: { id: 'acc_7GhT2pXw9bK4mVz8cQe1', name: 'Acme Outreach' },
    plan: {
      id: 'pro',
      name: 'Pro',
      status: 'active',
      trial_ends_at: null,
      period: { start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' },
      ends_at: null,
    },
    api_access: { enabled: true, billing: null },
    requests: {
      minute: {
        name: 'requests_per_minute',
        limit: 60,
        used: 3,
        remaining: 57,
        resets_at: '2026-03-02T09:31:00.000Z',
      },
      day: {
        name: 'requests_per_day',
        limit: 5000,
        used: 41,
        remaining: 4959,
        resets_at: '2026-03-03T00:00:00.000Z',
      },
    },
    own_requests: {
      minute: {
        name: 'own_requests_per_minute',
        limit: 120,
        used: 1,
        remaining: 119,
        resets_at: '2026-03-02T09:31:00.000Z',
      },
    },
    feed_requests: {
      minute: {
        name: 'feed_requests_per_minute',
        limit: 300,
        used: 0,
        remaining: 300,
        resets_at: '2026-03-02T09:31:00.000Z',
      },
    },
    billing_requests: {
      minute: {
        name: 'billing_requests_per_minute',
        limit: 30,
        used: 0,
        remaining: 30,
        resets_at: '2026-03-02T09:31:00.000Z',
      },
    },
    web_requests: null,
    web_search_rows: {
      name: 'web_search_rows_per_month',
      limit: 250000,
      used: 1250,
      remaining: 248750,
      resets_at: '2026-04-01T00:00:00.000Z',
    },
    search_rows: {
      name: 'search_rows_per_month',
      limit: 25000,
      used: 250,
      remaining: 24750,
      resets_at: '2026-04-01T00:00:00.000Z',
    },
    contact_credits: {
      limit: 1000,
      used: 1,
      remaining: 999,
      resets_at: '2026-04-01T00:00:00.000Z',
      trial_limit: null,
      paid_plan_limit: 1000,
      lots: [
        {
          id: 'ent_1Ab27cDeFg3hIj4kLm5n',
          source: 'period',
          granted: 1000,
          remaining: 999,
          expires_at: '2026-04-01T00:00:00.000Z',
        },
      ],
      low_at: lowAt(1000),
      spendable_now: 50,
    },
    limits: [
      { of: 'key', limit: 60, used: 10, remaining: 50, low_at: lowAt(60), resets_at: '2026-04-01T00:00:00.000Z' },
    ],
    request_id: requestIdExample,
  },
}
