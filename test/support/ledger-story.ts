/** Random lives of a few accounts, told to the real ledger and to the model at once. Every reply and every entry must agree. */

import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { Clock } from '../../src/base/clock.ts'
import { sql } from '../../src/base/sql.ts'
import { returnBounced } from '../../src/credits/bounces.ts'
import { adjustCredits, grantCredits } from '../../src/credits/grants.ts'
import type { Period } from '../../src/credits/ledger.ts'
import { grantPack, takeBack } from '../../src/credits/lots.ts'
import { currentBalance } from '../../src/credits/periods.ts'
import { refundSpend } from '../../src/credits/refunds.ts'
import { creditsRetention } from '../../src/credits/retention.ts'
import type { SpendOutcome } from '../../src/credits/spend-request.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import type { Database } from '../../src/db/database.ts'
import { cleanUp } from '../../src/queue/housekeeping.ts'
import type { Action, Call } from './ledger-actions.ts'
import * as model from './ledger-model.ts'
import { bounce } from './ledger-model-bounces.ts'

/** What the story is told to: the spending functions, or the whole service. */
export type Teller = {
  database: Database
  clock: Clock
  accountIds: string[]
  contactIds: string[]
  actorOf(account: number, actor: number): { id: string; limit: number | null }
  periodAt(time: Date): Period
  /** Whether a call can carry the period before the current one, as a request does that was admitted before the boundary. */
  canBeLate: boolean
  /** The ledger as it stands when the story begins. */
  begin(): model.ModelAccount
  setTime(time: Date): void
  turn(contactId: string, state: model.ContactState): Promise<void>
  reveal(call: Call, period: Period): Promise<unknown>
  /** The reply that a caller must get when the model comes to this outcome. */
  replyFor(outcome: SpendOutcome): unknown
}

/** How far a story has come. */
type Story = {
  teller: Teller
  states: Map<string, model.ContactState>
  ledgers: model.ModelAccount[]
  told: Call[]
  now: Date
}

export async function tell(actions: Action[], begun: Date, teller: Teller): Promise<void> {
  const { database, accountIds, contactIds } = teller
  const story: Story = {
    teller,
    states: new Map(contactIds.map((id) => [id, 'sold'])),
    ledgers: accountIds.map(() => teller.begin()),
    told: [],
    now: begun,
  }
  teller.setTime(begun)
  for (const action of actions) await act(story, action)
  for (const [at, accountId] of accountIds.entries()) {
    expect(await readEntries(database, accountId)).toEqual(story.ledgers[at]!.entries)
    expect((await verifyLedger(database, { accountId })).problems).toEqual([])
  }
}

async function act(story: Story, action: Action): Promise<void> {
  const { teller, ledgers, told, now } = story
  const period = teller.periodAt(now)
  switch (action.do) {
    case 'reveal':
      if (action.together) return revealTogether(story, action.calls)
      for (const one of action.calls) await revealTogether(story, [one])
      return
    case 'retry': {
      const again = told[told.length - 1 - action.nth]
      if (!again) return
      return revealTogether(story, [action.reordered ? { ...again, ids: again.ids.toReversed() } : again])
    }
    case 'grant':
    case 'adjust':
      return changeCredits(story, action.do, action.account, action.amount)
    case 'leave': {
      const trial = structuredClone(ledgers[action.account]!)
      model.open(trial, now, period)
      return changeCredits(story, 'adjust', action.account, action.credits - trial.balance)
    }
    case 'pack':
      return buyPack(story, action)
    case 'takeBack':
      return takeBackCredits(story, action)
    case 'refund':
      return refund(story, action.account, action.nth, action.amount)
    case 'bounce':
      return reportBounces(story, action)
    case 'look': {
      const seen = await currentBalance(teller.database, teller.clock, teller.accountIds[action.account]!, period)
      model.open(ledgers[action.account]!, now, period)
      const { balance, periodCredits } = ledgers[action.account]!
      return expect(seen).toMatchObject({ balance, periodCredits })
    }
    case 'wait':
      story.now = new Date(now.getTime() + action.hours * 3_600_000)
      return teller.setTime(story.now)
    case 'turn': {
      const contactId = teller.contactIds[action.contact]!
      story.states.set(contactId, action.state)
      return teller.turn(contactId, action.state)
    }
    case 'exclude': {
      const excluded = new Set(action.contacts.map((contact) => teller.contactIds[contact]!))
      ledgers[action.account]!.excluded = excluded
      return exclude(teller.database, teller.accountIds[action.account]!, [...excluded])
    }
    case 'forget':
      for (const ledger of ledgers) model.forget(ledger, new Date(now.getTime() - 48 * 3_600_000))
      await cleanUp(teller.database, teller.clock, creditsRetention)
      return
  }
}

