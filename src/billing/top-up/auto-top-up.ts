import { type Static, Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import { count, nullableString } from '../../base/schema.ts'
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { declinedPauseHours, type Pack, type Packs } from '../plans/packs.ts'

export const autoTopUpSchema = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether packs are bought automatically.' }),
    pack_id: nullableString({ description: 'The credit pack that is bought.' }),
    threshold: count({ description: 'A pack is bought when fewer credits than this are left.' }),
    monthly_credit_ceiling: count({ description: 'The most credits that are bought in a calendar month (UTC).' }),
    bought_this_month: count({ description: 'Credits bought so in this calendar month (UTC).' }),
  },
  { description: 'Buying credits automatically, as an owner of the account set it.' },
)

type AutoTopUp = { enabled: boolean; packId: string; threshold: number; monthlyCreditCeiling: number }

export async function readAutoTopUp(db: Db, accountId: string): Promise<AutoTopUp | null> {
  const [row] = await db.query<AutoTopUp>(sql`
    SELECT enabled, pack_id AS "packId", threshold, monthly_credit_ceiling AS "monthlyCreditCeiling"
    FROM billing_auto_top_ups WHERE account_id = ${accountId}`)
  return row ?? null
}

/** Of these accounts, those for which packs are bought automatically. */
export async function findToppedUp(db: Db, accountIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ accountId: string }>(sql`
    SELECT account_id AS "accountId" FROM billing_auto_top_ups
    WHERE enabled AND account_id = ANY(${accountIds}::text[])`)
  return rows.map(({ accountId }) => accountId)
}

/** A new choice also ends the pause after a declined card. */
export async function saveAutoTopUp(db: Db, accountId: string, chosen: AutoTopUp): Promise<void> {
  await db.query(sql`
    INSERT INTO billing_auto_top_ups (account_id, enabled, pack_id, threshold, monthly_credit_ceiling)
    VALUES (${accountId}, ${chosen.enabled}, ${chosen.packId}, ${chosen.threshold}, ${chosen.monthlyCreditCeiling})
    ON CONFLICT (account_id) DO UPDATE SET enabled = excluded.enabled, pack_id = excluded.pack_id,
      threshold = excluded.threshold, monthly_credit_ceiling = excluded.monthly_credit_ceiling, not_before = NULL`)
}

async function boughtThisMonth(db: Db, accountId: string, now: Date): Promise<number> {
  const [row] = await db.query<{ credits: string }>(sql`
    SELECT coalesce(sum(credits), 0) AS credits FROM billing_auto_purchases
    WHERE account_id = ${accountId} AND month = ${monthOf(now)} AND status <> 'declined'`)
  return Number(row!.credits)
}

const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`

export async function describeAutoTopUp(db: Db, accountId: string, now: Date): Promise<Static<typeof autoTopUpSchema>> {
  const chosen = await readAutoTopUp(db, accountId)
  return {
    enabled: chosen?.enabled ?? false,
    pack_id: chosen?.packId ?? null,
    threshold: chosen?.threshold ?? 0,
    monthly_credit_ceiling: chosen?.monthlyCreditCeiling ?? 0,
    bought_this_month: await boughtThisMonth(db, accountId, now),
  }
}

type Purchase = { purchaseId: string; pack: Pack }
export type PendingPurchase = { purchaseId: string; credits: number; createdAt: Date }

/** Providers forget after a day under which reference they were asked for something. */
const sameReferenceHours = 23

/**
 * Sets the next purchase down before anything is charged: one at a time, within the ceiling, under the lock of the
 * owner's choice. One that was interrupted comes back under its old id and for its own pack, so that it is never charged twice.
 */
export async function beginPurchase(
  tx: Db,
  clock: Clock,
  {
    accountId,
    newId,
    packs,
    isDue,
    howItEnded,
  }: {
    accountId: string
    newId: string
    packs: Packs
    isDue(tx: Db): Promise<boolean>
    /** The outcome of a purchase that is no longer recent. Null: not yet known. */
    howItEnded(tx: Db, purchase: PendingPurchase): Promise<'paid' | 'declined' | null>
  },
): Promise<Purchase | null> {
  const [chosen] = await tx.query<Omit<AutoTopUp, 'threshold'> & { isPaused: boolean }>(sql`
    SELECT enabled, pack_id AS "packId", monthly_credit_ceiling AS "monthlyCreditCeiling",
      coalesce(not_before > ${clock.sql}, false) AS "isPaused"
    FROM billing_auto_top_ups WHERE account_id = ${accountId} FOR UPDATE`)
  if (!chosen?.enabled || chosen.isPaused) return null
  const pack = packs.get(chosen.packId)
  if (!pack) return null
  const { credits } = pack
  const [pending] = await tx.query<PendingPurchase & { isRecent: boolean }>(sql`
    SELECT purchase_id AS "purchaseId", credits, created_at AS "createdAt",
      created_at > ${clock.sql} - make_interval(hours => ${sameReferenceHours}) AS "isRecent"
    FROM billing_auto_purchases WHERE account_id = ${accountId} AND status = 'pending'`)
  if (pending) {
    const begun = [pack, ...packs.values()].find((one) => one.credits === pending.credits)
    if (begun && pending.isRecent) return { purchaseId: pending.purchaseId, pack: begun }
    const outcome = await howItEnded(tx, pending)
    if (outcome === null) return null
    await endPurchase(tx, clock, accountId, pending.purchaseId, outcome)
    if (outcome === 'declined') return null
  }
  // Again, under the lock: another purchase may have ended since somebody looked.
  if (!(await isDue(tx))) return null
  if ((await boughtThisMonth(tx, accountId, clock.now())) + credits > chosen.monthlyCreditCeiling) return null
  await tx.query(sql`
    INSERT INTO billing_auto_purchases (account_id, purchase_id, credits, month, status, created_at)
    VALUES (${accountId}, ${newId}, ${credits}, ${monthOf(clock.now())}, 'pending', ${clock.sql})`)
  return { purchaseId: newId, pack }
}

export async function endPurchase(
  tx: Db,
  clock: Clock,
  accountId: string,
  purchaseId: string,
  outcome: 'paid' | 'declined',
): Promise<void> {
  await tx.query(sql`
    UPDATE billing_auto_purchases SET status = ${outcome} WHERE account_id = ${accountId} AND purchase_id = ${purchaseId}`)
  if (outcome === 'paid') return
  await tx.query(sql`
    UPDATE billing_auto_top_ups SET not_before = ${clock.sql} + make_interval(hours => ${declinedPauseHours})
    WHERE account_id = ${accountId}`)
}
