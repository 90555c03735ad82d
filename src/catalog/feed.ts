import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { openDatabase } from '../db/database.ts'
import { type Column, copyRows, type Rows } from '../db/wire/copy-rows.ts'
import { isDatabaseAway } from '../db/wire/errors.ts'
import { isRecorded } from './held-changes.ts'
import { maskedLastName } from './masked-last-name.ts'
import { isVisible } from './visible-contacts.ts'

/** A table of the feed. `copy-rows.ts` documents the bytes of a row. */
export type FeedTable = { columns: readonly string[]; batches: AsyncIterable<Rows> }

/**
 * What a search index is built from: no channel and no last name but the masked one, so neither can end up in an index. All
 * stores come before the first contact, and all contacts before the first change. Everything is read in one snapshot, the one in which the catalogue had these versions.
 */
export type CatalogueFeed = {
  version: number
  suppressionVersion: number
  erasures: number
  /** The name of this very state of the catalogue, read by these very statements; null if nobody wrote it down. */
  stateId: string | null
  stores: FeedTable
  contacts: FeedTable
  /** Changes of the stores, also of those that left. */
  changes: FeedTable
  /** The ids of the stores that the feed is about, those that left the catalogue included; null when it is about all. */
  changedStoreIds: string[] | null
  close(): Promise<void>
}

type FeedOptions = {
  databaseUrl: string
  /** Read instead while `databaseUrl`, a replica, can't be reached. */
  primaryUrl?: string
  /** Only stores that changed after `version`, unless they are more than `storesMax` or it is not known which. */
  changes?: { version: number; storesMax: number }
}

/** By the name of the column in the feed. */
const storeColumns: Record<string, Column> = {
  id: 'store_id',
  domain: 'domain',
  name: 'name',
  category: 'category',
  country: 'country',
  trafficTier: 'traffic_tier',
  revenueTier: 'revenue_tier',
  shopifyPlus: 'shopify_plus',
  adsActive: 'ads_active',
  leadFitScore: 'lead_fit_score',
  themeName: 'theme_name',
  themeType: 'theme_type',
  apps: { list: 'apps' },
  pixels: { list: 'pixels' },
  firstSeenAt: 'first_seen_at',
  updatedAt: 'updated_at',
  observedAt: 'observed_at',
}
const contactColumns: Record<string, Column> = {
  id: 'contact_id',
  storeId: 'store_id',
  firstName: 'first_name',
  maskedLastName: maskedLastName('contact'),
  role: 'role',
  seniority: 'seniority',
  hasEmail: 'has_email',
  hasPhone: 'has_phone',
  hasLinkedin: 'has_linkedin',
  title: 'title',
  addedAt: 'added_at',
  updatedAt: 'updated_at',
  emailKinds: { list: 'email_kinds' },
  emailsVerifiedAt: { list: 'emails_verified_at' },
}
const changeColumns: Record<string, Column> = {
  storeId: 'store_id',
  change: String.raw`type || E'\x1f' || value`,
  observedAt: 'observed_at',
}

/** Rows come in table order: the index joins and sorts them at a fraction of the cost. */
const storesRows = 'FROM stores WHERE retired_at IS NULL'
const contactsRows = `FROM contacts contact WHERE ${isVisible.text}`
const changesRows = `FROM store_changes WHERE ${isRecorded.text}`
const ofChanged = (version: number): string =>
  `AND store_id IN (SELECT store_id FROM catalogue_changes WHERE version > ${Number(version)})`

/**
 * What an index holds follows from these statements: the mask of last names, who is visible, the columns. They name themselves by their
 * text, so that a kept index is not used once any of it is another, and nobody has to think of it.
 */
export const feedName = createHash('sha256')
  .update(JSON.stringify([storeColumns, storesRows, contactColumns, contactsRows, changeColumns, changesRows]))
  .digest('base64url')

/** Callable in any thread by this module's address and plain options. */
export async function openFeed(options: unknown): Promise<CatalogueFeed> {
  const { databaseUrl, primaryUrl, changes } = options as FeedOptions
  return openFeedOn(databaseUrl, changes).catch((error) => {
    if (primaryUrl === undefined || !isDatabaseAway(error)) throw error
    return openFeedOn(primaryUrl, changes)
  })
}

async function openFeedOn(databaseUrl: string, changes: FeedOptions['changes']): Promise<CatalogueFeed> {
  const database = openDatabase({ url: databaseUrl, poolSize: 1, applicationName: 'prospector index build' })
  let client: Client | undefined
  const close = async (): Promise<void> => {
    await client?.end()
    await database.close()
  }
  try {
    client = await database.connect()
    // A lost connection shows in the stream that reads from it.
    client.on('error', () => {})
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // Every build reads from the beginning, even next to another build: the first spelling decides how a value is shown.
    await client.query('SET LOCAL synchronize_seqscans = off')
    const { rows } = await client.query(
      `SELECT version, suppression_version AS "suppressionVersion", erasures, changes_after, changes_until,
        (SELECT state_id FROM catalogue_history h
         WHERE h.version = c.version AND h.suppression_version = c.suppression_version
         ORDER BY created_at DESC LIMIT 1) AS "stateId"
       FROM catalogue_state c`,
    )
    const { version, suppressionVersion, erasures, stateId, changes_after, changes_until } = rows[0]
    const isKnown = changes !== undefined && changes_after <= changes.version && changes_until === version
    const changedStoreIds = isKnown ? await readChanged(client, changes) : null
    const only = changedStoreIds === null ? '' : ofChanged(changes!.version)
    return {
      version,
      suppressionVersion,
      erasures,
      stateId: stateId && `${stateId} ${feedName}`,
      stores: table(client, storeColumns, `${storesRows} ${only}`),
      contacts: table(client, contactColumns, `${contactsRows} ${only}`),
      changes: table(client, changeColumns, `${changesRows} ${only}`),
      changedStoreIds,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Null when there are too many to list. */
async function readChanged(
  client: Client,
  { version, storesMax }: NonNullable<FeedOptions['changes']>,
): Promise<string[] | null> {
  const { rows } = await client.query('SELECT DISTINCT store_id FROM catalogue_changes WHERE version > $1 LIMIT $2', [
    version,
    storesMax + 1,
  ])
  return rows.length > storesMax ? null : rows.map((row) => row.store_id as string)
}

function table(client: Client, columns: Record<string, Column>, rows: string): FeedTable {
  const read = (): AsyncIterator<Rows> => copyRows(client, Object.values(columns), rows)
  return { columns: Object.keys(columns), batches: { [Symbol.asyncIterator]: read } }
}