/** Together, calls may come out in any order, but in one order: some order must explain every reply and entry. */
async function revealTogether(story: Story, calls: Call[]): Promise<void> {
  const { teller, ledgers, now } = story
  story.told.push(...calls)
  const replies = await Promise.all(calls.map((one) => teller.reveal(one, toModelCall(story, one).period)))
  for (const [at, before] of ledgers.entries()) {
    const mine = calls.flatMap((one, place) => (one.account === at ? [{ one, reply: replies[place] }] : []))
    if (mine.length === 0) continue
    const explanations = permutations(mine).map((order) => {
      const after = structuredClone(before)
      const replyOf = new Map<Call, unknown>()
      for (const { one } of order) {
        const outcome = model.reveal(after, now, toModelCall(story, one), (id) => story.states.get(id)!)
        replyOf.set(one, teller.replyFor(outcome))
      }
      return { after, said: { replies: mine.map(({ one }) => replyOf.get(one)), entries: after.entries } }
    })
    const entries = await readEntries(teller.database, teller.accountIds[at]!)
    const real = { replies: mine.map(({ reply }) => reply), entries }
    // When no order fits, this shows how the first one differs.
    const match = explanations.find(({ said }) => isDeepStrictEqual(said, real)) ?? explanations[0]!
    expect(real).toEqual(match.said)
    ledgers[at] = match.after
  }
}

function toModelCall({ teller, now }: Story, { account, actor, ids, key, late, allowed }: Call): model.ModelCall {
  return {
    period: teller.periodAt(late && teller.canBeLate ? new Date(now.getTime() - 30 * 86_400_000) : now),
    actor: teller.actorOf(account, actor),
    key: key === null ? null : `key ${key}`,
    contactIds: [...new Set(ids.map((id) => teller.contactIds[id]!))],
    allowed,
  }
}

/** What the entries of an account match, as the ledger reads it. */
async function exclude(database: Database, accountId: string, contactIds: string[]): Promise<void> {
  await database.query(sql`
    WITH gone AS (
      DELETE FROM excluded_contacts WHERE account_id = ${accountId} AND contact_id <> ALL(${contactIds}::text[]))
    INSERT INTO excluded_contacts SELECT ${accountId}, unnest(${contactIds}::text[]) ON CONFLICT DO NOTHING`)
}

async function changeCredits({ teller, ledgers, now }: Story, kind: 'grant' | 'adjust', at: number, amount: number) {
  const period = teller.periodAt(now)
  const run = kind === 'grant' ? grantCredits : adjustCredits
  const given = { door: 'operator' as const, reason: 'Because', period }
  const allowed = await isAllowed(run(teller.database, teller.clock, teller.accountIds[at]!, amount, given))
  expect(allowed).toBe(model.change(ledgers[at]!, now, period, kind, amount))
}

async function refund({ teller, ledgers, now }: Story, at: number, nth: number, amount: number | undefined) {
  const { database, clock } = teller
  const accountId = teller.accountIds[at]!
  const spends = ledgers[at]!.entries.filter(({ kind }) => kind === 'spend')
  const spend = spends[nth % Math.max(1, spends.length)]
  if (!spend) return
  const period = teller.periodAt(now)
  const [row] = await database.query<{ entry_id: string }>(
    sql`SELECT entry_id FROM credit_entries WHERE account_id = ${accountId} AND seq = ${spend.seq}`,
  )
  const wanted = { entryId: row!.entry_id, ...(amount !== undefined && { amount }) }
  const given = { door: 'operator' as const, reason: 'Sorry', period }
  const allowed = await isAllowed(refundSpend(database, clock, accountId, wanted, given))
  expect(allowed).toBe(model.refund(ledgers[at]!, now, period, spend.seq, amount))
}

