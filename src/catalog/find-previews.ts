import { type Seniority, seniorities } from '../base/seniorities.ts'
import { prepared, rawSql, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { maskedLastName } from './masked-last-name.ts'
import { hasOwnChannel, joinOwnEmails, ownEmailColumns, readOwnEmails } from './own-emails.ts'
import { syntheticOf, withRevealed } from './synthetic.ts'
import { isRevealable } from './visible-contacts.ts'

/** Everything a preview shows. There is no channel in it, and no last name but the masked one. */
export type PreviewRow = {
  id: string
  firstName: string | null
  lastNameObfuscated: string | null
  role: string | null
  seniority: Seniority
  title: string | null
  hasVerifiedEmail: boolean
  hasPhone: boolean
  hasLinkedin: boolean
  /** Whether the account that looks owns the contact. */
  revealed: boolean
  /** The email that a reveal lists first. */
  bestEmail: { status: string; type: string; verifiedAt: Date | null } | null
  addedAt: Date | null
  updatedAt: Date | null
  store: {
    id: string
    domain: string
    name: string
    category: string | null
    country: string | null
    trafficTier: string | null
    apps: string[]
    pixels: string[]
  }
}

/** The same in a synthetic catalogue; whether they are revealed is asked of the tables. */
export type PreviewReads = {
  findPreviews(contactIds: readonly string[]): PreviewRow[]
  findPreviewsOfStores(domains: readonly string[], limit: number): PreviewRow[]
}

type ContactRow = Omit<PreviewRow, 'store' | 'bestEmail'> & {
  storeId: string
  emailKind: string | null
  emailVerifiedAt: Date | null
}
type StoreRow = Omit<PreviewRow['store'], 'id' | 'apps' | 'pixels'> & { storeId: string }
/** Lists come as texts: the driver takes many times as long to read an array. */
type JoinedLists = { apps: string; pixels: string }

const contactColumns = sql`
  contact.contact_id AS id, contact.first_name AS "firstName", ${rawSql(maskedLastName('contact'))} AS "lastNameObfuscated",
  contact.role, contact.seniority, contact.title,
  contact.has_phone AS "hasPhone", contact.has_linkedin AS "hasLinkedin", ${ownEmailColumns},
  contact.added_at AS "addedAt", contact.updated_at AS "updatedAt", contact.store_id AS "storeId"`

/** Between the items of a list: imports let no control character through. */
const separator = '\x1f'
const storeColumns = sql`
  store.domain, store.name, store.category, store.country, store.traffic_tier AS "trafficTier",
  array_to_string(store.apps, ${rawSql(String.raw`E'\x1f'`)}) AS apps,
  array_to_string(store.pixels, ${rawSql(String.raw`E'\x1f'`)}) AS pixels`

const seniorityRank = rawSql(`array_position(ARRAY['${seniorities.join("', '")}'], contact.seniority)`)

/** The account that looks at previews, and the condition for contacts that it owns. */
type Viewer = { accountId: string; revealed: Sql }

/** The column by which a condition on ownership, given by the caller, refers to the contact. */
export const previewContactId = rawSql('contact.contact_id')

/**
 * The revealable contacts of some stores, executives first, then decision makers, at most `limit` a store. By domain;
 * stores without any are left out.
 */
export async function findPreviewRowsOfStores(
  db: Db,
  domains: readonly string[],
  limit: number,
  { accountId, revealed }: Viewer,
): Promise<Map<string, PreviewRow[]>> {
  const synthetic = syntheticOf<PreviewReads>(db)
  if (synthetic) {
    const found = await withRevealed(db, synthetic.findPreviewsOfStores(domains, limit), revealed)
    return Map.groupBy(await asSeenBy(db, accountId, found), (row) => row.store.domain)
  }
  const rows = await db.query<ContactRow & StoreRow & JoinedLists>(
    prepared(
      'find_preview_rows_of_stores',
      sql`
        SELECT ${contactColumns}, ${storeColumns}, ${revealed} AS revealed
        FROM stores store
        CROSS JOIN LATERAL (
          SELECT contact.* FROM contacts contact ${joinOwnEmails(accountId)}
          WHERE store_id = store.store_id AND ${isRevealable} AND ${hasOwnChannel}
          ORDER BY ${seniorityRank}, contact.contact_id COLLATE "C"
          LIMIT ${limit}::integer) contact
        ${joinOwnEmails(accountId)}
        WHERE store.domain = ANY(${domains}::text[]) AND store.retired_at IS NULL
        ORDER BY ${seniorityRank}, contact.contact_id COLLATE "C"`,
    ),
  )
  return Map.groupBy(rows.map(toPreviewRow), (row) => row.store.domain)
}

/** Some revealable contacts by id, whoever of them is still there. */
export async function findPreviewRows(
  db: Db,
  contactIds: readonly string[],
  { accountId, revealed }: Viewer,
): Promise<Map<string, PreviewRow>> {
  const synthetic = syntheticOf<PreviewReads>(db)
  if (synthetic) {
    const found = await withRevealed(db, synthetic.findPreviews(contactIds), revealed)
    return new Map((await asSeenBy(db, accountId, found)).map((row) => [row.id, row]))
  }
  const rows = await db.query<ContactRow & StoreRow & JoinedLists>(
    prepared(
      'find_preview_rows',
      sql`
        SELECT ${contactColumns}, ${storeColumns}, ${revealed} AS revealed
        FROM contacts contact JOIN stores store ON store.store_id = contact.store_id ${joinOwnEmails(accountId)}
        WHERE contact.contact_id = ANY(${contactIds}::text[]) AND ${isRevealable} AND ${hasOwnChannel}`,
    ),
  )
  return new Map(rows.map((row) => [row.id, toPreviewRow(row)]))
}

/** Rows of a synthetic catalogue with what is left of their emails for the account. */
async function asSeenBy(db: Db, accountId: string, rows: PreviewRow[]): Promise<PreviewRow[]> {
  const own = await readOwnEmails(db, accountId)
  if (own.size === 0) return rows
  return rows.flatMap((row) => {
    const left = own.get(row.id)
    if (left === undefined) return [row]
    if (left.length === 0 && !row.hasPhone && !row.hasLinkedin) return []
    const [best] = left
    const bestEmail = toBestEmail(best?.kind ?? null, best?.verifiedAt == null ? null : new Date(best.verifiedAt))
    return [{ ...row, hasVerifiedEmail: left.length > 0, bestEmail }]
  })
}

function toBestEmail(kind: string | null, verifiedAt: Date | null): PreviewRow['bestEmail'] {
  const [status, type] = kind?.split(' ') ?? []
  return status && type ? { status, type, verifiedAt } : null
}

function toPreviewRow({
  storeId,
  domain,
  name,
  category,
  country,
  trafficTier,
  apps,
  pixels,
  emailKind,
  emailVerifiedAt,
  ...contact
}: ContactRow & StoreRow & JoinedLists): PreviewRow {
  return {
    ...contact,
    bestEmail: toBestEmail(emailKind, emailVerifiedAt),
    store: toStore({ storeId, domain, name, category, country, trafficTier, apps, pixels }),
  }
}

const toStore = ({ storeId, apps, pixels, ...store }: StoreRow & JoinedLists): PreviewRow['store'] => ({
  id: storeId,
  ...store,
  apps: itemsOf(apps),
  pixels: itemsOf(pixels),
})

const itemsOf = (joined: string): string[] => (joined === '' ? [] : joined.split(separator))
