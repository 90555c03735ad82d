/** An account's only request of a batch has a statement of its own, and so has a request alone: it must come out, and be written, exactly as it would among others of its account. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestDatabase } from '../../test/support/database.ts'
import { systemClock as clock } from '../base/clock.ts'
import { newAccountId, newContactId, newRequestId } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import { openLedger, type Period } from './ledger.ts'
import type { Spending } from './spend.ts'
import type { SpendItem, SpendRequest } from './spend-request.ts'
import { openCountedSpending } from './spending-fixture.ts'
import { verifyLedger } from './verify.ts'

const may: Period = { start: new Date('2026-05-01'), end: new Date('2026-06-01'), credits: 50, reason: 'May' }

let store: TestDatabase
let spending: Spending
beforeAll(async () => {
  ;({ store, spending } = await openCountedSpending(clock))
})
afterAll(async () => {
  expect((await verifyLedger(store.database)).problems).toEqual([])
  await spending.close()
  await store.drop()
})

const labels = ['new', 'another', 'owned', 'excluded', 'owned and excluded', 'gone', 'owned and gone'] as const
type Label = (typeof labels)[number]
type Subject = { accountId: string; ids: Record<Label, string> }

const request = (accountId: string, items: SpendItem[], changes: Partial<SpendRequest> = {}): SpendRequest => ({
  accountId,
  period: may,
  door: 'api_key',
  actor: { type: 'api_key', id: 'key_1', name: 'A key' },
  countsFor: [{ type: 'api_key', id: 'key_1', limit: null }],
  requestId: newRequestId(),
  idempotencyKey: null,
  items,
  ...changes,
})

const itemOf = ({ ids }: Subject, label: Label): SpendItem => ({
  contactId: ids[label],
  purchasable: !label.endsWith('gone'),
  readable: true,
})

/** An account that owns some of the contacts, excludes some, and has asked under a key. */
async function createSubject(): Promise<Subject> {
  const subject = {
    accountId: newAccountId(),
    ids: Object.fromEntries(labels.map((label) => [label, newContactId()])) as Record<Label, string>,
  }
  const { accountId, ids } = subject
  await openLedger(store.database, accountId)
  const owned = labels.filter((label) => label.startsWith('owned')).map((label) => ids[label])
  const bought = owned.map((contactId) => ({ contactId, purchasable: true, readable: true }))
  await spending.spend(request(accountId, bought, { idempotencyKey: 'known' }))
  await store.database.query(sql`
    INSERT INTO excluded_contacts SELECT ${accountId}, unnest(${[ids.excluded, ids['owned and excluded']]}::text[])`)
  return subject
}

const connection: Partial<SpendRequest> = {
  door: 'oauth',
  actor: { type: 'connection', id: 'con_1', name: 'A program' },
  countsFor: [
    { type: 'connection', id: 'con_1', limit: null },
    { type: 'member', id: 'usr_1', limit: null },
  ],
}

const cases: [string, Label[], Partial<SpendRequest>][] = [
  ['a new contact', ['new'], {}],
  ['two new contacts, with a reference', ['new', 'another'], { reference: 'Deal 7' }],
  ['an owned one', ['owned'], {}],
  ['owned ones, excluded meanwhile', ['owned', 'owned and excluded'], {}],
  ['an owned one that is gone', ['owned and gone'], {}],
  ['a new and an owned one', ['new', 'owned'], {}],
  ['an excluded one', ['excluded'], {}],
  ['an excluded one that is allowed', ['excluded'], { allowExcluded: true, options: 'allowed' }],
  ['a new and an excluded one', ['new', 'excluded'], {}],
  ['one that is gone', ['gone'], {}],
  ['a new one and one that is gone', ['new', 'gone'], {}],
  ['a new one under a key', ['new'], { idempotencyKey: 'mine', options: 'some' }],
  ['an owned one under a key', ['owned'], { idempotencyKey: 'mine' }],
  ['a new one under a known key', ['new'], { idempotencyKey: 'known' }],
  ['the same under its key', ['owned', 'owned and excluded', 'owned and gone'], { idempotencyKey: 'known' }],
  ['a new one, for a connection and its member', ['new'], connection],
  ['a new one within a limit', ['new'], { countsFor: [{ type: 'api_key', id: 'key_1', limit: 9 }] }],
  ['a new one beyond a limit', ['new'], { countsFor: [{ type: 'api_key', id: 'key_1', limit: 3 }] }],
  ['a new one of a later period', ['new'], { period: { ...may, start: new Date('2026-05-09'), reason: 'Later' } }],
]

/** With labels for ids, and without times, which differ. */
function readable(subject: Subject, value: unknown): unknown {
  const labelOf = new Map(labels.map((label) => [subject.ids[label], label]))
  const text = JSON.stringify(value, (_, part) => (typeof part === 'string' ? (labelOf.get(part) ?? part) : part))
  return JSON.parse(text.replaceAll(subject.accountId, 'account').replaceAll(/"2[^"]{9}T[^"]*Z"/g, '"a time"'))
}

async function written(subject: Subject): Promise<unknown> {
  const rows = await store.database.query(sql`
    SELECT to_jsonb(b) AS balance,
      (SELECT jsonb_agg(to_jsonb(e) - 'entry_id' - 'request_id' ORDER BY seq) FROM credit_entries e WHERE account_id = b.account_id) AS entries,
      (SELECT jsonb_agg(to_jsonb(r) - 'contact_id' - 'revealed_at' || jsonb_build_object('id', r.contact_id) ORDER BY entry_seq, array_position(${labels.map((label) => subject.ids[label])}::text[], contact_id))
        FROM reveals r WHERE account_id = b.account_id) AS revealed,
      (SELECT jsonb_agg(to_jsonb(s) ORDER BY actor_type, period_start) FROM credit_actor_spends s WHERE account_id = b.account_id) AS spends,
      (SELECT jsonb_agg(to_jsonb(k) - 'request_id' - 'created_at' ORDER BY idempotency_key) FROM idempotency_keys k WHERE account_id = b.account_id) AS keys
    FROM credit_balances b WHERE account_id = ${subject.accountId}`)
  const withoutTimes = JSON.parse(JSON.stringify(rows).replaceAll(/"created_at":"[^"]*"/g, '"created_at":null'))
  return readable(subject, withoutTimes)
}

it.each(cases)(
  'L12: alone, next to another account or next to another of its account, a request for %s comes out the same',
  async (_, wanted, changes) => {
    const [lone, next, among, other] = await Promise.all([1, 2, 3, 4].map(createSubject))
    const ask = (subject: Subject) =>
      spending.spend(
        request(
          subject.accountId,
          wanted.map((label) => itemOf(subject, label)),
          changes,
        ),
      )
    const alone = await ask(lone!)
    const [nextToOther] = await Promise.all([
      ask(next!),
      spending.spend(request(other!.accountId, [itemOf(other!, 'new')])),
    ])
    // Both arrive in the same iteration of the event loop, so they share a batch. The other one gets nothing and changes nothing.
    const [together] = await Promise.all([
      ask(among!),
      spending.spend(request(among!.accountId, [itemOf(among!, 'gone')])),
    ])
    const outcomeOf = (subject: Subject, outcome: object) => readable(subject, { ...outcome, originalRequestId: null })
    expect(outcomeOf(lone!, alone)).toEqual(outcomeOf(among!, together!))
    expect(outcomeOf(next!, nextToOther!)).toEqual(outcomeOf(among!, together!))
    expect(await written(lone!)).toEqual(await written(among!))
    expect(await written(next!)).toEqual(await written(among!))
  },
)
