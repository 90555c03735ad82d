/** A standby that streams from the database, as the console's page System shows it: two servers out of the embedded package. */
import { execFile } from 'node:child_process'
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { makeDataDir } from '../../test/support/command.ts'
import { openStore } from '../../test/support/database.ts'
import { patiently } from '../../test/support/embedded-sandbox.ts'
import { type SignedInOperator, signInNewOperator } from '../../test/support/operator.ts'
import { sql } from '../base/sql.ts'
import { openDatabase } from '../db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/server.ts'
import { migrate } from '../db/migrate.ts'
import { settlePrivileges } from '../db/roles.ts'

const settings = { wal_level: 'replica', max_wal_senders: '4', fsync: 'off', shared_buffers: '16MB' }

let home: Awaited<ReturnType<typeof makeDataDir>>
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres
let superuserPassword: string
let test: ServedApp
let operator: SignedInOperator
beforeAll(async () => {
  home = await makeDataDir()
  await mkdir(home.path)
  const first = await startEmbeddedPostgres({ dataDir: home.path, settings })
  superuserPassword = (await readFile(join(home.path, 'postgres-superuser-password'), 'utf8')).trim()
  await first.stop()
  const copy = join(home.path, '..', 'standby')
  await appendFile(join(home.path, 'postgres', 'pg_hba.conf'), 'host replication postgres 127.0.0.1/32 scram-sha-256\n')
  await promisify(execFile)('cp', ['-a', home.path, copy])
  primary = await startEmbeddedPostgres({ dataDir: home.path, settings })
  // It looks for a port of its own.
  await rm(join(copy, 'postgres', 'postmaster.opts'))
  await writeFile(join(copy, 'postgres', 'standby.signal'), '')
  const { port } = new URL(primary.url)
  const primary_conninfo = `host=127.0.0.1 port=${port} user=postgres password=${superuserPassword} application_name=standby_one`
  standby = await startEmbeddedPostgres({ dataDir: copy, settings: { ...settings, primary_conninfo } })
  const owner = openDatabase({ url: primary.ownerUrl, purpose: 'background', connectWithinMs: 60_000 })
  await migrate(owner)
  await settlePrivileges(owner, new URL(primary.url).username)
  await owner.close()
  test = await startServedApp({ clock: 'fixed', store: openStore(primary.url, primary.ownerUrl) })
  operator = await signInNewOperator(test, 'ada@operator.example', 'Ada')
}, 300_000)
afterAll(async () => {
  await test?.stop()
  await standby?.stop()
  await primary?.stop()
  await home.remove()
})

async function atStandby(statement: string): Promise<void> {
  const { port } = new URL(standby.url)
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port: Number(port), user: 'postgres', password: superuserPassword, database: 'postgres' },
  })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** The rows of the table as the page has them: name, state and lag. */
async function shown(): Promise<string[][]> {
  const { text } = await operator.browser.open('/operator/system')
  const [, table = ''] = /aria-label="Standbys"(.*?)<\/table>/s.exec(text) ?? []
  return [...table.matchAll(/<tr>((?:<td.*?<\/td>)+)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => cell!),
  )
}

it('OPERATOR-18: a standby that streams is shown with its state and with how many seconds it lags, until it is gone', async () => {
  await expect.poll(shown, patiently).toEqual([['standby_one', 'streaming', expect.any(String)]])
  await atStandby('SELECT pg_wal_replay_pause()')
  onTestFinished(() => atStandby('SELECT pg_wal_replay_resume()').catch(() => {}))
  const lag = async () => {
    await test.store.owner.query(sql`UPDATE catalogue_state SET texts_judged_to = texts_judged_to`)
    return Number((await shown())[0]?.[2])
  }
  await expect.poll(lag, { ...patiently, interval: 500 }).toBeGreaterThan(2)
  await atStandby('SELECT pg_wal_replay_resume()')
  await expect.poll(lag, { ...patiently, interval: 500 }).toBeLessThan(1)
  await standby.stop()
  await expect.poll(shown, patiently).toEqual([])
  expect((await operator.browser.open('/operator/system')).text).toContain('No standby is connected')
}, 300_000)
