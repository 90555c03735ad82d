/** The claim of a page on the database before it is shown, and the answer. */

import { rawSql, type Sql, sql } from '../base/sql.ts'
import { type Principal, requirePeriod } from '../call/principal.ts'
import { isRevealedByColumn } from '../credits/reveals.ts'
import type { TakenRows } from '../metering/search-rows.ts'
import { rowCounterOf, rowLimitOf } from './quota.ts'

export type PageClaim = {
  /** How many rows the page would show; they are counted against the caller's usage month. */
  rows: number
  /** Contacts of the page, to learn which of them the account has revealed. */
  contactIds: readonly string[]
  /** Suppressions up to this version are in the page. */
  suppressionVersion: number
  /** What the account excludes is in the page as of this version; null: not asked for. */
  exclusionVersion?: number | null
}

export type PageSettlement = TakenRows & {
  /** The places in `contactIds` of those that the account has revealed. */
  revealed: ReadonlySet<number>
}

export type AccountClaim = { accountId: string; isWeb: boolean; periodStart: Date; rowLimit: number } & PageClaim
export type SettledRow = TakenRows & { slot: number; revealed: string | null }

export function claimOf(principal: Principal, claim: PageClaim): AccountClaim {
  const { start: periodStart } = requirePeriod(principal)
  return {
    accountId: principal.account.id,
    isWeb: rowCounterOf(principal) === 'web',
    periodStart,
    rowLimit: rowLimitOf(principal),
    ...claim,
  }
}

/** No id of a contact holds a comma. */
const idSeparator = ','

export const joinedIds = ({ contactIds }: PageClaim): string => contactIds.join(idSeparator)

/** Which of the joined ids the account of `granted` has revealed, by their places from 1 on, joined as well. */
export const revealedPlaces = (contactIds: Sql): Sql => sql`(
        SELECT string_agg(shown.place::text, ',')
        FROM unnest(string_to_array(${contactIds}, ${rawSql(`'${idSeparator}'`)})) WITH ORDINALITY AS shown (contact_id, place)
        WHERE ${isRevealedByColumn(rawSql('granted.account_id'), rawSql('shown.contact_id'))})`

export const placesIn = (places: string | null): ReadonlySet<number> =>
  places === null ? nowhere : new Set(places.split(',').map((place) => Number(place) - 1))
const nowhere: ReadonlySet<number> = new Set()
