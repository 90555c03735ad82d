import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { type Sql, sql } from '../base/sql.ts'
import { type Db, toQuery } from '../db/database.ts'
import { fixtureKeys, importStores, importText } from './catalogue-fixture.ts'
import { readCatalogueState, suppressionChangesSince } from './catalogue-state.ts'
import type { ImportedStore } from './import-record.ts'
import { listSuppressions, suppress, unsuppress } from './suppressions.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const person = (name: string, ...addresses: string[]) => ({
  full_name: name,
  emails: addresses.map((email) => ({ email, status: 'verified' })),
})
const catalogue: ImportedStore[] = [
  {
    domain: 'one.example',
    contacts: [person('Ann', 'ann@one.example', 'team@one.example'), person('Bob', 'bob@one.example')],
  },
  { domain: 'two.example', contacts: [person('Cid', 'team@one.example')] },
]
beforeEach(async () => {
  await db.owner.query(sql`TRUNCATE stores, contacts, suppressions, suppression_changes CASCADE`)
  await importStores(db.database, catalogue)
})

const suppressed = async (): Promise<string[]> => {
  const rows = await db.database.query<{ full_name: string }>(
    sql`SELECT full_name FROM contacts WHERE suppressed ORDER BY full_name`,
  )
  return rows.map((row) => row.full_name)
}
const idOf = async (name: string): Promise<string> => {
  const [row] = await db.database.query<{ contact_id: string }>(
    sql`SELECT contact_id FROM contacts WHERE full_name = ${name}`,
  )
  return row!.contact_id
}

