import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../../src/base/clock.ts'
import { newContactId, newRequestId } from '../../../src/base/ids.ts'
import { readBalance, toTime } from '../../../src/credits/ledger.ts'
import { grantPack } from '../../../src/credits/lots.ts'
import { createSpending } from '../../../src/credits/spend.ts'
import { type Command, createQuickCommand, environmentFor } from '../../../test/support/command.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'

let store: TestDatabase
let run: Command
beforeAll(async () => {
  store = await createTestDatabase()
  run = createQuickCommand(environmentFor(store.url))
})
afterAll(() => store.drop())

/** In the period that the ledger stands in. */
async function spend(accountId: string, contacts: number): Promise<void> {
  const { periodStart: start, periodEnd: end, periodCredits: credits } = await readBalance(store.database, accountId)
  const spending = createSpending(store.database, systemClock)
  await spending.spend({
    accountId,
    period: { start: new Date(toTime(start)), end: end!, credits, reason: 'A period' },
    door: 'api_key',
    actor: { type: 'api_key', id: 'key_1', name: 'A key' },
    countsFor: [],
    requestId: newRequestId(),
    idempotencyKey: null,
    items: Array.from({ length: contacts }, () => ({ contactId: newContactId(), purchasable: true, readable: true })),
  })
  await spending.close()
}

it('CLI-6, USAGE-5: packs are not this period’s: they cover no smaller one, and do not hide what was used', async () => {
  const { json } = await run('account create --name Acme --email packs@acme.example --json')
  const account = json.account_id
  const expiresAt = new Date(Date.now() + 300 * 86_400_000)
  const pack = { credits: 500, expiresAt, reference: 'pack', reason: 'A pack', door: 'billing' as const }
  await grantPack(store.database, systemClock, { accountId: account, ...pack })
  await spend(account, 300)
  const shown = async () => (await run(`account show ${account} --json`)).json.credits
  expect(await shown()).toEqual({ limit: 1_000, used: 300, remaining: 1_200 })
  expect(await run(`account set ${account} --credits 299`)).toMatchObject({
    code: 1,
    stderr: "Acme has spent 300 of this period's 1000 credits; it can't have had only 299.\n",
  })
  expect(await shown()).toEqual({ limit: 1_000, used: 300, remaining: 1_200 })
  const set = await run(`account set ${account} --credits 300 --json`)
  expect(set.json.credits).toEqual({ limit: 300, used: 300, remaining: 500 })
  const granted = await run(`account grant ${account} 50 --reason 'Launch offer' --json`)
  expect(granted.json.credits).toEqual({ limit: 350, used: 300, remaining: 550 })
  expect((await run(`ledger verify --account ${account} --json`)).json.problems).toEqual([])
})
