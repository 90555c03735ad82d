import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { rawSql, sql } from '../../src/base/sql.ts'
import { importStores } from '../../src/catalog/catalogue-fixture.ts'
import { takeImportLock } from '../../src/catalog/import/import-lock.ts'
import { checkDatabase, keepsDeadRows } from '../../src/operator/health/database-checks.ts'
import { judgeDisk } from '../../src/operator/health/host-checks.ts'
import { createQuickCommand, environmentFor } from '../../test/support/command.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

it('CLI-13: the doctor says first what has to be fixed, and exits with 1', async () => {
  // The server of the tests does not wait for the disk, which the doctor would rightly tell.
  const name = new URL(store.url).pathname.slice(1)
  await store.owner.query(rawSql(`ALTER DATABASE ${name} SET synchronous_commit = on`))
  // How full the disk of this machine is must not decide the test.
  const environment = { ...environmentFor(store.url), DATA_DIR: '/nonexistent' }
  const run = createQuickCommand(environment)
  const healthy = await run('doctor --json')
  expect(healthy.json.findings.filter(({ state }: { state: string }) => state === 'error')).toEqual([])
  expect(healthy.code).toBe(0)
  for (const { state, message } of healthy.json.findings as { state: string; message: string }[]) {
    expect(['ok', 'warning', 'error']).toContain(state)
    expect(message).toMatch(/\.$/)
  }
  await store.owner.query(rawSql('GRANT ALL ON credit_entries TO PUBLIC'))
  const abouts = healthy.json.findings.map(({ about }: { about: string }) => about)
  for (const about of ['secrets', 'role', 'catalogue', 'mail', 'payments', 'proxies', 'bloat', 'clock', 'disk'])
    expect(abouts).toContain(about)
  const away = { DATABASE_REPLICA_URL: 'postgres://nobody@127.0.0.1:1/x', SMTP_URL: 'smtp://127.0.0.1:1' }
  const lonely = await createQuickCommand({ ...environment, ...away })('doctor --json')
  const broken = lonely.json.findings.filter(({ state }: { state: string }) => state === 'error')
  expect(broken.map(({ about }: { about: string }) => about).sort()).toEqual(['ledger', 'mail', 'replica'])
  const ill = await run('doctor')
  expect(ill.code).toBe(1)
  expect(ill.stdout).toMatch(/^error {4}ledger {8}credit_entries can be changed/)
})

it('CLI-13: settings that endanger a public service, another clock, a full disk and background work that failed are found', async () => {
  const wrong = { PUBLIC_URL: 'http://prospector.example', DEMO: 'true', BILLING: 'sandbox' }
  const open = await createQuickCommand({ ...environmentFor(store.url), DATA_DIR: '/nonexistent', ...wrong })(
    'doctor --json',
  )
  const errors = open.json.findings.filter(({ state }: { state: string }) => state === 'error')
  expect(open.code).toBe(1)
  expect(errors.map(({ about }: { about: string }) => about)).toEqual(
    expect.arrayContaining(['address', 'demo', 'payments']),
  )
  const secure = { PUBLIC_URL: 'https://0.0.0.0:1' }
  const { json } = await createQuickCommand({ ...environmentFor(store.url), DATA_DIR: '/nonexistent', ...secure })(
    'doctor --json',
  )
  expect(json.findings).toContainEqual(
    expect.objectContaining({ about: 'certificate', message: expect.stringContaining('could not be asked') }),
  )

  const stateOf = async (wanted: string) =>
    (await checkDatabase(store.database, [])).find(({ about }) => about === wanted)!.state
  expect([await stateOf('clock'), await stateOf('jobs')]).toEqual(['ok', 'ok'])
  await store.owner.query(sql`SELECT jobs.create_queue('sign_in_mail', '{"policy": "standard"}')`)
  await store.owner.query(sql`INSERT INTO jobs.job (name, state) VALUES ('sign_in_mail', 'failed')`)
  expect(await stateOf('jobs')).toBe('warning')
  expect((await checkDatabase(store.database, [])).find(({ about }) => about === 'jobs')!.message).toBe(
    '1 background job failed, and 0 have been waiting for over an hour (sign_in_mail). The log says why.',
  )
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  expect(await stateOf('clock')).toBe('error')

  expect([judgeDisk({ bavail: 9, blocks: 100 }).state, judgeDisk({ bavail: 10, blocks: 100 }).state]).toEqual([
    'error',
    'ok',
  ])
})

