import { afterAll, beforeAll, expect, it } from 'vitest'
import { createQuickCommand, environmentFor } from '../../../test/support/command.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { readReleaseNotes } from '../../base/release-notes.ts'
import { rawSql, sql } from '../../base/sql.ts'
import { readMigrations } from '../migrate.ts'
import { stepsOf } from './migration-steps.ts'
import { planUpgrade } from './plan-upgrade.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

it('UPGRADE-1: of a migration the steps that look at or write every row are found, and nothing in functions, texts or comments', () => {
  const text = `
    -- CREATE INDEX a ON commented (x);
    CREATE UNIQUE INDEX b ON contacts (x) WHERE y = 'UPDATE stores SET';
    UPDATE credit_balances b SET lot_seq = 1;
    ALTER TABLE reveals ADD CONSTRAINT c CHECK (x > 0);
    ALTER TABLE credit_entries ADD CONSTRAINT c CHECK (x > 0) NOT VALID, ADD COLUMN d integer;
    ALTER TABLE jobs ALTER COLUMN told_at SET NOT NULL;
    ALTER TABLE stores ALTER COLUMN a TYPE bigint;
    CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE accounts SET a = 1; END $$;
    CREATE TRIGGER t AFTER UPDATE ON catalogue_state FOR EACH ROW EXECUTE FUNCTION f();
    INSERT INTO sources (name) SELECT DISTINCT source FROM imports ON CONFLICT (name) DO UPDATE SET label = '';
    WITH kept AS (SELECT 1 FROM events FOR UPDATE OF events) DELETE FROM webhooks;`
  expect(stepsOf(text).map(({ table, work }) => `${work} ${table}`)).toEqual([
    'indexes contacts',
    'writes credit_balances',
    'reads reveals',
    'reads jobs',
    'writes stores',
    'reads imports',
    'writes webhooks',
  ])
})

it('UPGRADE-1: every migration there is can be read, and names tables only', async () => {
  const tables = await store.database.query<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`)
  const steps = (await readMigrations()).flatMap(({ text }) => stepsOf(text))
  // Tables that a later migration renamed or dropped.
  const gone = /^(sandbox_|import_runs|connection)/
  // What a statement reads may also be a name that it gives itself; such a name is no table of the database, and costs nothing.
  const unknown = steps.filter(
    ({ table, work }) => work !== 'reads' && !gone.test(table) && !tables.some(({ name }) => name === table),
  )
  expect(unknown).toEqual([])
  expect(steps.length).toBeGreaterThan(50)
})

it('UPGRADE-2: what is pending is listed with its tables, rows and time, and nothing is changed', async () => {
  const up = await planUpgrade(store.database)
  expect([up.pending, up.seconds]).toEqual([[], 0])
  const name = '0281_last_seen.sql'
  await store.owner.query(sql`DELETE FROM migrations WHERE name IN (${name}, '0352_notices.sql')`)
  await store.owner.query(
    rawSql(`
    INSERT INTO accounts (account_id, name, plan_id, status) SELECT 'acc_' || lpad(n::text, 20, '0'), 'A', 'pro', 'none'
    FROM generate_series(1, 500) n`),
  )
  const { pending, release } = await planUpgrade(store.database)
  expect(pending.map((one) => one.name)).toEqual([name, '0352_notices.sql'])
  for (const { about, oldestRelease, seconds } of pending) {
    expect(about).toMatch(/^[A-Z].*\.$/)
    expect(about).not.toContain('Owner')
    expect([oldestRelease, seconds >= 0]).toEqual([null, true])
  }
  expect(pending[1]!.steps.map(({ table, work }) => `${work} ${table}`)).toEqual(['indexes contacts'])
  const run = createQuickCommand(environmentFor(store.url))
  const { code, stdout, json } = await run('upgrade --check --json')
  expect({ code, release: json.release, pending: json.pending.length }).toEqual({ code: 0, release, pending: 2 })
  expect(json).toMatchObject({ old_nodes_may_run: true, last_backup_at: null })
  expect(stdout).not.toBe('')
  const told = await run('upgrade --check')
  expect(told.stdout).toMatch(/^Prospector \S+ would apply 2 migrations:\n/)
  expect(told.stdout).toContain('Nodes of the release before may run alongside')
  const left = await store.database.query(sql`SELECT FROM migrations WHERE name = ${name}`)
  expect(left).toEqual([])
})

it('UPGRADE-2: time grows with the rows of the table', async () => {
  await store.owner.query(sql`DELETE FROM migrations WHERE name = '0352_notices.sql'`)
  const table = await planUpgrade(store.database)
  const before = table.pending.find(({ name }) => name === '0352_notices.sql')!.steps[0]!
  expect(before.rows).toBe(0)
  await store.owner.query(
    rawSql(`
    INSERT INTO stores (store_id, domain, name, import_run, fingerprint) SELECT 'st_live_' || translate(lpad(n::text, 16, '0'), '0123456789', 'abcdefghij'),
      n || '.example', 'S', 1, '' FROM generate_series(1, 3000) n`),
  )
  await store.owner.query(
    rawSql(`
    INSERT INTO contacts (contact_id, store_id, seniority, has_email, has_phone, has_linkedin, fingerprint, import_run)
    SELECT replace(store_id, 'st_', 'ct_'), store_id, 'other', false, false, true, '', 1 FROM stores`),
  )
  const after = (await planUpgrade(store.database)).pending.find(({ name }) => name === '0352_notices.sql')!.steps[0]!
  expect(after.rows).toBe(3_000)
  expect(after.seconds).toBeGreaterThan(0)
})

it('UPGRADE-3: a database that is newer, edited or empty is told apart, in a sentence', async () => {
  const run = createQuickCommand(environmentFor(store.url))
  await store.owner.query(
    sql`INSERT INTO migrations (name, checksum, oldest_release) VALUES ('9999_x.sql', '', '99.0.0')`,
  )
  const newer = await run('upgrade --check')
  expect(newer).toMatchObject({ code: 1, stdout: '' })
  expect(newer.stderr).toMatch(/^The database is newer than this version of Prospector, .*9999_x\.sql needs 99\.0\.0/)
  await store.owner.query(sql`DELETE FROM migrations WHERE name = '9999_x.sql'`)
  await store.owner.query(sql`UPDATE migrations SET checksum = 'other' WHERE name = '0001_catalog.sql'`)
  await expect(planUpgrade(store.database)).rejects.toThrow(
    'Migration 0001_catalog.sql was edited after it was applied.',
  )
  const empty = await createEmptyDatabase()
  const fresh = await planUpgrade(empty.database)
  await empty.drop()
  expect([fresh.applied, fresh.pending.length, fresh.seconds]).toEqual([0, (await readMigrations()).length, 0])
  expect(await run('upgrade')).toMatchObject({ code: 2 })
})

it('UPGRADE-4: the changes since a release are those above its heading', async () => {
  const notes = await readReleaseNotes('1.0.0')
  expect(notes.some(({ release }) => release.startsWith('1.0.0'))).toBe(false)
  expect(notes.flatMap(({ changes }) => changes).length).toBeGreaterThan(10)
  expect(await readReleaseNotes()).toHaveLength(1)
  const headings = notes.flatMap(({ changes }) => changes).filter((change) => change.includes('###'))
  expect(headings, 'a heading is no part of a change').toEqual([])
})
