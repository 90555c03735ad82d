/** The blocks of code for operators, in README.md and docs/, run as they are printed, with the reader’s own names in place of examples. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/base/config.ts'
import { rawSql } from '../../src/base/sql.ts'
import { createOperatorKey } from '../../src/ingest/operator-keys.ts'
import { findFreePort, type ServedApp, startServedApp } from '../support/browser.ts'
import { type Command, createQuickCommand, environmentFor } from '../support/command.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { fencedBlock } from '../support/fenced-blocks.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const shell = promisify(execFile)

let test: ServedApp
let run: Command
let folder: string
beforeAll(async () => {
  test = await startServedApp()
  await test.app.start()
  const CHANNEL_KEY = test.secrets.channelKeys[0]!.toString('base64')
  run = createQuickCommand({ ...environmentFor(test.store.url), CHANNEL_KEY })
  folder = await mkdtemp(join(tmpdir(), 'prospector-operator-docs-'))
})
afterAll(async () => {
  await test.stop()
  await rm(folder, { recursive: true })
})

const storeLine = (domain: string) => `${JSON.stringify({ domain, name: 'A store', country: 'US' })}\n`

it('DOC-9: the block of README.md for an own PostgreSQL imports, makes an account and serves', async () => {
  const database = await createEmptyDatabase()
  const stores = join(folder, 'stores.ndjson.gz')
  await writeFile(stores, gzipSync(storeLine('of-the-readme.example')))
  const port = String(await findFreePort())
  const block = fencedBlock('README.md', 'export DATABASE_URL=')
    .replace('postgres://prospector:secret@db.internal/prospector', database.url)
    .replace('0.0.0.0', '127.0.0.1')
    .replace('stores.ndjson.gz', stores)
    .replace('bin/prospector serve', 'exec bin/prospector serve')
  const { PATH = '', HOME = '/' } = process.env
  const env = { PATH, HOME, PORT: port, DATA_DIR: join(folder, 'data'), THREADS: '1', DRAIN_SECONDS: '0' }
  const child = spawn('bash', ['-ec', block], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = once(child, 'close')
  try {
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status,
        () => said,
      )
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200)
    const key = /psk_live_\w+/.exec(said)![0]
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/usage`, { headers: { Authorization: `Bearer ${key}` } })
    expect(((await reply.json()) as { account: { name: string } }).account.name).toBe('Acme')
    expect(said).toMatch(/1 (store|new)/)
  } finally {
    child.kill('SIGTERM')
    await ended
    await database.drop()
  }
}, 120_000)

it('DOC-9: the commands, the line and the mapping of docs/import.md import what they say', async () => {
  const at = (name: string) => join(folder, name)
  const stores = 'Domain,Name,Country\nfrom-a-table.example,From a table,US\n'
  await writeFile(at('stores.csv'), stores)
  await writeFile(
    at('people.csv'),
    'Domain,Full name,Email\nfrom-a-table.example,Maya Lind,maya@from-a-table.example\n',
  )
  for (const part of ['part-1', 'part-2'])
    await writeFile(at(`${part}.ndjson.gz`), gzipSync(storeLine(`${part}.example`)))
  await mkdir(at('parts'))
  const columns = [{ name: 'domain', data: ['from-parquet.example'] }]
  await writeFile(at('parts/1.parquet'), new Uint8Array(parquetWriteBuffer({ columnData: columns })))
  const block = fencedBlock('docs/import.md', 'prospector import stores.csv --contacts')
  for (const line of block.trim().split('\n')) {
    const [, command] = /prospector (import .*)$/.exec(line)!
    const words = command!.replaceAll(/(?<=[ '])(?=[\w/*.-]+\.(csv|ndjson|gz|parquet)\b)/g, `${folder}/`)
    const done = await run(words, line.startsWith('zcat') ? { input: stores } : {})
    expect([line, done.code, done.stderr]).toEqual([line, 0, expect.anything()])
  }
  const record = fencedBlock('docs/import.md', '{"domain": "northwind-candles.example"')
  const one = await run('import - --json', { input: `${record.replaceAll(/\n\s*/g, ' ')}\n` })
  expect(one.json).toMatchObject({ new: 1, contacts: { new: 1 } })

  // As the example shows it: semicolons, Windows-1252.
  await writeFile(
    at('stores.csv'),
    Buffer.from('Website;Shop name;Installed apps;Remarks\nmapped.example;Käse;Klaviyo;x\n', 'latin1'),
  )
  const [asked, ...shown] = fencedBlock('docs/import.md', '$ prospector import stores.csv --dry-run').trim().split('\n')
  const [, words] = /prospector (.*)$/.exec(asked!)!
  const tried = await run(words!.replace('stores.csv', at('stores.csv')).replace('map.json', at('saved.json')))
  expect(tried.code).toBe(0)
  const printed = (tried.stdout + tried.stderr).replaceAll(`${folder}/`, '')
  for (const line of shown) expect(printed).toContain(line)
  await writeFile(at('map.json'), fencedBlock('docs/import.md', '{\n  "columns":'))
  const mapped = await run(`import ${at('stores.csv')} --map ${at('map.json')} --json`)
  expect([mapped.code, mapped.stderr, mapped.json]).toEqual([0, expect.anything(), expect.objectContaining({ new: 1 })])
}, 120_000)

it('DOC-9: the curl lines of docs/operating.md and docs/import.md answer as printed', async () => {
  const { accountId } = await test.createAccount({ name: 'Acme' })
  const { key } = await createOperatorKey(test.app.database, 'reports', { canOperate: true })
  const { key: OPERATOR_KEY } = await createOperatorKey(test.app.database, 'crawler')
  await writeFile(join(folder, 'lines.ndjson'), `${storeLine('crawled.example')}${storeLine('not a domain')}`)
  const paste = async (block: string) => {
    const text = block
      .replaceAll('https://prospector.example', test.url)
      .replaceAll('pso_…', key)
      .replaceAll('acc_…', accountId)
    const env = { ...process.env, OPERATOR_KEY }
    return (await shell('bash', ['-ec', text.replaceAll('curl ', 'curl -sS --fail-with-body ')], { cwd: folder, env }))
      .stdout
  }
  const said = await paste(fencedBlock('docs/operating.md', 'curl -H "Authorization: Bearer pso_…"'))
  expect(said).toContain(accountId)
  const { credits } = (
    await test.store.database.query<{ credits: number }>(
      rawSql(
        `SELECT sum(amount)::int AS credits FROM credit_entries WHERE account_id = '${accountId}' AND reason = 'Sorry for the outage'`,
      ),
    )
  )[0]!
  expect(credits).toBe(50)
  const block = fencedBlock('docs/import.md', 'curl -sN')
  const [command, verdicts] = [/^curl[\s\S]*?lines\.ndjson$/m.exec(block)![0], block.match(/^\{.*$/gm)!]
  const answered = (await paste(command)).trim().split('\n')
  expect(answered.map((line) => JSON.parse(line))).toEqual(verdicts.map((line) => JSON.parse(line)))
})

it('DOC-9: the statements of docs/operating.md, docs/debugging.md and docs/scaling.md run', async () => {
  const [{ role }] = (await test.store.owner.query<{ role: string }>(rawSql('SELECT current_user::text AS role'))) as [
    { role: string },
  ]
  const blocks = [
    fencedBlock('docs/operating.md', 'DELETE FROM signing_keys'),
    fencedBlock('docs/debugging.md', 'SELECT name, applied_at'),
    fencedBlock('docs/scaling.md', 'ALTER ROLE prospector').replaceAll('ROLE prospector ', `ROLE ${role} `),
  ]
  const tried = new Error('tried')
  for (const block of blocks) {
    const ran = test.store.owner.transaction(async (tx) => {
      for (const statement of block.replaceAll(/--.*$/gm, '').split(';'))
        if (statement.trim()) await tx.query(rawSql(statement))
      throw tried
    })
    await expect(ran).rejects.toBe(tried)
  }
})

it('DOC-9, PRIVACY-18: the file of texts in docs/privacy.md is one that a start takes', async () => {
  const path = join(folder, 'privacy.json')
  await writeFile(path, fencedBlock('docs/privacy.md', '{\n  "about":'))
  const environment = {
    PRIVACY_CONTACT: 'privacy@operator.example',
    PRIVACY_NAME: 'Operator GmbH',
    PRIVACY_TEXTS: path,
  }
  expect(readConfig(environment).privacy?.texts).toEqual(JSON.parse(await readFile(path, 'utf8')))
})
