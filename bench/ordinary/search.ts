import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { newRequestId } from '../../src/base/ids.ts'
import { searchContacts } from '../../src/contacts/search-contacts.ts'
import type { ContactQuery } from '../../src/search/schema/filters.ts'
import { ginSearch } from '../search-gin.ts'
import { admit, type Queries, Refusal } from './admit.ts'

/** Whatever finds the contacts of a page, in result order, and counts all of them; with the facet also those of each country. */
export type SearchEngine = { find(query: ContactQuery, withFacet?: boolean): Promise<SearchResult> }

type SearchResult = { ids: string[]; total: number; countries?: [country: string, count: number][] }

export const ginEngine = (pool: pg.Pool): SearchEngine => ({
  async find(query) {
    const gin = ginSearch({ pool }, query)
    const [ids, count] = await Promise.all([gin.page(), gin.count()])
    return { ids, total: Number(count) }
  },
})

/** Admission, the search, the rows of its page, and the quota: a statement each. Engines differ in the search alone. */
export function serveSearch(server: FastifyInstance, pool: pg.Pool, engine: SearchEngine): void {
  const schema = { response: { 200: searchContacts.reply } }
  server.post('/api/v1/contacts/search', { schema }, async ({ headers, body }) => {
    const caller = await admit(pool, headers.authorization, 'contacts:search')
    const { ids, total } = await engine.find(body as ContactQuery)
    const data = await findPreviews(pool, ids, caller.accountId)
    const { rowCount } = await pool.query({
      name: 'count rows',
      text: `
        UPDATE ordinary.search_row_counters SET rows_used = rows_used + $2
        WHERE account_id = $1 AND rows_used + $2 <= $3`,
      values: [caller.accountId, data.length, caller.rowsPerMonth],
    })
    if (rowCount === 0) throw new Refusal(429, 'No search rows are left.')
    const next = ids.length < total ? Buffer.from(ids.at(-1)!).toString('base64url') : null
    return {
      object: 'list',
      data,
      has_more: next !== null,
      next_cursor: next,
      total,
      warnings: [],
      request_id: newRequestId(),
    }
  })
}

async function findPreviews(db: Queries, ids: string[], accountId: string) {
  const { rows } = await db.query({
    name: 'find previews',
    text: `
      SELECT c.contact_id, c.first_name, left(c.last_name, 1) || '***' AS last_name_obfuscated, c.role, c.seniority, c.title,
        c.has_email, c.has_phone, c.has_linkedin, c.email_kinds[1] AS email_kind, c.emails_verified_at[1] AS verified_at,
        c.added_at, c.updated_at, r.contact_id IS NOT NULL AS revealed, s.store_id, s.domain, s.name, s.category, s.country,
        s.traffic_tier, s.apps, s.pixels
      FROM unnest($1::text[]) WITH ORDINALITY AS page (contact_id, place)
      JOIN contacts c USING (contact_id) JOIN stores s USING (store_id)
      LEFT JOIN ordinary.reveals r ON r.account_id = $2 AND r.contact_id = c.contact_id
      ORDER BY place`,
    values: [ids, accountId],
  })
  return rows.map((row) => ({
    id: row.contact_id,
    object: 'contact_preview',
    first_name: row.first_name,
    last_name_obfuscated: row.last_name_obfuscated,
    role: row.role,
    seniority: row.seniority,
    title: row.title,
    has_verified_email: row.has_email,
    has_phone: row.has_phone,
    has_linkedin: row.has_linkedin,
    revealed: row.revealed,
    best_email: bestEmail(row),
    added_at: row.added_at?.toISOString() ?? null,
    updated_at: row.updated_at?.toISOString() ?? null,
    store: {
      id: row.store_id,
      domain: row.domain,
      name: row.name,
      category: row.category,
      country: row.country,
      traffic_tier: row.traffic_tier,
      technologies: { apps: row.apps, pixels: row.pixels },
    },
  }))
}

function bestEmail({ email_kind, verified_at }: { email_kind: string | null; verified_at: Date | null }) {
  const [status, type] = email_kind?.split(' ') ?? []
  return status && type ? { status, type, verified_at: verified_at?.toISOString() ?? null } : null
}
