import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { dayMs } from '../base/durations.ts'
import { sql } from '../base/sql.ts'
import { grantPack } from '../credits/lots.ts'
import { recordWhatTheClockDid } from './clock-events.ts'
import type { BillingContext } from './context/billing-context.ts'
import { setAccount } from './set-account.ts'

let test: TestApp
const start = new Date('2026-05-10T12:00:00Z')
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt: start })
})
afterAll(() => test.stop())

const after = (days: number): Date => new Date(start.getTime() + days * dayMs)
const events = (accountId: string) =>
  test.store.database.query<{ type: string; data: Record<string, unknown> }>(
    sql`SELECT type, data FROM events WHERE account_id = ${accountId} AND type <> 'credits.renewed' ORDER BY sequence`,
  )
const look = () => recordWhatTheClockDid(test.store.database, { clock: test.app.clock } as BillingContext)

it('EVENT-4: a change of plan or status is told, and what stays the same is not', async () => {
  const { accountId } = await test.createAccount({ planId: 'pro', status: 'active' })
  const { database, clock, plans } = test.app
  await setAccount(database, clock, plans, accountId, { planId: 'business' })
  await setAccount(database, clock, plans, accountId, { planId: 'business', status: 'active' })
  await setAccount(database, clock, plans, accountId, { status: 'past_due' })
  expect(await events(accountId)).toEqual([
    {
      type: 'plan.changed',
      data: { plan_id: 'business', status: 'active', previous: { plan_id: 'pro', status: 'active' } },
    },
    {
      type: 'plan.changed',
      data: { plan_id: 'business', status: 'past_due', previous: { plan_id: 'business', status: 'active' } },
    },
  ])
})

it('EVENT-4: the end of a trial is told three days before, credits that expire seven, and a lapse by the clock, once each', async () => {
  const trial = await test.createAccount({ status: 'trialing' })
  const pack = await test.createAccount({ status: 'active' })
  const overdue = await test.createAccount({ status: 'past_due' })
  const { database, clock } = test.app
  const expiresAt = after(20)
  await grantPack(database, clock, {
    accountId: pack.accountId,
    credits: 50,
    expiresAt,
    reference: 'one',
    reason: 'Pack',
    door: 'billing',
  })
  test.setTime(after(6.9))
  await look()
  expect(await events(overdue.accountId)).toEqual([])
  for (const day of [7.1, 7.2]) {
    test.setTime(after(day))
    await look()
  }
  const told = { trial: [] as number[], pack: [] as number[] }
  for (const day of [10.9, 11.1, 11.5, 12.9, 13.1, 13.5]) {
    test.setTime(after(day))
    await look()
    told.trial.push((await events(trial.accountId)).length)
    told.pack.push((await events(pack.accountId)).length)
  }
  expect(told).toEqual({ trial: [0, 1, 1, 1, 1, 1], pack: [0, 0, 0, 0, 1, 1] })
  const trial_ends_at = after(14).toISOString()
  expect(await events(trial.accountId)).toEqual([{ type: 'trial.ending', data: { trial_ends_at } }])
  expect(await events(pack.accountId)).toEqual([
    { type: 'credits.expiring', data: { credits: 50, expires_at: expiresAt.toISOString() } },
  ])
  // The provider reports the same lapse later.
  const { plans } = test.app
  await setAccount(database, clock, plans, overdue.accountId, { status: 'lapsed' })
  expect(await events(overdue.accountId)).toMatchObject([
    { type: 'plan.changed', data: { status: 'lapsed', previous: { status: 'past_due' } } },
  ])
})

it('EVENT-4: a trial hardly longer than the notice is announced neither by an event nor by mail', async () => {
  test.setTime(start)
  const { database } = test.app
  const trialOf = async (days: number) => {
    const { accountId } = await test.createAccount({ name: `${days} days`, status: 'trialing' })
    await database.query(
      sql`UPDATE accounts SET trial_ends_at = ${after(days)}, access_ends_at = ${after(days)} WHERE account_id = ${accountId}`,
    )
    return accountId
  }
  const [short, long] = [await trialOf(4), await trialOf(5)]
  test.setTime(after(2.5))
  await test.app.billing.runJobs()
  await look()
  const announced = async (accountId: string, name: string) => [
    ...(await events(accountId)).map(({ type }) => type),
    ...test.mails.filter(({ text }) => text.includes(`“${name}”`)).map(({ subject }) => subject),
  ]
  expect(await announced(short, '4 days')).toEqual([])
  expect(await announced(long, '5 days')).toEqual(['trial.ending', 'Your trial ends in 3 days'])
})

it('EVENT-4: after days without a node what still lies ahead is told, and every lapse; what is over is not announced', async () => {
  test.setTime(start)
  const { database, clock } = test.app
  const trial = await test.createAccount({ status: 'trialing' })
  const overTrial = await test.createAccount({ status: 'trialing' })
  const overdue = await test.createAccount({ status: 'past_due' })
  await database.query(
    sql`UPDATE accounts SET trial_ends_at = ${after(9)}, access_ends_at = ${after(9)} WHERE account_id = ${overTrial.accountId}`,
  )
  const pack = await test.createAccount({ status: 'active' })
  for (const [days, credits] of [
    [9, 10],
    [16, 20],
  ] as const) {
    const draft = { accountId: pack.accountId, credits, expiresAt: after(days), reference: `${days}`, reason: 'Pack' }
    await grantPack(database, clock, { ...draft, door: 'billing' })
  }
  await look()
  // Overdue accounts lapse after 7 days; the trial ends after 14, the credits after 9 and 16.
  test.setTime(after(13))
  await look()
  await look()
  const toldOf = async ({ accountId }: { accountId: string }) =>
    (await events(accountId)).map(({ type, data }) => [type, data.status ?? data.credits ?? data.trial_ends_at])
  expect(await toldOf(trial)).toEqual([['trial.ending', after(14).toISOString()]])
  expect(await toldOf(overTrial)).toEqual([['plan.changed', 'lapsed']])
  expect(await toldOf(overdue)).toEqual([['plan.changed', 'lapsed']])
  expect(await toldOf(pack)).toEqual([['credits.expiring', 20]])
})

it('EVENT-4: whoever pays after a lapse that the clock brought was lapsed, and is told so first, also if no round came between', async () => {
  test.setTime(start)
  const { database, clock, plans } = test.app
  const told = await test.createAccount({ status: 'past_due' })
  test.setTime(after(8))
  await look()
  const untold = await test.createAccount({ status: 'past_due' })
  test.setTime(after(16))
  const statuses = async ({ accountId }: { accountId: string }) =>
    (await events(accountId)).map(({ data }) => [(data.previous as { status: string }).status, data.status])
  for (const account of [told, untold]) {
    await setAccount(database, clock, plans, account.accountId, { status: 'active' })
    await look()
    expect(await statuses(account)).toEqual([
      ['past_due', 'lapsed'],
      ['lapsed', 'active'],
    ])
  }
})
