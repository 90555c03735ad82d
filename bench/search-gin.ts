import { rawSql, type Sql, sql } from '../src/base/sql.ts'
import { type Database, toQuery } from '../src/db/database.ts'
import { wordsOf } from '../src/search/columns/words.ts'
import type { ContactRow, StoreRow } from '../src/search/indexing/row-feed.ts'
import type { ContactQuery } from '../src/search/schema/filters.ts'

/**
 * The contender: what PostgreSQL offers for the same job. One row a contact with all its tokens, a GIN index over them,
 * and a B-tree in result order, so that the planner may choose between finding first and sorting first.
 */
const flags = (row: Record<string, boolean>): string[] => Object.keys(row).filter((name) => row[name])
const prefixed = (prefix: string, values: readonly (string | null)[]): string[] =>
  values.flatMap((value) => (value === null ? [] : [`${prefix}:${value}`]))

export const storeTokens = (store: StoreRow): string[] => [
  ...prefixed('country', [store.country]),
  ...prefixed('category', [store.category]),
  ...prefixed('traffic', [store.trafficTier]),
  ...prefixed('revenue', [store.revenueTier]),
  ...prefixed('theme', [store.themeType]),
  ...prefixed('app', store.apps),
  ...prefixed('pixel', store.pixels),
  ...flags({ plus: store.shopifyPlus, ads: store.adsActive }),
]

export const contactTokens = (contact: ContactRow): string[] => [
  ...prefixed('role', [contact.role]),
  ...prefixed('seniority', [contact.seniority]),
  ...prefixed('word', contact.title === null ? [] : wordsOf(contact.title)),
  ...flags({ email: contact.hasEmail, phone: contact.hasPhone, linkedin: contact.hasLinkedin }),
]

export async function createGinTable(database: Database): Promise<void> {
  await database.query(sql`
    CREATE UNLOGGED TABLE gin_contacts (
      contact_id text NOT NULL, score double precision, shuffle integer NOT NULL, tokens text[] NOT NULL)`)
}

export const ginColumns = 'contact_id, score, shuffle, tokens'

/** After the rows are in: an index built over a full table is better, and quicker, than one that grew with it. */
export async function indexGinTable(database: Database): Promise<void> {
  const client = await database.connect()
  try {
    await client.query("SET maintenance_work_mem = '1GB'")
    await client.query('CREATE INDEX ON gin_contacts USING gin (tokens)')
    await client.query('CREATE INDEX ON gin_contacts (score DESC NULLS LAST, shuffle)')
    await client.query('VACUUM ANALYZE gin_contacts')
  } finally {
    await client.end()
  }
}

type Lists = { any?: string[]; all?: string[]; none?: string[] }

/** What a contact's tokens must have: any of these, all of these, none of these; or a score of at least `min`. */
type TokenClause = { kind: 'any' | 'all' | 'none'; tokens: string[] } | { kind: 'min'; score: number }

/** The same question, over tokens. */
export function tokenClausesOf({ person = {}, store = {} }: ContactQuery): TokenClause[] {
  const clauses: TokenClause[] = []
  const add = (kind: keyof Lists, prefix: string, values: string[] | undefined) => {
    if (values) clauses.push({ kind, tokens: prefixed(prefix, values) })
  }
  const flag = (token: string, wanted: boolean | undefined) => {
    if (wanted !== undefined) clauses.push({ kind: wanted ? 'all' : 'none', tokens: [token] })
  }
  const lists = (prefix: string, asked: Lists | undefined) => {
    for (const kind of ['any', 'all', 'none'] as const) add(kind, prefix, asked?.[kind])
  }
  add('any', 'role', person.roles_any)
  add('any', 'seniority', person.seniority_any)
  add('all', 'word', person.title ? wordsOf(person.title) : undefined)
  flag('email', person.has_verified_email)
  flag('phone', person.has_phone)
  flag('linkedin', person.has_linkedin)
  add('any', 'country', store.countries)
  add('any', 'category', store.categories)
  add('any', 'traffic', store.traffic_tiers)
  add('any', 'revenue', store.revenue_tiers)
  add('any', 'theme', store.theme_types)
  flag('plus', store.shopify_plus)
  flag('ads', store.ads_active)
  lists('app', store.apps)
  lists('pixel', store.pixels)
  if (store.lead_fit_score?.min !== undefined) clauses.push({ kind: 'min', score: store.lead_fit_score.min })
  return clauses
}

function conditionOf(clause: TokenClause): Sql {
  if (clause.kind === 'min') return sql`score >= ${clause.score}`
  if (clause.kind === 'all') return sql`tokens @> ${clause.tokens}::text[]`
  return clause.kind === 'any' ? sql`tokens && ${clause.tokens}::text[]` : sql`NOT tokens && ${clause.tokens}::text[]`
}

type GinSearch = {
  page(): Promise<string[]>
  count(): Promise<number>
}

export function ginSearch({ pool }: Pick<Database, 'pool'>, query: ContactQuery): GinSearch {
  const where = tokenClausesOf(query)
    .map(conditionOf)
    .reduce((all, one) => sql`${all} AND ${one}`, rawSql('true'))
  const ask = async (statement: Sql) => (await pool.query(toQuery(statement))).rows
  return {
    page: async () =>
      (
        await ask(sql`
          SELECT contact_id FROM gin_contacts WHERE ${where} ORDER BY score DESC NULLS LAST, shuffle LIMIT 25`)
      ).map((row) => row.contact_id),
    count: async () => (await ask(sql`SELECT count(*) AS count FROM gin_contacts WHERE ${where}`))[0].count,
  }
}