describe('C7: an opt-out holds, whatever comes', () => {
  test.each(['email', 'contact'] as const)(
    'SUPPRESS-1, SUPPRESS-3: by %s; who comes back to the store with another source id and another address stays out by name',
    async (by) => {
      const jane = (id: string, email: string) => ({ ...person('Jane Doe', email), source_id: id })
      const shop = (domain: string, id: string, email: string) => ({ domain, contacts: [jane(id, email)] })
      await importStores(db.database, [shop('one.example', '1', 'jane@one.example')])
      await suppress(
        db.database,
        fixtureKeys,
        by === 'email' ? { email: 'jane@one.example' } : { contact: await idOf('Jane Doe') },
      )
      const hidden = async () =>
        db.database.query(sql`
          SELECT domain, suppressed FROM contacts JOIN stores USING (store_id) WHERE full_name ILIKE 'jane doe'
          ORDER BY domain, suppressed`)
      await importStores(db.database, [
        {
          ...shop('one.example', '2', 'doe@one.example'),
          contacts: [{ ...jane('2', 'doe@one.example'), full_name: 'JANE  DOE' }],
        },
        shop('two.example', '3', 'other@two.example'),
      ])
      expect(await hidden()).toEqual([
        { domain: 'one.example', suppressed: true },
        { domain: 'one.example', suppressed: true },
        { domain: 'two.example', suppressed: false },
      ])
      await unsuppress(
        db.database,
        fixtureKeys,
        by === 'email' ? { email: 'jane@one.example' } : { contact: await idOf('Jane Doe') },
      )
    },
  )

  test('SUPPRESS-1: rows of an earlier release, without a hash of their name, are covered as well', async () => {
    await importStores(db.database, [
      {
        domain: 'one.example',
        contacts: [
          { ...person('Eve', 'eve@one.example'), source_id: '1' },
          { full_name: 'EVE', source_id: '2' },
        ],
      },
    ])
    await db.database.query(sql`UPDATE contacts SET name_hash = NULL`)
    expect(await suppress(db.database, fixtureKeys, { email: 'eve@one.example' })).toMatchObject({ contacts: 2 })
    expect(await suppressed()).toEqual(['EVE', 'Eve'])
    expect(await unsuppress(db.database, fixtureKeys, { email: 'eve@one.example' })).toMatchObject({
      contactsChanged: 2,
    })
    expect(await suppressed()).toEqual([])
  })

  test('SUPPRESS-1: an email covers everyone who holds the address, however it is written', async () => {
    const result = await suppress(db.database, fixtureKeys, { email: ' TEAM@One.example' })
    expect(result).toEqual({
      kind: 'email',
      shown: 't***@one.example',
      changed: true,
      contacts: 2,
      contactsChanged: 2,
    })
    expect(await suppressed()).toEqual(['Ann', 'Cid'])
  })

  test('SUPPRESS-1: a domain covers everyone at the store, and the store stays', async () => {
    expect(await suppress(db.database, fixtureKeys, { domain: 'https://www.one.example/' })).toMatchObject({
      contacts: 2,
    })
    expect(await suppressed()).toEqual(['Ann', 'Bob'])
    const [store] = await db.database.query(sql`SELECT retired_at FROM stores WHERE domain = 'one.example'`)
    expect(store).toEqual({ retired_at: null })
  })

  test('SUPPRESS-1, SUPPRESS-4: a contact covers itself, and comes back by its id', async () => {
    const contact = await idOf('Bob')
    await suppress(db.database, fixtureKeys, { contact })
    expect(await suppressed()).toEqual(['Bob'])
    await unsuppress(db.database, fixtureKeys, { contact })
    expect(await suppressed()).toEqual([])
  })

  test('twice is once', async () => {
    await suppress(db.database, fixtureKeys, { email: 'bob@one.example' })
    const before = await readCatalogueState(db.database)
    const again = await suppress(db.database, fixtureKeys, { email: 'bob@one.example' })
    expect(again).toMatchObject({ changed: false, contacts: 1, contactsChanged: 0 })
    expect(await listSuppressions(db.database)).toHaveLength(1)
    expect(await readCatalogueState(db.database)).toEqual(before)
  })

  test('SUPPRESS-4: a contact that is suppressed twice stays so when one of the two is removed', async () => {
    await suppress(db.database, fixtureKeys, { email: 'team@one.example' })
    await suppress(db.database, fixtureKeys, { domain: 'one.example' })
    await unsuppress(db.database, fixtureKeys, { email: 'team@one.example' })
    expect(await suppressed()).toEqual(['Ann', 'Bob'])
    expect(await unsuppress(db.database, fixtureKeys, { domain: 'one.example' })).toMatchObject({ contactsChanged: 2 })
    expect(await suppressed()).toEqual([])
    expect(await unsuppress(db.database, fixtureKeys, { domain: 'one.example' })).toMatchObject({ changed: false })
  })

  test('SUPPRESS-3: a later import brings nobody back, also not with a new address, at a new store or after leaving', async () => {
    await suppress(db.database, fixtureKeys, { email: 'bob@one.example' })
    await suppress(db.database, fixtureKeys, { email: 'new@two.example' })
    await suppress(db.database, fixtureKeys, { domain: 'three.example' })
    await importStores(db.database, [], { replace: true })
    await importStores(db.database, [
      {
        domain: 'one.example',
        contacts: [person('Ann', 'ann@one.example'), person('Bob', 'bob@one.example', 'b@one.example')],
      },
      { domain: 'two.example', contacts: [person('Cid', 'NEW@two.example')] },
      { domain: 'three.example', contacts: [person('Dan', 'dan@three.example'), person('Eve', 'bob@one.example')] },
    ])
    expect(await suppressed()).toEqual(['Bob', 'Cid', 'Dan', 'Eve'])
  })

  test.each<[string, ImportedStore[]]>([
    ['with a new address', [{ domain: 'one.example', contacts: [person('Bob', 'b@one.example')] }]],
    ['at a new store', [{ domain: 'new.example', contacts: [person('Robert', 'Bob@one.example')] }]],
    ['after leaving', [{ domain: 'one.example', contacts: [person('Ann', 'ann@one.example')] }]],
  ])('SUPPRESS-3: somebody who opted out stays out %s', async (_how, later) => {
    await suppress(db.database, fixtureKeys, { email: 'bob@one.example' })
    await importStores(db.database, [...later, catalogue[1]!], { replace: true })
    await importStores(db.database, [...later, catalogue[1]!, { domain: 'two.example', contacts: [] }])
    await importStores(db.database, [{ domain: 'one.example', contacts: [person('Bob', 'b@one.example')] }])
    const shown = await db.database.query(sql`
      SELECT full_name FROM contacts WHERE full_name IN ('Bob', 'Robert') AND NOT suppressed`)
    expect(shown).toEqual([])
    expect(await suppressed()).toContain('Bob')
  })

  test('SUPPRESS-3: a later import that no longer holds the address brings nobody back, until the opt-out is removed', async () => {
    await suppress(db.database, fixtureKeys, { email: 'bob@one.example' })
    const withoutAddress = (phone: string): ImportedStore[] => [
      { domain: 'one.example', contacts: [{ full_name: 'Bob', phones: [{ phone }] }] },
    ]
    await importStores(db.database, withoutAddress('555 0100'))
    await importStores(db.database, withoutAddress('555 0101'))
    expect(await suppressed()).toEqual(['Bob'])
    expect(await unsuppress(db.database, fixtureKeys, { email: 'bob@one.example' })).toMatchObject({
      contactsChanged: 1,
    })
    expect(await suppressed()).toEqual([])
  })

  test('one that comes while an import runs misses nobody', async () => {
    const names = Array.from({ length: 2_500 }, (_, at) => `Person ${at}`)
    const lines = names.map(
      (name) =>
        `${JSON.stringify({ domain: `${name.replace(' ', '-')}.example`, contacts: [person(name, 'all@x.example')] })}\n`,
    )
    let suppressing: Promise<unknown> | undefined
    await importText(db.database, lines, {
      onProgress: () => {
        suppressing ??= suppress(db.database, fixtureKeys, { email: 'all@x.example' })
      },
    })
    await suppressing
    expect(await suppressed()).toHaveLength(2_500)
  })

  test('the list shows no address', async () => {
    await suppress(db.database, fixtureKeys, { email: 'bob@one.example' })
    const list = await listSuppressions(db.database)
    expect(list).toEqual([{ kind: 'email', shown: 'b***@one.example', createdAt: expect.any(Date) }])
    const rows = await db.database.query(sql`SELECT suppressions::text FROM suppressions`)
    expect(JSON.stringify(rows)).not.toContain('bob')
  })

  test.each([
    [{ email: 'nonsense' }, 'not an email address'],
    [{ contact: 'st_live_aaaaaaaaaaaaaaaa' }, 'not a contact id'],
    [{ domain: 'localhost' }, 'not a domain'],
  ])('%j is refused and changes nothing', async (target, reason) => {
    await expect(suppress(db.database, fixtureKeys, target)).rejects.toThrow(reason)
    expect(await listSuppressions(db.database)).toEqual([])
  })
})

