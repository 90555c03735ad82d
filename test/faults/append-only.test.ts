import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditDays } from '../../src/audit/retention.ts'
import { rawSql, sql } from '../../src/base/sql.ts'
import { prepareDatabase } from '../../src/db/prepare.ts'
import { appendOnlyTables, describeRole, judgeRole } from '../../src/db/roles.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
let servingRole: string
let ownerRole: string
beforeAll(async () => {
  test = await startTestApp()
  servingRole = new URL(test.store.url).username
  ownerRole = new URL(test.store.ownerUrl).username
  for (const table of appendOnlyTables)
    await owner(`CREATE TRIGGER guard BEFORE UPDATE ON ${table} FOR EACH ROW
      EXECUTE FUNCTION suppress_redundant_updates_trigger()`)
  const { apiKey } = await test.createAccount({ credits: 5 })
  const answer = await test.reveal(apiKey, await test.plantContacts(1))
  expect(answer.status).toBe(200)
})
afterAll(() => test.stop())

const serving = (statement: string) => test.store.database.query(rawSql(statement))
const owner = (statement: string) => test.store.owner.query(rawSql(statement))
const refused = { code: '42501' }

it.each(appendOnlyTables)('CREDIT-7, L13: the serving role can’t change, delete or take over %s', async (table) => {
  const [column] = await test.store.database.query<{ name: string }>(sql`
    SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = ${table}::regclass ORDER BY attnum DESC LIMIT 1`)
  for (const statement of [
    `UPDATE ${table} SET ${column!.name} = DEFAULT`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table}`,
    `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
    `ALTER TABLE ${table} OWNER TO CURRENT_USER`,
    `ALTER TABLE ${table} RENAME TO gone`,
    `DROP TABLE ${table} CASCADE`,
    `DROP TRIGGER guard ON ${table}`,
    `CREATE TRIGGER mine BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
    `CREATE RULE mine AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
    `SELECT FROM ${table} FOR UPDATE`,
  ])
    await expect(serving(statement), statement).rejects.toMatchObject(refused)
  // PostgreSQL answers a GRANT without any right to give with a refusal, and one with too few with a warning.
  await serving(`GRANT ALL ON ${table} TO CURRENT_USER`).catch((error) => expect(error).toMatchObject(refused))
  await expect(serving(`DELETE FROM ${table}`)).rejects.toMatchObject(refused)
})

describe('CREDIT-7: the serving role can’t become another', () => {
  it('by any statement', async () => {
    for (const statement of [
      `SET ROLE ${ownerRole}`,
      `SET SESSION AUTHORIZATION ${ownerRole}`,
      `GRANT ${ownerRole} TO ${servingRole}`,
      `ALTER ROLE ${servingRole} SUPERUSER`,
      `CREATE ROLE helper LOGIN IN ROLE ${ownerRole}`,
      'CREATE TABLE public.mine (id integer)',
      'ALTER FUNCTION forget_old_audit_entries(integer) OWNER TO CURRENT_USER',
      'CREATE OR REPLACE FUNCTION analyze_catalogue() RETURNS void LANGUAGE sql AS $$ SELECT $$',
      "UPDATE migrations SET checksum = ''",
    ])
      await expect(serving(statement), statement).rejects.toMatchObject(refused)
  })

  it('and the start finds nothing to say about it', async () => {
    const standing = await judgeRole(test.store.database)
    expect(standing).toEqual({ role: servingRole, isSuperuser: false, couldOwn: false, changeable: [] })
    expect(describeRole(standing)).toBeNull()
  })
})

describe('CREDIT-12: the start says when the serving role could change what was appended', () => {
  it('because it is the role that owns the tables', async () => {
    const { warning } = await prepareDatabase({ database: test.store.owner, ownerUrl: null })
    expect(warning).toContain(`The serving role ${ownerRole} owns the tables or could become their owner.`)
    expect(warning).toContain('docs/operating.md')
  })

  it('because it is a superuser', () => {
    const all = { role: 'postgres', isSuperuser: true, couldOwn: true, changeable: [] }
    expect(describeRole(all)).toMatch(/^The serving role postgres is a superuser/)
  })

  it('because a table or one of its columns was granted; with the owner at hand, it takes that back', async () => {
    await owner(`GRANT DELETE ON reveals TO PUBLIC; GRANT UPDATE (amount) ON credit_entries TO ${servingRole}`)
    const { warning } = await prepareDatabase({ database: test.store.database, ownerUrl: null })
    expect(warning).toBe(`The serving role ${servingRole} may change append-only tables: credit_entries, reveals.`)
    const after = await prepareDatabase(test.store)
    expect(after).toMatchObject({ protectedAgain: ['credit_entries', 'reveals'], warning: null })
    await expect(serving('UPDATE credit_entries SET amount = 0')).rejects.toMatchObject(refused)
  })

  it('because a restore lost all privileges: the owner gets no right back by accident, and the serving role gets its own', async () => {
    await owner(`DO $$ DECLARE t regclass; BEGIN
      FOR t IN SELECT oid FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'jobs'::regnamespace) AND relkind IN ('r', 'p')
      LOOP EXECUTE format('REVOKE ALL ON %s FROM ${servingRole}; GRANT ALL ON %1$s TO ${ownerRole}', t); END LOOP; END $$`)
    await expect(prepareDatabase({ database: test.store.database, ownerUrl: null })).rejects.toThrow(
      'Run "prospector migrate" with MIGRATE_DATABASE_URL set to the role that owns the tables.',
    )
    const { protectedAgain, warning } = await prepareDatabase(test.store)
    expect({ protectedAgain, warning }).toEqual({ protectedAgain: [...appendOnlyTables].sort(), warning: null })
    expect((await prepareDatabase(test.store)).protectedAgain).toEqual([])
    await expect(owner('DELETE FROM reveals')).rejects.toMatchObject(refused)
    const { apiKey } = await test.createAccount({ credits: 5 })
    expect((await test.reveal(apiKey, await test.plantContacts(1))).status).toBe(200)
  })
})

