import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { wordsOf } from '../../src/search/columns/words.ts'
import type { StoreWithContacts } from '../../src/search/indexing/row-feed.ts'
import type { ContactQuery } from '../../src/search/schema/filters.ts'
import { type SyntheticCatalogue, syntheticRows } from '../search-rows.ts'
import type { SearchEngine } from './search.ts'

/** Of its package, only what is used here. */
type Connection = { runAndReadAll(statement: string): Promise<{ getRows(): unknown[][] }> }
type DuckDb = { DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> } }

const version = '1.5.5-r.5'

/** DuckDB in process, fetched into a folder of its own: a column for each filter, lists as lists, all in memory. */
export async function openDuckDb(catalogue: SyntheticCatalogue): Promise<SearchEngine & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'prospector-duckdb-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    await promisify(execFile)('npm', ['install', '--prefix', folder, '--no-audit', `@duckdb/node-api@${version}`])
    const { DuckDBInstance } = createRequire(join(folder, 'package.json'))('@duckdb/node-api') as DuckDb
    const instance = await DuckDBInstance.create(':memory:')
    const file = join(folder, 'contacts.tsv')
    await pipeline(Readable.from(linesOf(catalogue)), createWriteStream(file))
    await (await instance.connect()).runAndReadAll(createTable(file))
    return { ...createEngine(() => instance.connect()), close }
  } catch (error) {
    await close()
    throw error
  }
}

const columns = {
  ...{ id: 'VARCHAR', score: 'DOUBLE', role: 'VARCHAR', seniority: 'VARCHAR', words: 'VARCHAR', email: 'BOOLEAN' },
  ...{ phone: 'BOOLEAN', linkedin: 'BOOLEAN', country: 'VARCHAR', category: 'VARCHAR', traffic: 'VARCHAR' },
  ...{ revenue: 'VARCHAR', theme: 'VARCHAR', plus: 'BOOLEAN', ads: 'BOOLEAN', apps: 'VARCHAR', pixels: 'VARCHAR' },
}

const createTable = (file: string): string => `
  CREATE TABLE contacts AS
  SELECT * REPLACE (string_split(words, '|') AS words, string_split(apps, '|') AS apps, string_split(pixels, '|') AS pixels)
  FROM read_csv(${quoted(file)}, delim = '\\t', header = false, nullstr = '\\N', quote = '', escape = '',
    columns = {${Object.entries(columns).map(([name, type]) => `${quoted(name)}: ${quoted(type)}`)}})
  ORDER BY score DESC NULLS LAST`

function* linesOf(catalogue: SyntheticCatalogue): Generator<string> {
  for (const batch of syntheticRows(catalogue)) yield batch.map(linesOfStore).join('')
}

function linesOfStore({ store, contacts }: StoreWithContacts): string {
  const ofStore = [
    ...[store.country, store.category, store.trafficTier, store.revenueTier, store.themeType],
    ...[store.shopifyPlus, store.adsActive, store.apps.join('|'), store.pixels.join('|')],
  ]
  return contacts
    .map(({ id, role, seniority, title, hasEmail, hasPhone, hasLinkedin }) => {
      const words = title === null ? '' : wordsOf(title).join('|')
      const fields = [id, store.leadFitScore, role, seniority, words, hasEmail, hasPhone, hasLinkedin, ...ofStore]
      return `${fields.map((field) => field ?? '\\N').join('\t')}\n`
    })
    .join('')
}

/** A connection runs one statement at a time, so each search that is under way has one. */
function createEngine(connect: () => Promise<Connection>): SearchEngine {
  const free: Connection[] = []
  return {
    async find(query, withFacet) {
      const connection = free.pop() ?? (await connect())
      const where = ['true', ...conditionsOf(query)].join(' AND ')
      const ask = async (statement: string) => (await connection.runAndReadAll(statement)).getRows()
      const total = Number((await ask(`SELECT count(*) FROM contacts WHERE ${where}`))[0]![0])
      const page = await ask(`SELECT id FROM contacts WHERE ${where} ORDER BY score DESC NULLS LAST, rowid LIMIT 25`)
      const countries = withFacet
        ? await ask(`SELECT country, count(*) FROM contacts WHERE ${where} AND country IS NOT NULL GROUP BY country`)
        : []
      free.push(connection)
      return {
        ids: page.map(([id]) => String(id)),
        total,
        countries: countries.map(([country, count]) => [String(country), Number(count)]),
      }
    },
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const listed = (values: readonly string[]): string => values.map(quoted).join(', ')

function conditionsOf({ person = {}, store = {} }: ContactQuery): string[] {
  const conditions: string[] = []
  const any = (column: string, values: readonly string[] | undefined) => {
    if (values) conditions.push(`${column} IN (${listed(values)})`)
  }
  const flag = (column: string, wanted: boolean | undefined) => {
    if (wanted !== undefined) conditions.push(wanted ? column : `NOT ${column}`)
  }
  const lists = (column: string, asked: { any?: string[]; all?: string[]; none?: string[] } | undefined) => {
    if (asked?.any) conditions.push(`list_has_any(${column}, [${listed(asked.any)}])`)
    if (asked?.all) conditions.push(`list_has_all(${column}, [${listed(asked.all)}])`)
    if (asked?.none) conditions.push(`NOT list_has_any(${column}, [${listed(asked.none)}])`)
  }
  any('role', person.roles_any)
  any('seniority', person.seniority_any)
  lists('words', person.title ? { all: wordsOf(person.title) } : undefined)
  flag('email', person.has_verified_email)
  flag('phone', person.has_phone)
  flag('linkedin', person.has_linkedin)
  any('country', store.countries)
  any('category', store.categories)
  any('traffic', store.traffic_tiers)
  any('revenue', store.revenue_tiers)
  any('theme', store.theme_types)
  flag('plus', store.shopify_plus)
  flag('ads', store.ads_active)
  lists('apps', store.apps)
  lists('pixels', store.pixels)
  if (store.lead_fit_score?.min !== undefined) conditions.push(`score >= ${store.lead_fit_score.min}`)
  return conditions
}
