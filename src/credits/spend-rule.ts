/** What the statements of spends have in common: when a balance pays, which contacts are new, and which keys are not. */

import type { Clock } from '../base/clock.ts'
import { type Sql, sql } from '../base/sql.ts'
import { isExcludedByColumn } from '../catalog/exclusions/excluded.ts'
import { reportsLow } from './low-credits.ts'
import { isSettled } from './periods.ts'

/** Whether balance `b` pays as it is: from one lot, without using it up, and without telling that credits are low. */
export const canTake = (clock: Clock, { cost, due }: { cost: Sql; due: Sql }): Sql =>
  sql`b.balance >= ${cost} + b.set_aside AND ${isSettled(clock, due)}
        AND b.balance > ${cost} AND NOT (${reportsLow(sql`b.balance - ${cost}`)})`

/** What the lots were ordered by, for an entry that takes from another than the period's own. */
export const endOfLot = sql`CASE WHEN b.lot_seq IS NOT NULL THEN coalesce(b.period_end, 'infinity') END`

/**
 * Since when an account owns a contact. With LIMIT 1, one at a time: as lists they may be planned as a walk through all that the
 * account owns (PostgreSQL 15 and 16 did).
 */
export const ownedSince = (accountId: Sql, contactId: Sql): Sql =>
  sql`(SELECT revealed_at FROM reveals WHERE account_id = ${accountId} AND contact_id = ${contactId} LIMIT 1)`

/** Whether an account would buy a contact: not owned yet, and not excluded unless that is allowed. */
export const isFresh = (accountId: Sql, contactId: Sql, isAllowed: Sql): Sql =>
  sql`(SELECT true FROM reveals WHERE account_id = ${accountId} AND contact_id = ${contactId} LIMIT 1) IS NULL
            AND (${isAllowed} OR NOT ${isExcludedByColumn(accountId, contactId)})`

/** A row if the account has used this Idempotency-Key: `replay` in `spend-alone.ts` then says what the request gets. */
export const usedKey = (accountId: Sql, key: Sql): Sql =>
  sql`SELECT true AS known FROM idempotency_keys WHERE account_id = ${accountId} AND idempotency_key = ${key} LIMIT 1`