describe('CREDIT-13: what the owner does for the serving role is one lawful act each', () => {
  const plant = (id: string, age: string) =>
    serving(`INSERT INTO audit_entries (entry_id, action, door, created_at)
      VALUES ('${id}', 'key.created', 'web', now() - interval '${age}')`)

  it(`retention deletes entries of the audit log after ${auditDays} days, however it is asked`, async () => {
    await plant('aud_young', `${auditDays} days -1 hour`)
    await plant('aud_old', `${auditDays} days 1 hour`)
    const [row] = await test.store.database.query(sql`SELECT forget_old_audit_entries(2147483647) AS deleted`)
    expect(row).toEqual({ deleted: 1 })
    const left = await test.store.database.query(sql`SELECT entry_id FROM audit_entries WHERE entry_id LIKE 'aud\\_%d'`)
    expect(left.filter((entry) => (entry as { entry_id: string }).entry_id === 'aud_old')).toEqual([])
    await expect(serving('DELETE FROM audit_entries')).rejects.toMatchObject(refused)
    await expect(owner('DELETE FROM audit_entries')).rejects.toMatchObject(refused)
  })

  it('an account with access, people or keys is not forgotten, and neither is a person who is still there', async () => {
    const { accountId } = await test.createAccount({ email: 'kept@roles.example' })
    const forget = (people = "'{}'") => serving(`SELECT forget_account('${accountId}', ${people}, 'aud_x', 'me')`)
    await expect(forget()).rejects.toThrow('still has access')
    await serving(`UPDATE accounts SET status = 'lapsed' WHERE account_id = '${accountId}'`)
    await expect(forget()).rejects.toThrow('people or keys')
    // With the id of a key or of the operator, it would take names out of the logs of others.
    for (const id of ['operator', 'key_0123456789abcdef'])
      await expect(forget(`'{${id}}'`)).rejects.toThrow('only people')
    await serving(`DELETE FROM members WHERE account_id = '${accountId}'`)
    await expect(forget()).rejects.toThrow('people or keys')
    await serving(`DELETE FROM api_keys WHERE account_id = '${accountId}'`)
    await expect(forget("ARRAY(SELECT id FROM users WHERE email = 'kept@roles.example')")).rejects.toThrow(
      'people or keys',
    )
  })

  it('an erasure changes no amount and leaves its own entry, which a second one does not remove', async () => {
    const { accountId } = await test.createAccount({ email: 'gone@roles.example', credits: 3 })
    const sums = () => serving(`SELECT sum(amount), count(*), max(balance_after) FROM credit_entries`)
    const before = await sums()
    await serving(`UPDATE accounts SET status = 'lapsed' WHERE account_id = '${accountId}';
      DELETE FROM members WHERE account_id = '${accountId}'; DELETE FROM api_keys WHERE account_id = '${accountId}'`)
    for (const id of ['aud_first', 'aud_second'])
      await serving(`SELECT forget_account('${accountId}', '{}', '${id}', 'ada')`)
    expect(await sums()).toEqual(before)
    const entries = await serving(`SELECT entry_id FROM audit_entries WHERE account_id = '${accountId}' ORDER BY seq`)
    expect(entries).toEqual([{ entry_id: 'aud_first' }, { entry_id: 'aud_second' }])
  })

  it('a table of the caller’s does not stand in for one of the owner’s', async () => {
    const client = await test.store.database.connect()
    try {
      await plant('aud_shadow', '500 days')
      await client.query(`SET search_path = pg_temp, public; CREATE TEMP TABLE audit_entries (LIKE public.audit_entries);
        CREATE FUNCTION pg_temp.now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT 'infinity'::timestamptz $$`)
      const { rows } = await client.query('SELECT public.forget_old_audit_entries(10) AS deleted')
      expect(rows).toEqual([{ deleted: 1 }])
    } finally {
      await client.end()
    }
  })
})
