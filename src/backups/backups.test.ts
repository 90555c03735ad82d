import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createQuickCommand, environmentFor } from '../../test/support/command.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { isRoot } from '../../test/support/embedded-sandbox.ts'
import { startS3Service } from '../../test/support/s3-service.ts'
import { makeScratch } from '../../test/support/scratch.ts'
import type { MadeBackups } from '../base/backup-settings.ts'
import { fixedClock, systemClock } from '../base/clock.ts'
import { lastDue } from '../base/schedule.ts'
import { rawSql, sql } from '../base/sql.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { lateSeconds, readBackupState } from './backup-state.ts'
import { createFolder, explain } from './places/folder.ts'
import type { BackupPlace } from './places/place.ts'
import { createS3Client } from './places/s3-client.ts'
import { createS3Place } from './places/s3-place.ts'
import { type BackupParts, runBackup } from './run-backup.ts'
import { beginRun, endRun, findRunning, keepAlive } from './runs.ts'
import { serveBackups } from './serve-backups.ts'
import { findBackup, listBackups, newBackupName, prune, writeRecord } from './stored-backups.ts'
import { verifyBackup } from './verify-backup.ts'

let store: TestDatabase
let database: Database
let home: string
let folder: string
let dataDir: string
beforeAll(async () => {
  store = await createTestDatabase()
  database = openDatabase({ url: store.url, purpose: 'background', connectWithinMs: 60_000 })
  home = await makeScratch('backups')
  dataDir = join(home, 'data')
  await mkdir(dataDir, { mode: 0o755 })
  const command = createQuickCommand(environmentFor(store.url))
  expect(await command('account create --name Acme --email ada@acme.example')).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await database.close()
  await store.drop()
  await rm(home, { recursive: true, force: true })
})
beforeEach(async () => {
  folder = await mkdtemp(join(home, 'kept-'))
  await store.owner.query(rawSql('TRUNCATE backup_runs'))
})

const settings = (given: Partial<MadeBackups> = {}): MadeBackups => ({
  schedule: '0 3 * * *',
  place: { folder },
  keys: [Buffer.alloc(32, 5)],
  keep: { daily: 7, weekly: 4, monthly: 12 },
  ...given,
})

const partsOf = (place: BackupPlace = createFolder(folder), given: Partial<BackupParts> = {}): BackupParts => ({
  database,
  clock: systemClock,
  settings: settings(),
  place,
  dataDir,
  withSecrets: false,
  signal: new AbortController().signal,
  ...given,
})

const readRuns = () =>
  database.query<{ state: string; problem: string | null }>(
    sql`SELECT state, problem FROM backup_runs ORDER BY started_at, run_id`,
  )

it('BACKUP-3, BACKUP-4: of two nodes one makes what was due, once: encrypted, restored as a trial, good when its ledger adds up, and nothing of the trial stays', async () => {
  const log = pino({ level: 'silent' })
  const given = { settings: settings(), databaseUrl: store.url, dataDir, withSecrets: false, log }
  // The clock stands: one scheduled time, before the nodes started.
  const moment = new Date()
  const clock = fixedClock(() => moment)
  const nodes = [1, 2].map(() => serveBackups({ ...given, clock, lookEveryMs: 500 }))
  const states = async () => (await readRuns()).map(({ state }) => state)
  await expect.poll(states, { timeout: 120_000 }).toEqual(['good'])
  await Promise.all(nodes.map((node) => node.stop()))
  expect(await states()).toEqual(['good'])
  expect(await readdir(dataDir)).toEqual([])

  const place = createFolder(folder)
  const [made, ...others] = await listBackups(place)
  expect(others).toEqual([])
  const { name, bytes, record } = made!
  expect(record).toMatchObject({ name, bytes, accounts: 1, tables: expect.any(Number) })
  expect(record!.rows).toBeGreaterThan(5)
  expect((await readFile(join(folder, name))).subarray(0, 22).toString()).toBe('{"prospector_sealed":1')
  expect(await findBackup(place, 'latest')).toMatchObject({ name })
  const state = await readBackupState(database, clock, settings())
  expect(state).toMatchObject({ lastGood: { name, bytes }, failed: null, running: null, lateSeconds: 0 })

  // A file that lost its end after it was verified is not good any more, and is never verified again.
  await truncate(join(folder, name), bytes - 40)
  const [cut] = await listBackups(place)
  expect(cut!.record).toBe(null)
  await expect(findBackup(place, 'latest')).rejects.toThrow(`There is no verified backup in ${folder}.`)
  const options = { keys: settings().keys, scratchFolder: dataDir, now: systemClock.now, signal: partsOf().signal }
  await expect(verifyBackup(place, cut!, options)).rejects.toThrow(/damaged|cut off/)
  expect(await readdir(dataDir)).toEqual([])
})

