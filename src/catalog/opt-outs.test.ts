import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { type Sql, sql } from '../base/sql.ts'
import { fixtureKeys, importStores } from './catalogue-fixture.ts'
import { type OptOutPart, readOptOuts, repeatOptOuts } from './opt-outs.ts'

let [from, onto]: TestDatabase[] = []
beforeAll(async () => {
  ;[from, onto] = await Promise.all([createTestDatabase(), createTestDatabase()])
})
afterAll(() => Promise.all([from!.drop(), onto!.drop()]))

const sizeOf = (part: OptOutPart): number =>
  'marks' in part
    ? part.marks.length
    : 'people' in part
      ? part.people.length
      : part.listed.reduce((sum, { hashes }) => sum + hashes.length, 0)

it('BACKUP-8: opt-outs are read and repeated in parts, however many there are, and each once', async () => {
  const stores = Array.from({ length: 34 }, (_, at) => `store${at}.example`)
  const person = (domain: string, at: number) => ({
    full_name: `Person ${at}`,
    emails: [{ email: `person${at}@${domain}`, status: 'verified' }],
  })
  await importStores(
    from!.database,
    stores.map((domain) => ({ domain, contacts: Array.from({ length: 30 }, (_, at) => person(domain, at)) })),
  )
  // A deletion list with shared and other hashes, of both kinds; people by id and a domain.
  await from!.database.query(sql`
    INSERT INTO deletion_list_hashes (kind, hash, shared)
    SELECT kind, sha256(convert_to(kind || number, 'UTF8')), number % 3 = 0
    FROM generate_series(1, 1100) AS number, unnest(ARRAY['email', 'phone']) AS kind`)
  await from!.database.query(sql`
    INSERT INTO suppressions (kind, target, shown)
    SELECT 'contact', convert_to(contact_id, 'UTF8'), contact_id FROM contacts
    UNION ALL SELECT 'domain', 'store0.example', 'store0.example'`)
  await from!.database.query(sql`UPDATE contacts SET suppressed = true`)

  const read: OptOutPart[] = []
  await from!.database.transaction(async (tx) => {
    const { matchingKeyId, parts } = await readOptOuts(tx)
    expect(matchingKeyId).toBe(fixtureKeys.matchingKeyId)
    for await (const part of parts) read.push(JSON.parse(JSON.stringify(part)))
  })
  expect(Math.max(...read.map(sizeOf))).toBe(1_000)
  const total = (name: string) => read.filter((part) => name in part).reduce((sum, part) => sum + sizeOf(part), 0)
  expect([total('marks'), total('people'), total('listed')]).toEqual([1_021, 1_020, 2_200])

  const repeat = () =>
    onto!.database.transaction((tx) =>
      repeatOptOuts(
        tx,
        fixtureKeys,
        (async function* () {
          yield* read
        })(),
      ),
    )
  const first = await repeat()
  expect([first.marks, first.suppressed.length, new Set(first.suppressed).size, first.erased]).toEqual([
    ...[1_021, 1_020, 1_020],
    [],
  ])
  expect(await repeat()).toEqual({ marks: 1_021, suppressed: [], erased: [] })
  const tables: Sql[] = [
    sql`SELECT kind, encode(hash, 'hex') AS hash, shared FROM deletion_list_hashes ORDER BY 1, 2`,
    sql`SELECT kind, encode(target, 'hex') AS target, shown, erased, by_list FROM suppressions ORDER BY 1, 2`,
    sql`SELECT contact_id, suppressed, email_hashes FROM contacts ORDER BY 1`,
  ]
  for (const table of tables) expect(await onto!.database.query(table)).toEqual(await from!.database.query(table))
})