it('CLI-19: the doctor warns of a catalogue without stores, and of one that suddenly lost a fifth of them', async () => {
  const run = createQuickCommand({ ...environmentFor(store.url), DATA_DIR: '/nonexistent' })
  const catalogue = async () => {
    const { json } = await run('doctor --json')
    const { state, message } = json.findings.find(({ about }: { about: string }) => about === 'catalogue')
    return `${state}: ${message}`
  }
  await store.database.query(sql`UPDATE catalogue_state SET version = 3`)
  expect(await catalogue()).toBe('warning: The catalogue has no stores: import some, or every search finds nothing.')
  const stores = Array.from({ length: 10 }, (_, at) => ({ domain: `shop-${at}.example` }))
  await importStores(store.database, stores)
  expect(await catalogue()).toMatch(/^ok: 10 stores, /)
  const retire = (most: number, when: string) =>
    store.database.query(sql`
      UPDATE stores SET retired_at = now() - ${when}::interval
      WHERE store_id IN (SELECT store_id FROM stores ORDER BY domain LIMIT ${most})`)
  await retire(2, '1 hour')
  expect(await catalogue()).toMatch(/^ok: 8 stores, /)
  await retire(3, '8 days')
  expect(await catalogue()).toMatch(/^ok: 7 stores, /)
  await retire(3, '1 hour')
  expect(await catalogue()).toMatch(/^warning: 3 stores were retired within the last week, and 7 are left\./)
})

it('BACKUP-9: the doctor names the last good backup, and finds one that failed or is late, also of a tool of one’s own', async () => {
  const kept = await mkdtemp(join(tmpdir(), 'prospector-kept-'))
  onTestFinished(() => rm(kept, { recursive: true, force: true }))
  const key = Buffer.alloc(32, 9).toString('base64')
  const backups = async (settings: Record<string, string>) => {
    const run = createQuickCommand({ ...environmentFor(store.url), DATA_DIR: '/nonexistent', ...settings })
    const { json } = await run('doctor --json')
    const { state, message } = json.findings.find(({ about }: { about: string }) => about === 'backups')
    return `${state}: ${message}`
  }
  // Due on the first of January alone, so that no test runs while one is.
  const yearly = { BACKUP_DIR: kept, BACKUP_KEY: key, BACKUP_SCHEDULE: '0 0 1 1 *' }
  expect(await backups({})).toMatch(/^warning: Nothing is set that makes or checks backups\./)
  expect(await backups(yearly)).toMatch(
    /^error: A backup has been due for [\d,]+ hours\. There is none yet\. A node that runs makes the first one within a minute\.$/,
  )
  const note = (state: string, minutesAgo: number, problem: string | null) =>
    store.database.query(sql`
      INSERT INTO backup_runs (run_id, state, started_at, alive_at, ended_at, host, name, bytes, problem)
      SELECT ${state + minutesAgo}, ${state}, moment, moment, moment, 'a', 'a', 1, ${problem}
      FROM (SELECT now() - make_interval(mins => ${minutesAgo}) AS moment)`)
  await note('good', 30, null)
  expect(await backups(yearly)).toMatch(/^ok: The last good one is of \S+Z\. The next is due at \S+-01-01T00:00Z\.$/)
  await note('failed', 10, 'There is no space left in /kept.')
  expect(await backups(yearly)).toMatch(
    /^warning: The last good one is of \S+\. The last try failed: There is no space left in \/kept\.$/,
  )

  const touched = join(kept, 'done')
  const own = { BACKUP_CHECK_FILE: touched, BACKUP_SCHEDULE: '0 0 1 1 *' }
  expect(await backups(own)).toMatch(
    /^error: \S+done was not touched when a backup was due\. There is none yet\. Look at your own tool\.$/,
  )
  await writeFile(touched, '')
  expect(await backups(own)).toMatch(/^ok: The last good one is of /)
  await utimes(touched, new Date('2020-05-05'), new Date('2020-05-05'))
  expect(await backups(own)).toMatch(
    /^error: \S+done was not touched when a backup was due\. The last good one is of 2020-05-05T00:00Z\./,
  )
})

it('CLI-13: of open transactions those count that keep dead rows, and not the one that holds the lock of an import', async () => {
  const open = async (which = sql`true`) => {
    const [row] = await store.owner.query<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction' AND ${which}`)
    return row!.count
  }
  const lock = await takeImportLock(store.database)
  onTestFinished(() => lock.release())
  expect([await open(), await open(keepsDeadRows)]).toEqual([1, 0])
  const writer = await store.database.connect()
  onTestFinished(() => writer.end())
  await writer.query('BEGIN')
  await writer.query('SELECT pg_current_xact_id()')
  expect([await open(), await open(keepsDeadRows)]).toEqual([2, 1])
})
