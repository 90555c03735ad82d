import { lockAccount } from '../../src/accounts/accounts.ts'
import { openTestAccount } from '../../src/billing/open-test-account.ts'
import { type KeyDraft, makeKey } from '../../src/keys/keys.ts'
import type { TestApp } from './app.ts'

type TestKey = { apiKey: string; keyId: string; testAccountId: string }

/** A test key of a live account, as the operator's command makes it. */
export const createTestKey = (
  { app, store }: Pick<TestApp, 'app' | 'store'>,
  accountId: string,
  draft: Partial<Omit<KeyDraft, 'accountId'>> = {},
): Promise<TestKey> =>
  store.database.transaction(async (tx) => {
    const live = await lockAccount(tx, accountId)
    const testAccountId = await openTestAccount(tx, app.clock, app.plans, live!)
    const made = await makeKey(tx, { name: 'Test key', ...draft, accountId: testAccountId })
    return { ...made, testAccountId }
  })
