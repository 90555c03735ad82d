/** A standby that streams from the database, as the console's page System shows it: two servers out of the embedded package. */
import { execFile } from 'node:child_process'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { makeDataDir } from '../../test/support/command.ts'
import { openStore } from '../../test/support/database.ts'
import { patiently } from '../../test/support/embedded-sandbox.ts'
import { type SignedInOperator, signInNewOperator } from '../../test/support/operator.ts'
import { copyDataDir } from '../../test/support/prepared-data-dir.ts'
import { sql } from '../base/sql.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/server.ts'

const settings = { wal_level: 'replica', max_wal_senders: '4', fsync: 'off', shared_buffers: '16MB' }

let home: Awaited<ReturnType<typeof makeDataDir>>
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres
let superuserPassword: string
let test: ServedApp
let operator: SignedInOperator
beforeAll(async () => {
  home = await makeDataDir()
  await copyDataDir(home.path)
  superuserPassword = (await readFile(join(home.path, 'postgres-superuser-password'), 'utf8')).trim()
  const copy = join(home.path, '..', 'standby')
  await appendFile(join(home.path, 'postgres', 'pg_hba.conf'), 'host replication postgres 127.0.0.1/32 scram-sha-256\n')
  await promisify(execFile)('cp', ['-a', home.path, copy])
  primary = await startEmbeddedPostgres({ dataDir: home.path, settings })
  await writeFile(join(copy, 'postgres', 'standby.signal'), '')
  const { port } = new URL(primary.url)
  const primary_conninfo = `host=127.0.0.1 port=${port} user=postgres password=${superuserPassword} application_name=standby_one`
  standby = await startEmbeddedPostgres({ dataDir: copy, settings: { ...settings, primary_conninfo } })
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
