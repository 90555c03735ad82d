import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { createChannelKeys } from '../../src/catalog/channel-keys.ts'
import { addListed, keyPublished, publishedHash } from '../../src/catalog/deletion-lists.ts'
import { isEmpty } from '../../src/db/backup/restore-backup.ts'
import { createCommand, createQuickCommand, environmentFor, makeDataDir } from '../../test/support/command.ts'
import { createEmptyDatabase, createTestDatabase } from '../../test/support/database.ts'
import { copyDataDir } from '../../test/support/prepared-data-dir.ts'

let home: Awaited<ReturnType<typeof makeDataDir>>
let folder: string
beforeAll(async () => {
  home = await makeDataDir()
  folder = join(home.path, '..')
  await copyDataDir(home.path)
  const from = createQuickCommand({ DATA_DIR: home.path, DEMO: 'false' })
  await from('account create --name Acme --email ada@acme.example')
  await writeFile(join(home.path, 'plans.json'), '{}')
  expect(await from(`backup ${join(folder, 'sound.backup')} --with-secrets`)).toMatchObject({ code: 0 })
})
afterAll(() => home.remove())

/** The same database, as the role that serves. */
function asServingRole(url: string): string {
  const serving = new URL(url)
  const { username, password } = new URL(inject('servingUrl'))
  return Object.assign(serving, { username, password }).href
}

/** As settings, for a database of one's own. */
async function secretsOfHome(): Promise<{ AUTH_SECRET: string; CHANNEL_KEY: string }> {
  const names = ['auth-secret', 'channel-key']
  const [authSecret, channelKey] = await Promise.all(names.map((name) => readFile(join(home.path, name), 'utf8')))
  return { AUTH_SECRET: authSecret!, CHANNEL_KEY: channelKey! }
}

/** The same backup with other files in its header; `cut` loses its last rows as well. */
async function tamper(name: string, files: Record<string, unknown>, cut = false): Promise<string> {
  const plain = gunzipSync(await readFile(join(folder, 'sound.backup'))).toString('utf8')
  const end = plain.indexOf('\n')
  const header = JSON.parse(plain.slice(0, end))
  const text = `${JSON.stringify({ ...header, files: { ...header.files, ...files } })}${plain.slice(end)}`
  const path = join(folder, `${name}.backup`)
  await writeFile(path, gzipSync(cut ? text.slice(0, -200) : text))
  return path
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

it('CLI-16: restore writes only the files of DATA_DIR that a backup may hold; a name that leads elsewhere refuses it all', async () => {
  const target = join(folder, 'target')
  const restore = createQuickCommand({ DATA_DIR: target, DEMO: 'false' })
  for (const [at, files] of [
    { '../escaped': 'x' },
    { [join(folder, 'escaped')]: 'x' },
    { 'demo.json': '{}' },
    { 'plans.json': { not: 'text' } },
  ].entries()) {
    const { code, stderr } = await restore(`restore ${await tamper(`bad-${at}`, files)}`)
    expect(code, JSON.stringify(files)).toBe(1)
    expect(stderr).toMatch(/^This backup holds a file that does not belong in one: .*\n$/)
  }
  expect(await isThere(join(folder, 'escaped'))).toBe(false)
  expect(await isThere(target)).toBe(false)
})

it('CLI-16, CLI-14: the files are written after the rows, so a damaged backup leaves none; a sound one has its ledger verified', async () => {
  const target = join(folder, 'cut-target')
  await mkdir(target)
  const restore = createQuickCommand({ DATA_DIR: target, DEMO: 'false' })
  const cut = await restore(`restore ${await tamper('cut', {}, true)}`)
  expect(cut).toMatchObject({ code: 1 })
  expect(await readdir(target)).not.toContain('plans.json')
  expect(await readdir(target)).not.toContain('channel-key')
  const sound = await restore(`restore ${join(folder, 'sound.backup')} --json`)
  expect(sound).toMatchObject({ code: 0, json: { problems: [] } })
  expect(sound.json.rows).toBeGreaterThan(0)
  expect(await readFile(join(target, 'plans.json'), 'utf8')).toBe('{}')
  expect(await readFile(join(target, 'channel-key'), 'utf8')).toBe(
    await readFile(join(home.path, 'channel-key'), 'utf8'),
  )
})

it('CLI-14: a DATA_DIR that holds a database is left as it is', async () => {
  const onto = createQuickCommand({ DATA_DIR: home.path, DEMO: 'false' })
  const occupied = await onto(`restore ${join(folder, 'sound.backup')}`)
  expect(occupied.code).toBe(1)
  expect(occupied.stderr).toContain('holds a database already')
})

it('BACKUP-8: an encrypted backup restores everything by its name and its key alone; another key is refused, and nothing is touched', async () => {
  const kept = join(folder, 'kept')
  await mkdir(kept)
  const settings = { DEMO: 'false', BACKUP_DIR: kept, BACKUP_KEY: Buffer.alloc(32, 3).toString('base64') }
  const from = createQuickCommand({ ...settings, DATA_DIR: home.path })
  const made = await from('backup run --json')
  expect(made).toMatchObject({ code: 0, json: { place: kept, accounts: 1, removed: [] } })
  const listed = await from('backup list --json')
  expect(listed.json.backups).toEqual([expect.objectContaining({ name: made.json.name, rows: made.json.rows })])
  expect(await from('backup prune --dry-run --json')).toMatchObject({ code: 0, json: { removed: [] } })

  const target = join(folder, 'elsewhere')
  const other = createQuickCommand({
    ...settings,
    DATA_DIR: target,
    BACKUP_KEY: Buffer.alloc(32, 4).toString('base64'),
  })
  const refused = await other('restore latest')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^prospector-\S+ was encrypted with another key \(\w+\) than BACKUP_KEY holds \(\w+\)\.\n$/,
  )
  const unknown = await other('restore prospector-20200101T000000Z-abcdef.backup')
  expect(unknown.stderr).toMatch(/^There is no backup prospector-20200101T000000Z-abcdef\.backup in /)
  expect(await isThere(target)).toBe(false)

  const elsewhere = createCommand({ DEMO: 'false', DATA_DIR: target, BACKUP_KEY: settings.BACKUP_KEY })
  const restored = await elsewhere(`restore ${join(kept, made.json.name)} --json`)
  expect(restored).toMatchObject({ code: 0, json: { rows: made.json.rows, problems: [] } })
  for (const name of ['plans.json', 'channel-key', 'auth-secret'])
    expect(await readFile(join(target, name), 'utf8')).toBe(await readFile(join(home.path, name), 'utf8'))

  // The newest one that was verified, whatever lies beside it.
  await writeFile(join(kept, 'prospector-20990101T000000Z-abcdef.backup'), 'not verified')
  const empty = await createEmptyDatabase()
  onTestFinished(() => empty.drop())
  const places = { DATABASE_URL: asServingRole(empty.url), DATA_DIR: join(folder, 'newest') }
  const environment = { ...settings, ...places, MIGRATE_DATABASE_URL: empty.url, ...(await secretsOfHome()) }
  const newest = createQuickCommand(environment)
  const latest = await newest('restore latest --json')
  expect(latest).toMatchObject({ code: 0, json: { rows: made.json.rows, problems: [] } })
  expect(latest.stderr).toContain('people who were suppressed or erased since then are there again')
  // To the copy, the backup that it is made of is the last good one, and none is being made.
  const { findings } = (await newest('doctor --json')).json
  const { message } = findings.find(({ about }: { about: string }) => about === 'backups')
  expect(message).toMatch(new RegExp(`^The last good one is of ${made.json.created_at.slice(0, 16)}Z\\.`))
})