it('BACKUP-3: a backup whose ledger does not add up is not good, and stays to be looked at', async () => {
  await store.owner.query(rawSql('UPDATE credit_balances SET balance = balance + 1'))
  onTestFinished(async () => void (await store.owner.query(rawSql('UPDATE credit_balances SET balance = balance - 1'))))
  const place = createFolder(folder)
  await expect(runBackup(partsOf(place), null)).rejects.toThrow(/^The ledger in prospector-.*\.backup does not add up/)
  expect(await listBackups(place)).toMatchObject([{ record: null }])
  expect(await readRuns()).toEqual([{ state: 'failed', problem: expect.stringContaining('does not add up') }])
})

it('BACKUP-3: a trial restore that would fill the disk of DATA_DIR is not begun', async () => {
  const place = createFolder(folder)
  const options = { keys: settings().keys, scratchFolder: dataDir, now: systemClock.now, signal: partsOf().signal }
  await expect(verifyBackup(place, { name: 'a', bytes: 1 }, { ...options, restoredBytes: 1e18 })).rejects.toThrow(
    /^The backup could not be tried out: restoring it takes about 1,000,000,000,000 MB in \S+, and [\d,]+ MB can be used there/,
  )
})

it('BACKUP-4: of two nodes and a command that begin at once, one makes the backup; the others say so and change nothing', async () => {
  const due = new Date('2026-11-17T03:00:00Z')
  const begun = await Promise.all([due, due, due, null, null].map((at) => beginRun(database, systemClock, at)))
  const [runId, ...others] = begun.filter((id) => id !== null)
  expect([typeof runId, others]).toEqual(['string', []])
  expect(await findRunning(database, systemClock)).toMatchObject({ host: expect.stringMatching(/:\d+$/) })
  expect(await runBackup(partsOf(), null)).toBe(null)
  expect(await readdir(folder)).toEqual([])
  await endRun(database, systemClock, runId!, { name: 'a', bytes: 1 })
  // The scheduled time has its backup, and a later one has not.
  expect(await beginRun(database, systemClock, due)).toBe(null)
  const later = await beginRun(database, systemClock, new Date(Date.now() + 60_000))
  expect(later).not.toBe(null)
})

it('BACKUP-4: a run that dies is taken over, and one that fails is tried again later and not for ever', async () => {
  let now = Date.parse('2026-11-17T03:00:00Z')
  const clock = fixedClock(() => new Date(now))
  const due = new Date(now)
  const dead = await beginRun(database, clock, due)
  now += 170_000
  expect(await beginRun(database, clock, due)).toBe(null)
  expect(await keepAlive(database, clock, dead!)).toBe(true)
  now += 170_000
  expect(await beginRun(database, clock, due)).toBe(null)
  now += 20_000
  // Dead now; the next try waits ten minutes.
  expect(await beginRun(database, clock, due)).toBe(null)
  expect(await keepAlive(database, clock, dead!)).toBe(false)
  const waits: number[] = []
  for (const began = now; now < began + 5 * 3_600_000; now += 5 * 60_000) {
    const runId = await beginRun(database, clock, due)
    if (runId === null) continue
    waits.push(Math.round((now - began) / 60_000))
    await endRun(database, clock, runId, { problem: 'No.' })
  }
  expect(waits).toEqual([10, 30, 60])
  expect(await beginRun(database, clock, new Date(due.getTime() + 86_400_000))).not.toBe(null)
})