/** Reports that come together come out in one order. */
async function reportBounces({ teller, ledgers, now }: Story, { account, reports }: Extract<Action, { do: 'bounce' }>) {
  const { database, clock } = teller
  const accountId = teller.accountIds[account]!
  const period = teller.periodAt(now)
  const given = { door: 'api_key' as const, actor: null, period, reason: 'A bounced address' }
  const called = reports.map((one) =>
    one.map(({ contact, withheld }) => ({ contactId: teller.contactIds[contact]!, withheld })),
  )
  const real = await Promise.all(
    called.map(async (one) => {
      const bounced = one.map(({ contactId, withheld }) => ({ contactId, isWithheld: withheld }))
      const { verdicts } = await database.transaction((tx) => returnBounced(tx, clock, accountId, bounced, given))
      return verdicts
    }),
  )
  const entries = await readEntries(database, accountId)
  const explanations = permutations(called).map((order) => {
    const after = structuredClone(ledgers[account]!)
    const verdictsOf = new Map(order.map((one) => [one, bounce(after, now, period, one)]))
    return { after, said: { verdicts: called.map((one) => verdictsOf.get(one)), entries: after.entries } }
  })
  const match =
    explanations.find(({ said }) => isDeepStrictEqual(said, { verdicts: real, entries })) ?? explanations[0]!
  expect({ verdicts: real, entries }).toEqual(match.said)
  ledgers[account] = match.after
}

async function buyPack({ teller, ledgers, now }: Story, pack: Extract<Action, { do: 'pack' }>): Promise<void> {
  const accountId = teller.accountIds[pack.account]!
  const expiresAt = new Date(now.getTime() + pack.hours * 3_600_000)
  const reference = `purchase ${pack.purchase}`
  const given = { door: 'billing' as const, reason: 'A pack' }
  await grantPack(teller.database, teller.clock, { accountId, credits: pack.credits, expiresAt, reference, ...given })
  model.buyPack(ledgers[pack.account]!, now, reference, pack.credits, expiresAt)
}

async function takeBackCredits(
  { teller, ledgers, now }: Story,
  back: Extract<Action, { do: 'takeBack' }>,
): Promise<void> {
  const accountId = teller.accountIds[back.account]!
  const { start: periodStart } = teller.periodAt(now)
  const reference = `purchase ${back.purchase}`
  const lot = back.purchase === null ? { periodStart } : { reference }
  const given = { door: 'billing' as const, reason: 'A refund' }
  const taken = await takeBack(teller.database, teller.clock, { accountId, credits: back.credits, lot, ...given })
  const of = back.purchase === null ? periodStart : reference
  expect(taken).toBe(model.takeBack(ledgers[back.account]!, now, of, back.credits))
}

const isAllowed = (change: Promise<unknown>): Promise<boolean> =>
  change.then(
    () => true,
    () => false,
  )

async function readEntries(database: Database, accountId: string): Promise<model.ModelEntry[]> {
  type Row = Omit<model.ModelEntry, 'parts'> & {
    lot_seq: number | null
    lot_seqs: string[] | null
    lot_amounts: number[] | null
  }
  const rows = await database.query<Row>(sql`
    SELECT seq, kind, amount, balance_after, actor_id, contact_ids, period_start, opens_period, refunds_seq, created_at,
      lot_seq, lot_seqs::text[], lot_amounts
    FROM credit_entries WHERE account_id = ${accountId} ORDER BY seq`)
  return rows.map(({ lot_seq, lot_seqs, lot_amounts, ...entry }) => {
    const one: [number, number][] = entry.amount === 0 ? [] : [[lot_seq ?? 0, entry.amount]]
    const parts = lot_seqs?.map((seq, at): [number, number] => [Number(seq), lot_amounts![at]!]) ?? one
    return { ...entry, parts }
  })
}

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}