it('BACKUP-8: a backup of a newer version is refused before anything is made', async () => {
  const target = join(folder, 'older')
  const plain = gunzipSync(await readFile(join(folder, 'sound.backup'))).toString('utf8')
  const end = plain.indexOf('\n')
  const header = JSON.parse(plain.slice(0, end))
  const migrations = [...header.migrations, { name: '9999_future.sql', checksum: 'x' }]
  const newer = join(folder, 'newer.backup')
  await writeFile(newer, gzipSync(`${JSON.stringify({ ...header, release: '9.1.0', migrations })}${plain.slice(end)}`))
  const refused = await createQuickCommand({ DATA_DIR: target, DEMO: 'false' })(`restore ${newer}`)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^This backup was written by Prospector 9\.1\.0, which is newer than this version, [\d.]+: it has the migration 9999_future\.sql\. Restore it with that version\.\n$/,
  )
  expect(await isThere(target)).toBe(false)
})

it('BACKUP-8: with the serving role alone, a restore names the setting that is missing and leaves the database empty', async () => {
  const empty = await createEmptyDatabase()
  onTestFinished(() => empty.drop())
  const places = { DATABASE_URL: asServingRole(empty.url), DATA_DIR: join(folder, 'serving-data') }
  const restore = createQuickCommand({ ...places, ...(await secretsOfHome()) })
  const refused = await restore(`restore ${join(folder, 'sound.backup')}`)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^The role in DATABASE_URL may not make the tables \(permission denied for .+\)\. Set MIGRATE_DATABASE_URL to the role that owns the database, and restore again\.\n$/,
  )
  expect(await isEmpty(empty.database)).toBe(true)
})

