import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { cases } from '../../../test/support/seed.ts'
import { systemClock } from '../../base/clock.ts'
import { newAccountId } from '../../base/ids.ts'
import { sql } from '../../base/sql.ts'
import { type Db, openDatabase } from '../../db/database.ts'
import { deadlinesOf } from '../../db/wire/deadlines.ts'
import { fixtureKeys, importStores } from '../catalogue-fixture.ts'
import { erase } from '../erasure.ts'
import { readExcluded } from './excluded.ts'
import { type ExclusionKind, readExclusionEntry } from './exclusion-entry.ts'
import { deleteExclusion, endExclusion, storeExclusion } from './exclusions.ts'
import { hashEmails } from './hash-emails.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

async function openAccount(): Promise<string> {
  const id = newAccountId()
  await store.database.query(
    sql`INSERT INTO accounts (account_id, name, plan_id, status) VALUES (${id}, 'A', 'pro', 'none')`,
  )
  return id
}

const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@people.example`)
const profiles = ['p', 'q', 'r'].map((name) => `https://linkedin.com/in/${name}`)
const domains = ['x.example', 'y.example', 'z.example']
const sums = emails.map((email) => createHash('sha256').update(email).digest('hex'))
const values: Record<ExclusionKind, string[]> = {
  email: emails,
  domain: domains,
  linkedin_url: profiles,
  email_sha256: sums,
}

const entry = fc
  .constantFrom<ExclusionKind>('email', 'domain', 'linkedin_url', 'email_sha256')
  .chain((kind) => fc.record({ kind: fc.constant(kind), value: fc.constantFrom(...values[kind]) }))
type Entry = { kind: ExclusionKind; value: string }

const imported = fc.record({
  do: fc.constant('import' as const),
  domain: fc.constantFrom(...domains),
  people: fc.uniqueArray(
    fc.record({
      source_id: fc.constantFrom('1', '2', '3'),
      email: fc.option(fc.constantFrom(...emails)),
      profile: fc.option(fc.constantFrom(...profiles)),
    }),
    { selector: ({ source_id }) => source_id, minLength: 1, maxLength: 3 },
  ),
})
const account = fc.nat(1)
const label = fc.constantFrom('one', 'two')
const puts = fc.record({
  do: fc.constant('put' as const),
  account,
  label,
  entries: fc.array(entry, { maxLength: 4 }),
  mode: fc.constantFrom('add' as const, 'replace' as const),
})
const deletions = fc.record({ do: fc.constant('delete' as const), account, label })
const ends = fc.record({ do: fc.constant('end' as const), account, label, isOver: fc.boolean() })
const erasures = fc.record({ do: fc.constant('erase' as const), email: fc.constantFrom(...emails) })
const actions = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: imported },
    { weight: 4, arbitrary: puts },
    { weight: 1, arbitrary: deletions },
    { weight: 2, arbitrary: ends },
    { weight: 1, arbitrary: erasures },
  ),
  { minLength: 2, maxLength: 14 },
)
type Action = typeof actions extends fc.Arbitrary<(infer One)[]> ? One : never

type Lists = Map<string, Entry[]>[]

async function act(action: Action, accountIds: string[], lists: Lists): Promise<void> {
  const { database } = store
  switch (action.do) {
    case 'import': {
      const contacts = action.people.map(({ source_id, email, profile }) => ({
        source_id,
        full_name: `Person ${source_id}`,
        emails: email === null ? [] : [{ email, status: 'verified', type: 'work', is_primary: true }],
        linkedin_url: profile,
      }))
      await importStores(database, [{ domain: action.domain, contacts }])
      return
    }
    case 'put': {
      const { account: at, label: name, mode } = action
      const entries = action.entries.map(({ kind, value }) => readExclusionEntry(kind, value, fixtureKeys)!)
      await storeExclusion(database, systemClock, fixtureKeys, accountIds[at]!, { label: name, entries, mode })
      const kept = mode === 'add' ? (lists[at]!.get(name) ?? []) : []
      lists[at]!.set(name, [...kept, ...action.entries])
      return
    }
    case 'delete':
      await deleteExclusion(database, fixtureKeys, accountIds[action.account]!, action.label)
      lists[action.account]!.delete(action.label)
      return
    case 'end': {
      const accountId = accountIds[action.account]!
      await database.query(sql`
        UPDATE exclusions SET expires_at = now() + make_interval(hours => ${action.isOver ? -1 : 1})
        WHERE account_id = ${accountId} AND label = ${action.label}`)
      await endExclusion(database, systemClock, fixtureKeys, accountId, action.label)
      if (action.isOver) lists[action.account]!.delete(action.label)
      return
    }
    case 'erase':
      await erase(database, fixtureKeys, [{ email: action.email }])
  }
}

type Person = { id: string; domain: string; erased: boolean; emails: string[]; profile: string | null }

