/** The accounting of the day of 1,000 accounts: what clients count is what the ledger holds, whatever becomes of their connections. */
import { expect, it, onTestFinished } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { createPick } from '../faults/load.ts'
import { type Answer, startTestApp } from '../support/app.ts'
import { type Day, type DayAccount, kinds, settle } from './model.ts'

it('counts what was charged exactly when answers are lost after the charge, replaced by a 503, or never come', async () => {
  const test = await startTestApp()
  onTestFinished(() => test.stop())
  const contacts = await test.plantContacts(40)
  const accounts: DayAccount[] = []
  for (const size of ['small', 'large'] as const) {
    const { accountId, apiKey } = await test.createAccount({ credits: 10_000 })
    accounts.push({ accountId, apiKey, size, listId: '', hasWebhook: false })
  }
  const pick = createPick(7)
  let isSound = false
  /** The request arrives in most cases, and the answer in few. */
  const call = async (...asked: Parameters<typeof test.call>): Promise<Answer> => {
    const fate = isSound ? 0 : pick(4)
    if (fate === 3) throw new Error('the connection broke before the request arrived')
    const answer = await test.call(...asked)
    // These never come through, so that some have no final answer when the day ends.
    const isLost = !isSound && /[05]$/.test(asked[2]!.headers!['idempotency-key']!)
    if (fate === 1 || isLost) throw new Error('the connection broke before the answer arrived')
    return fate === 2 ? { ...answer, status: 503, headers: { 'retry-after': '0' } } : answer
  }
  let number = 0
  const day: Day = {
    ...{ pick, accounts, contacts, domains: [], jobs: [], unsettled: [], repeated: 0 },
    ...{ revealed: new Map(), charged: new Map() },
    node: () => ({ call }),
    pause: async () => {},
    next: () => number++,
  }
  const revealing = kinds.filter(({ name }) => name.startsWith('reveal'))
  for (let round = 0; round < 20; round += 1) {
    const sent = accounts.flatMap((account) => revealing.map((kind) => kind.send(day, account)))
    await Promise.allSettled(sent)
  }
  const difference = async () => {
    const rows = await test.app.database.query<{ accountId: string; spent: number }>(sql`
      SELECT account_id AS "accountId", -sum(amount)::int AS spent FROM credit_entries WHERE kind = 'spend' GROUP BY 1`)
    return rows.map(({ accountId, spent }) => spent - (day.charged.get(accountId) ?? 0))
  }
  expect([day.unsettled.length > 0, day.repeated > 0]).toEqual([true, true])
  expect((await difference()).some((credits) => credits > 0)).toBe(true)
  isSound = true
  const { asked, open } = await settle(day)
  expect([asked > 0, open]).toEqual([true, 0])
  expect(await difference()).toEqual([0, 0])
})