it('BACKUP-8: with a server of one’s own a backup restores into an empty database, and into no other; whoever opted out since the backup stays out of the copy and of later imports into it', async () => {
  const store = await createTestDatabase()
  onTestFinished(() => store.drop())
  const empty = await createEmptyDatabase()
  onTestFinished(() => empty.drop())
  const environment = environmentFor(store.url)
  const from = createQuickCommand(environment)
  const file = join(folder, 'before.backup')
  const person = (name: string, email = `${name}@shop.example`) => ({
    full_name: name,
    emails: [{ email, status: 'verified' }],
  })
  const write = async (name: string, lines: object[]) => {
    await writeFile(join(folder, name), lines.map((line) => JSON.stringify(line)).join('\n'))
    return join(folder, name)
  }
  const stores = await write('people.ndjson', [
    { domain: 'shop.example', contacts: ['ada', 'bea', 'cleo', 'dora'].map((name) => person(name)) },
    { domain: 'whole.example', contacts: [person('eve')] },
  ])
  expect(await from(`import ${stores}`)).toMatchObject({ code: 0 })
  expect(await from('account create --name Acme --email ada@acme.example')).toMatchObject({ code: 0 })
  expect(await from('erase --email dora@shop.example')).toMatchObject({ code: 0 })
  expect(await from(`backup ${file}`)).toMatchObject({ code: 0, stderr: expect.stringContaining('CHANNEL_KEY') })
  const sharedBox = 'office@new.example'
  const later = await write('later.ndjson', [
    { domain: 'shop.example', contacts: ['fay', 'gil'].map((name) => person(name)) },
    { domain: 'new.example', contacts: ['hal', 'ida', 'jan'].map((name) => person(name, sharedBox)) },
  ])
  expect(await from(`import ${later}`)).toMatchObject({ code: 0 })
  const idOf = async (name: string) => {
    const [row] = await store.database.query<{ id: string }>(
      sql`SELECT contact_id AS id FROM contacts WHERE full_name = ${name}`,
    )
    return row!.id
  }
  for (const act of [
    'erase --email ada@shop.example',
    'suppress --email bea@shop.example',
    'suppress --domain whole.example',
    'suppress --email kim@shop.example',
    'erase --email fay@shop.example',
    `erase --contact ${await idOf('hal')}`,
    `suppress --contact ${await idOf('ida')}`,
  ])
    expect(await from(act), act).toMatchObject({ code: 0 })
  const keys = createChannelKeys([Buffer.from(environment.CHANNEL_KEY!, 'base64')])
  const listed = keyPublished(keys, 'email', publishedHash('email', 'mia@shop.example'))
  await store.database.transaction((tx) => addListed(tx, 'email', [listed]))

  const onto = createQuickCommand({ ...environment, DATABASE_URL: empty.url, DATA_DIR: join(folder, 'repeated') })
  expect(await onto(`restore ${file} --json`)).toMatchObject({ code: 0, json: { problems: [] } })
  expect(await onto('account list --json')).toMatchObject({ json: { accounts: [{ name: 'Acme' }] } })
  const again = await onto(`restore ${file}`)
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('holds something already') })
  const optOuts = join(folder, 'opt-outs.json')
  expect(await from(`privacy opt-outs --out ${optOuts}`)).toMatchObject({ code: 0 })
  expect(await readFile(optOuts, 'utf8')).not.toMatch(/gil|jan|kim|office@/)
  const otherKey = createQuickCommand({
    ...environment,
    DATABASE_URL: empty.url,
    DATA_DIR: join(folder, 'other-key'),
    CHANNEL_KEY: Buffer.alloc(32, 9).toString('base64'),
  })
  expect(await otherKey(`privacy repeat ${optOuts}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Set CHANNEL_KEY'),
  })
  expect(await onto(`privacy repeat ${file}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not what'),
  })
  // Half a file is not taken for the whole.
  const lines = (await readFile(optOuts, 'utf8')).trimEnd().split('\n')
  const half = join(folder, 'half.json')
  for (const text of [lines.slice(0, -1).join('\n'), lines.join('\n').slice(0, -100)]) {
    await writeFile(half, text)
    expect(await onto(`privacy repeat ${half}`)).toMatchObject({ code: 1, stderr: expect.stringContaining('cut off') })
  }
  expect(await empty.database.query(sql`SELECT FROM deletion_list_hashes`)).toEqual([])
  expect(await onto(`privacy repeat ${join(folder, 'none.json')}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("can't be read"),
  })
  const first = await onto(`privacy repeat ${optOuts} --json`)
  // Of the copy’s own people: ada erased, bea and eve suppressed.
  expect(first).toMatchObject({ code: 0, json: { suppressed: 3, erased: 3 } })
  expect((await onto(`privacy repeat ${optOuts} --json`)).json).toMatchObject({ suppressed: 0, erased: 0 })
  const isOut = sql`SELECT contact_id, erased_at IS NOT NULL AS erased FROM contacts WHERE suppressed ORDER BY contact_id`
  expect(await empty.database.query(isOut)).toEqual(await store.database.query(isOut))
  const newcomers = await write('newcomers.ndjson', [
    { domain: 'shop.example', contacts: ['ada', 'bea', 'fay', 'gil', 'kim', 'mia'].map((name) => person(name)) },
    { domain: 'whole.example', contacts: [person('lea')] },
    { domain: 'new.example', contacts: ['hal', 'ida', 'jan'].map((name) => person(name, sharedBox)) },
    { domain: 'other.example', contacts: ['hal', 'ida', 'jan'].map((name) => person(name, sharedBox)) },
  ])
  expect(await onto(`import ${newcomers}`)).toMatchObject({ code: 0 })
  const shown = await empty.database.query<{ name: string }>(
    sql`SELECT full_name AS name FROM contacts WHERE NOT suppressed AND retired_at IS NULL ORDER BY 1`,
  )
  expect(shown.map(({ name }) => name)).toEqual(['cleo', 'gil', 'jan', 'jan'])
})