it('BACKUP-4: a schedule that comes round while its backup still runs begins no second one, and what was missed is made up for once', async () => {
  let now = Date.parse('2026-11-17T03:00:05Z')
  const clock = fixedClock(() => new Date(now))
  const dueNow = () => lastDue('* * * * *', clock.now())
  const slow = await beginRun(database, clock, dueNow())
  const begun: (string | null)[] = []
  for (let at = 0; at < 10; at += 1) {
    now += 30_000
    expect(await keepAlive(database, clock, slow!)).toBe(true)
    begun.push(await beginRun(database, clock, dueNow()))
  }
  expect(begun).toEqual(begun.map(() => null))
  await endRun(database, clock, slow!, { name: 'a', bytes: 1 })
  const next = await Promise.all([dueNow(), dueNow()].map((due) => beginRun(database, clock, due)))
  expect(next.filter((id) => id !== null)).toHaveLength(1)
  await endRun(database, clock, next.find((id) => id !== null)!, { name: 'b', bytes: 1 })
  expect(await beginRun(database, clock, dueNow())).toBe(null)
  expect((await readRuns()).map(({ state }) => state)).toEqual(['good', 'good'])
})

it('BACKUP-4: a node that stops ends its backup, and leaves no half of it', async () => {
  const stopping = new AbortController()
  const slow = {
    ...createFolder(folder),
    put: async () => stopping.abort(new Error('The node that made it was stopped.')),
  }
  await expect(runBackup(partsOf(slow, { signal: stopping.signal }), null)).rejects.toThrow('was stopped')
  expect(await readRuns()).toEqual([{ state: 'failed', problem: 'The node that made it was stopped.' }])
  expect(await readdir(dataDir)).toEqual([])
  const early = AbortSignal.abort(new Error('The node that made it was stopped.'))
  await expect(runBackup(partsOf(createFolder(folder), { signal: early }), null)).rejects.toThrow()
  expect((await readdir(folder)).filter((name) => name.endsWith('.writing'))).toEqual([])
})

it('BACKUP-9: a backup is late from the first scheduled time that no good one followed', () => {
  const now = new Date('2026-11-17T09:00:00Z')
  const late = (lastGood: string | null) =>
    lateSeconds('0 3 * * *', lastGood === null ? null : new Date(lastGood), now) / 3_600
  expect(late('2026-11-17T03:00:20Z')).toBe(0)
  expect(late('2026-11-17T02:59:00Z')).toBe(6)
  expect(late('2026-11-15T03:00:20Z')).toBe(30)
  expect(late(null)).toBe(6)
  expect(lateSeconds('0 3 * * *', null, new Date('2026-11-17T03:00:00Z'))).toBe(0)
})

