/** What an operator does meanwhile: suppressions, imports, grants, changes of plan, revocations of keys. */

import { setTimeout } from 'node:timers/promises'
import { findAccount } from '../../src/accounts/accounts.ts'
import { periodOf, planOf } from '../../src/accounts/plan-state.ts'
import { systemClock } from '../../src/base/clock.ts'
import { sql } from '../../src/base/sql.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { setAccount } from '../../src/billing/set-account.ts'
import type { ChannelKeys } from '../../src/catalog/channel-keys.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { suppress } from '../../src/catalog/suppressions.ts'
import { grantCredits } from '../../src/credits/grants.ts'
import type { Database } from '../../src/db/database.ts'
import { endKey, makeKey } from '../../src/keys/keys.ts'
import type { Load, LoadAccount } from './load.ts'

type Operator = { database: Database; channelKeys: ChannelKeys }

export const keyLimit = 40

/** Makes one change after the other. One that fails met a fault: whether it was done is then unknown. */
export async function changeThings(operator: Operator, load: Load): Promise<void> {
  const changes = [suppressOne, suppressOne, suppressOne, revokeKey, grant, changePlan, importStores]
  for (let number = 0; !load.isOver(); number += 1) {
    await setTimeout(200 + load.pick(800))
    const change = changes[load.pick(changes.length)]!
    const account = load.accounts[load.pick(load.accounts.length)]!
    await change(operator, load, account, number).catch(() => {})
  }
}

type Change = (operator: Operator, load: Load, account: LoadAccount, number: number) => Promise<void>

const suppressOne: Change = async ({ database, channelKeys }, { contacts, history, pick }) => {
  const contact = contacts[pick(contacts.length)]!
  if (history.suppressed.has(contact)) return
  history.suppressed.set(contact, Number.POSITIVE_INFINITY)
  await suppress(database, channelKeys, { contact })
  history.suppressed.set(contact, Date.now())
}

const revokeKey: Change = async ({ database }, { history }, account) => {
  const { accountId, limitedKey, keyLimits } = account
  const next = await makeKey(database, { accountId, name: 'Limited', creditLimit: keyLimit })
  history.revoked.set(limitedKey, Number.POSITIVE_INFINITY)
  keyLimits.set(next.apiKey, { keyId: next.keyId, limit: keyLimit })
  account.limitedKey = next.apiKey
  await endKey(database, systemClock, accountId, keyLimits.get(limitedKey)!.keyId)
  history.revoked.set(limitedKey, Date.now())
}

/** Months that the clock opened ahead of time took the rest with them: the accounts must not run dry. */
const grant: Change = async ({ database }, { history }, { accountId }, number) => {
  const credits = 20_000
  const reason = `grant ${number}`
  history.granted.set(reason, { accountId, credits, isDone: false })
  const account = (await findAccount(database, accountId))!
  const period = periodOf(account, planOf(plans, account), systemClock.now())
  await grantCredits(database, systemClock, accountId, credits, { door: 'operator', reason, period })
  history.granted.get(reason)!.isDone = true
}

const changePlan: Change = async ({ database }, { history, pick }, { accountId }) => {
  const ids = [...plans.keys()]
  await setAccount(database, systemClock, plans, accountId, { planId: ids[pick(ids.length)]! })
  history.planChanges += 1
}

/** What was imported can be revealed from then on. */
const importStores: Change = async ({ database, channelKeys }, { contacts, history }, _account, number) => {
  const domains = Array.from({ length: 20 }, (_, at) => `import${number}-${at}.example`)
  const stores = domains.map((domain) => ({
    domain,
    contacts: [
      {
        first_name: 'Ada',
        last_name: 'Lovelace',
        emails: [{ email: `ada@${domain}`, status: 'verified', type: 'work' }],
      },
    ],
  }))
  await importCatalogue(database, { channelKeys, source: readRecords(stores) })
  history.imported.push(...domains)
  const rows = await database.query<{ id: string }>(sql`
    SELECT contact_id AS id FROM contacts JOIN stores USING (store_id) WHERE domain = ANY(${domains}::text[])`)
  contacts.push(...rows.map(({ id }) => id))
}