describe('C13: a live index can catch up from any version', () => {
  test('with the last word on every contact that changed', async () => {
    const start = await readCatalogueState(db.database)
    await suppress(db.database, fixtureKeys, { email: 'team@one.example' })
    const middle = await readCatalogueState(db.database)
    await suppress(db.database, fixtureKeys, { contact: await idOf('Bob') })
    await unsuppress(db.database, fixtureKeys, { email: 'team@one.example' })
    const [ann, bob, cid] = [await idOf('Ann'), await idOf('Bob'), await idOf('Cid')]
    const end = await readCatalogueState(db.database)
    const sorted = async (version: number) => {
      const { changes, ...rest } = await suppressionChangesSince(db.database, version)
      return { ...rest, changes: Object.fromEntries(changes.map((change) => [change.contactId, change.suppressed])) }
    }
    const everyone = { version: end.suppressionVersion, changes: { [ann]: false, [bob]: true, [cid]: false } }
    expect(await sorted(start.suppressionVersion)).toEqual(everyone)
    expect(await sorted(middle.suppressionVersion)).toEqual(everyone)
    expect(await sorted(end.suppressionVersion)).toEqual({ version: end.suppressionVersion, changes: {} })
  })

  test('a restored contact needs a new index, a suppressed one does not', async () => {
    const { version } = await readCatalogueState(db.database)
    await suppress(db.database, fixtureKeys, { domain: 'one.example' })
    expect((await readCatalogueState(db.database)).version).toBe(version)
    await unsuppress(db.database, fixtureKeys, { domain: 'one.example' })
    expect((await readCatalogueState(db.database)).version).toBe(version + 1)
  })

  test('reading no contact that did not change: the time does not grow with the catalogue', async () => {
    await db.owner.query(sql`ANALYZE contacts`)
    let plan = ''
    const explaining: Db = {
      async query<T>(statement: Sql) {
        const { text, values } = toQuery(statement)
        const { rows } = await db.owner.pool.query(`EXPLAIN (ANALYZE, COSTS off, TIMING off) ${text}`, values)
        plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        return [{ version: 0, contactId: null }] as T[]
      },
      transaction: (work) => work(explaining),
    }
    await suppressionChangesSince(explaining, (await readCatalogueState(db.database)).suppressionVersion)
    const onContacts = plan.split('\n').filter((line) => / on contacts\b/.test(line))
    expect(onContacts).toEqual([expect.stringContaining('never executed')])
  })
})
