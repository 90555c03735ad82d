import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fixedClock } from '../../src/base/clock.ts'
import { rawSql, sql } from '../../src/base/sql.ts'
import { createServices } from '../../src/billing/billing.ts'
import { packs } from '../../src/billing/plans/packs.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

/** What the sandbox of release 1.1 had sold is what the simulator of Stripe knows after the migration. */
const folder = new URL('../../migrations/', import.meta.url)
const now = new Date('2026-03-10T12:00:00.000Z')
let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
  await store.owner.query(rawSql('DROP SCHEMA public CASCADE; DROP SCHEMA jobs CASCADE; CREATE SCHEMA public'))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name < '0137').sort()
  const only = await Promise.all(
    names.map(async (name) => ({
      name,
      checksum: createHash('sha256')
        .update(await readFile(new URL(name, folder), 'utf8'))
        .digest('hex'),
    })),
  )
  await migrate(store.owner, { only })
  await store.owner.query(rawSql(soldBefore))
  await migrate(store.owner)
})
afterAll(() => store.drop())

const soldBefore = `
  INSERT INTO accounts (account_id, name, plan_id, status, period_anchor)
  VALUES ('acc_00000000000000000001', 'Acme', 'business', 'active', '2026-02-20'),
    ('acc_00000000000000000002', 'Tea', 'pro', 'past_due', '2026-02-21');
  INSERT INTO sandbox_customers VALUES ('acc_00000000000000000001', 'cus_sandbox_one', '4242', true), ('acc_00000000000000000002', 'cus_sandbox_two', '0341', false);
  INSERT INTO sandbox_subscriptions (subscription_id, account_id, plan_id, interval, started_at, trial_ends_at, period_start,
    period_end, billing_anchor, scheduled_plan_id, scheduled_interval, open_invoice_id, ended_at)
  VALUES
    ('sub_sandbox_old', 'acc_00000000000000000001', 'pro', 'month', '2025-12-01T08:00:00.123Z', NULL, '2025-12-01T08:00:00.123Z',
      '2026-01-01T08:00:00.123Z', '2025-12-01T08:00:00.123Z', NULL, NULL, NULL, '2025-12-05T08:00:00Z'),
    ('sub_sandbox_new', 'acc_00000000000000000001', 'business', 'month', '2026-02-20T08:00:00.456Z', NULL, '2026-02-20T08:00:00.456Z',
      '2026-03-20T08:00:00.456Z', '2026-02-20T08:00:00.456Z', 'pro', 'month', NULL, NULL),
    ('sub_sandbox_bad', 'acc_00000000000000000002', 'pro', 'month', '2026-02-07T09:00:00.500Z', '2026-02-21T09:00:00.500Z',
      '2026-02-21T09:00:00.500Z', '2026-03-21T09:00:00.500Z', '2026-02-21T09:00:00.500Z', NULL, NULL, 'in_sandbox_open', NULL);
  INSERT INTO sandbox_invoices (invoice_id, account_id, subscription_id, plan_id, description, status, amount,
    amount_refunded, currency, period_start, period_end, created_at, paid_at, pack)
  VALUES
    ('in_sandbox_z', 'acc_00000000000000000001', 'sub_sandbox_new', 'business', 'Business, one month', 'paid', 24900, 0, 'usd',
      '2026-02-20T08:00:00.456Z', '2026-03-20T08:00:00.456Z', '2026-02-20T08:00:00.456Z', '2026-02-20T08:00:00.456Z', NULL),
    ('in_sandbox_a', 'acc_00000000000000000001', NULL, NULL, '500 credits', 'paid', 5900, 2950, 'usd', '2026-03-01T08:00:00Z',
      '2026-03-01T08:00:00Z', '2026-03-01T08:00:00Z', '2026-03-01T08:00:00Z',
      '{"packId": "small", "credits": 500, "validMonths": 12}'),
    ('in_sandbox_open', 'acc_00000000000000000002', 'sub_sandbox_bad', 'pro', 'Pro, one month', 'open', 9900, 0, 'usd',
      '2026-02-21T09:00:00.500Z', '2026-03-21T09:00:00.500Z', '2026-02-21T09:00:00.500Z', NULL, NULL);`

function open() {
  const silent = { warn() {}, error() {}, info() {} }
  const given = { publicUrl: 'http://localhost', authSecret: Buffer.alloc(32, 7), log: silent, enqueue: async () => {} }
  return createServices(store.owner, { clock: fixedClock(() => now), plans, packs, ...given }, 'sandbox').services
}

it('BILL-9: a subscription with a scheduled change, a pack and its refund are what they were', async () => {
  const { snapshot, card } = await open().stripe!.observe('cus_sandbox_one')
  expect(card).toMatchObject({ last4: '4242' })
  expect(snapshot).toMatchObject({ accountId: 'acc_00000000000000000001', hasPaymentMethod: true })
  const start = Date.parse('2026-02-20T08:00:00.456Z')
  const end = Date.parse('2026-03-20T08:00:00.456Z')
  expect(snapshot.subscriptions).toMatchObject([
    {
      subscriptionId: 'sub_sandbox_new',
      accountId: 'acc_00000000000000000001',
      state: 'active',
      planId: 'business',
      interval: 'month',
      startedAt: start,
      anchor: start,
      period: { start, end },
      endsAt: null,
      endedAt: null,
      scheduled: { planId: 'pro', interval: 'month', at: end },
    },
    { subscriptionId: 'sub_sandbox_old', state: 'canceled', endedAt: Date.parse('2025-12-05T08:00:00Z') },
  ])
  expect(snapshot.invoices).toMatchObject([
    { invoiceId: 'in_sandbox_a', pack: { packId: 'small', credits: 500, validMonths: 12 }, amountRefunded: 2_950 },
    { invoiceId: 'in_sandbox_z', state: 'paid', planId: 'business', period: { start, end }, amountPaid: 24_900 },
  ])
})

it('BILL-9: a failed payment is still owed, and its history can be charged and paid', async () => {
  const { snapshot } = await open().stripe!.observe('cus_sandbox_two')
  expect(snapshot.subscriptions).toMatchObject([{ state: 'past_due', planId: 'pro' }])
  expect(snapshot.invoices).toMatchObject([{ state: 'open', isAttempted: true, amountPaid: 0 }])
})

it('BILL-9: when its time has come, a migrated subscription renews with its scheduled plan', async () => {
  now.setTime(Date.parse('2026-03-20T08:00:01Z'))
  const { snapshot } = await open().stripe!.observe('cus_sandbox_one')
  expect(snapshot.subscriptions[0]).toMatchObject({ state: 'active', planId: 'pro', scheduled: null })
  expect(snapshot.invoices[0]).toMatchObject({ state: 'paid', planId: 'pro', amountPaid: 9_900 })
  const tables = await store.owner.query(sql`SELECT 1 FROM pg_tables WHERE tablename LIKE 'sandbox%'`)
  expect(tables).toEqual([])
})