/** What the catalogue itself says of its people, read from the sealed channels and not from hashes. */
async function readPeople(): Promise<Person[]> {
  const rows = await store.database.query<{
    id: string
    domain: string
    erased: boolean
    key: string | null
    sealed: Buffer | null
  }>(sql`
    SELECT contact_id AS id, domain, erased_at IS NOT NULL AS erased, channels_key_id AS key, channels AS sealed
    FROM contacts JOIN stores USING (store_id)`)
  return rows.map(({ id, domain, erased, key, sealed }) => {
    const channels = sealed === null ? null : fixtureKeys.open(id, key!, sealed)
    return {
      id,
      domain,
      erased,
      emails: channels?.emails.map(({ email }) => email) ?? [],
      profile: channels?.linkedin_url ?? null,
    }
  })
}

const isNamed = (person: Person, { kind, value }: Entry): boolean =>
  kind === 'domain'
    ? person.domain === value
    : kind === 'linkedin_url'
      ? person.profile === value
      : kind === 'email'
        ? person.emails.includes(value)
        : person.emails.some((email) => sums[emails.indexOf(email)] === value)

it('EXCL-7, EXCL-9, X1: after any imports, erasures, changes and ends of lists, exactly the contacts and stores that the lists name are excluded', async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (story) => {
      await store.owner.query(
        sql`TRUNCATE contacts, stores, exclusions, excluded_contacts, excluded_stores, suppressions CASCADE`,
      )
      const accountIds = [await openAccount(), await openAccount()]
      const lists: Lists = [new Map(), new Map()]
      for (const action of story) {
        await act(action, accountIds, lists)
        const people = await readPeople()
        for (const [at, accountId] of accountIds.entries()) {
          const entries = [...lists[at]!.values()].flat()
          const named = people.filter((person) => entries.some((one) => isNamed(person, one)))
          const excluded = new Set((await readExcluded(store.database, accountId)).contactIds)
          // Of erased people only hashes are left, which nobody is shown any more.
          const mayDiffer = new Set(people.filter(({ erased }) => erased).map(({ id }) => id))
          expect([...excluded].filter((id) => !mayDiffer.has(id)).sort()).toEqual(
            named
              .map(({ id }) => id)
              .filter((id) => !mayDiffer.has(id))
              .sort(),
          )
        }
      }
    }),
    { numRuns: cases(5) },
  )
})

it('EXCL-7: an import and a list that come at the same time do not miss each other', async () => {
  const accountId = await openAccount()
  for (let round = 0; round < 12; round += 1) {
    const email = `round${round}@people.example`
    const entries = [readExclusionEntry('email', email, fixtureKeys)!]
    const emailsOf = [{ email, status: 'verified', type: 'work', is_primary: true }]
    await Promise.all([
      importStores(store.database, [
        { domain: `round${round}.example`, contacts: [{ full_name: 'R', emails: emailsOf }] },
      ]),
      storeExclusion(store.database, systemClock, fixtureKeys, accountId, { label: 'all', entries, mode: 'add' }),
    ])
    expect((await readExcluded(store.database, accountId)).contactIds).toHaveLength(round + 1)
  }
})

it('EXCL-7: contacts that an earlier release imported are found by the SHA-256 of their addresses, too', async () => {
  const accountId = await openAccount()
  const emailsOf = [{ email: 'old@people.example', status: 'verified', type: 'work', is_primary: true }]
  await importStores(store.database, [{ domain: 'old.example', contacts: [{ full_name: 'Old', emails: emailsOf }] }])
  const hash = fixtureKeys.hash('email', 'old@people.example')
  await store.database.query(sql`UPDATE contacts SET email_hashes = ARRAY[${hash}::bytea] WHERE full_name = 'Old'`)
  await store.database.query(sql`UPDATE catalogue_state SET sha256_hashed_to = ''`)
  const sum = createHash('sha256').update('old@people.example').digest('hex')
  const entries = [readExclusionEntry('email_sha256', sum, fixtureKeys)!]
  await storeExclusion(store.database, systemClock, fixtureKeys, accountId, { label: 'all', entries, mode: 'add' })
  expect((await readExcluded(store.database, accountId)).contactIds).toHaveLength(0)
  // Somebody holds the catalogue for longer than a lock may take.
  const impatient = openDatabase({ url: store.database.url, deadlines: { ...deadlinesOf.requests, lockMs: 20 } })
  const holder = await store.database.connect()
  await holder.query('BEGIN; SELECT FROM catalogue_state FOR NO KEY UPDATE')
  let turnsLeftOut = 0
  const transaction: Db['transaction'] = (work) =>
    impatient.transaction(work).catch((error) => {
      turnsLeftOut += 1
      throw error
    })
  const hashing = hashEmails({ ...impatient, transaction }, fixtureKeys)
  await expect.poll(() => turnsLeftOut > 0).toBe(true)
  await holder.query('COMMIT')
  await holder.end()
  expect(await hashing).toBeGreaterThan(0)
  await impatient.close()
  expect((await readExcluded(store.database, accountId)).contactIds).toHaveLength(1)
  expect(await hashEmails(store.database, fixtureKeys)).toBe(0)
})