/** Every write to /dev/full fails as on a full disk. Where there is none, the error is the same. */
const fullDisk = (): Writable =>
  process.platform === 'linux'
    ? createWriteStream('/dev/full')
    : new Writable({
        write: (_chunk, _encoding, done) => done(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
      })

it('BACKUP-6: a folder that is full, read-only or missing is named in a sentence, and earlier backups stay', async () => {
  const earlier = newBackupName(new Date('2026-11-01T03:00:00Z'))
  await writeFile(join(folder, earlier), 'x')
  const full = { ...createFolder(folder), createFile: fullDisk }
  await expect(runBackup(partsOf(full), null)).rejects.toThrow(
    `There is no space left in ${folder}. Free some, or keep fewer backups (BACKUP_KEEP).`,
  )
  expect(await readdir(folder)).toEqual([earlier])
  const readOnly = isRoot ? '/sys/kernel' : join(folder, 'closed')
  if (!isRoot) await mkdir(readOnly, { mode: 0o500 })
  await expect(runBackup(partsOf(createFolder(readOnly)), null)).rejects.toThrow(/may not write to|is read-only/)
  const denied = Object.assign(new Error('EACCES'), { code: 'EACCES' })
  expect(explain('/backups', denied).message).toBe(
    `The user ${userInfo().username} (id ${process.getuid!()}) may not write to /backups. Give the folder to the user who runs Prospector.`,
  )
  const missing = join(folder, 'missing')
  await expect(runBackup(partsOf(createFolder(missing)), null)).rejects.toThrow(
    `The folder ${missing} does not exist. Create it; if it is a mount, check that it is mounted.`,
  )
  const noFolder = join(folder, earlier)
  await expect(runBackup(partsOf(createFolder(noFolder)), null)).rejects.toThrow(`${noFolder} is not a folder.`)
  const runs = await readRuns()
  expect(runs.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'failed'])
  expect(runs[0]!.problem).toContain('There is no space left')
})

it('BACKUP-5: what the rule does not keep is removed, unverified ones after a week, and nothing while none is verified', async () => {
  const place = createFolder(folder)
  const now = new Date('2026-11-17T03:00:00Z')
  const made: string[] = []
  for (const [days, isGood] of [
    [0, true],
    [1, true],
    [2, false],
    [3, true],
    [9, false],
    [10, true],
  ] as const) {
    const name = newBackupName(new Date(now.getTime() - days * 86_400_000))
    made.push(name)
    await writeFile(join(folder, name), 'x')
    const record = { name, bytes: isGood ? 1 : 2, release: '1', created_at: '', verified_at: '', tables: 1, rows: 1 }
    await writeRecord(place, { prospector_backup_record: 1, ...record, accounts: 1, entries: 1 })
  }
  await writeFile(join(folder, 'notes.txt'), 'of somebody else')
  await writeFile(join(folder, `${newBackupName(now)}.writing`), 'half')
  await utimes(join(folder, (await readdir(folder)).find((name) => name.endsWith('.writing'))!), 0, 0)
  const removed = await prune(place, { daily: 2, weekly: 0, monthly: 0 }, now)
  expect(removed.map(({ name }) => name)).toEqual([made[3], made[4], made[5]])
  const left = await readdir(folder)
  expect(left.filter((name) => name.endsWith('.backup')).sort()).toEqual(made.slice(0, 3).sort())
  expect(left).toContain('notes.txt')
  expect(left.some((name) => name.endsWith('.writing'))).toBe(false)
  for (const name of left.filter((one) => one.endsWith('.json'))) await rm(join(folder, name))
  expect(await prune(place, { daily: 1, weekly: 0, monthly: 0 }, new Date('2027-11-17'))).toEqual([])
})

it('BACKUP-7: half a file at an S3 address never counts as a backup, and a whole one is verified as it lies there', async () => {
  const service = await startS3Service()
  onTestFinished(() => service.stop())
  const client = createS3Client(service.settings, { firstPauseMs: 1 })
  const workFolder = join(home, 'upload')
  const place = createS3Place(client, service.settings.url, workFolder, { partBytes: 2_000 })
  service.storesHalf(true)
  await expect(runBackup(partsOf(place), null)).rejects.toThrow('it is not a whole backup')
  expect(await listBackups(place)).toMatchObject([{ record: null }])
  await expect(findBackup(place, 'latest')).rejects.toThrow('There is no verified backup')
  service.storesHalf(false)
  service.cutDownloads(2)
  const done = await runBackup(partsOf(place), null)
  expect(await findBackup(place, 'latest')).toMatchObject({ name: done!.record.name, record: { accounts: 1 } })
  service.fail(403, 'AccessDenied')
  await expect(runBackup(partsOf(place), null)).rejects.toThrow('403 AccessDenied')
  expect((await readRuns()).map(({ state }) => state)).toEqual(['failed', 'good', 'failed'])
  expect(await readdir(workFolder)).toEqual([])
})
