import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { readBalance } from '../../src/credits/ledger.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/server.ts'
import { type Answer, startTestApp, type TestApp } from '../support/app.ts'
import { openStore } from '../support/database.ts'
import { serverPid } from '../support/embedded-sandbox.ts'
import { copyDataDir } from '../support/prepared-data-dir.ts'
import { makeScratch } from '../support/scratch.ts'
import { startServer } from '../support/servers.ts'
import { planStorm, storm } from './storm.ts'

let dataDir: string
let postgres: EmbeddedPostgres
let test: TestApp
beforeAll(async () => {
  dataDir = join(await makeScratch('fault'), 'data')
  await copyDataDir(dataDir)
  // With the settings of a real installation: what it acknowledges is on disk.
  postgres = await startEmbeddedPostgres({ dataDir })
  test = await startTestApp({ store: openStore(postgres.url, postgres.ownerUrl) })
})
afterAll(async () => {
  await test.stop()
  await postgres.stop()
  await rm(dirname(dataDir), { recursive: true, force: true })
})

it('CREDIT-9, L4, L15: a database killed in a storm of reveals has spent nothing without reveal and entry, and lost nothing it acknowledged', async () => {
  const { database, url } = test.store
  const { accountId, apiKey } = await test.createAccount({ credits: 1_000 })
  const requests = planStorm(await test.plantContacts(600))
  const server = await startServer(url, test.secrets)
  const told = await storm(server, apiKey, requests, {
    strikeAfter: 60,
    strike: async () => void process.kill(await serverPid(dataDir), 'SIGKILL'),
  })
  await postgres.ensureRunning()

  const answers = [...told.values()] as Answer[]
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 503])
  expect(await verifyLedger(database, { accountId })).toMatchObject({ problems: [] })
  const acknowledged = requests.filter((request) => told.get(request)!.status === 200)
  const owned = await database.query<{ contact_id: string }>(
    sql`SELECT contact_id FROM reveals WHERE account_id = ${accountId}`,
  )
  const ownedIds = new Set(owned.map((row) => row.contact_id))
  expect(acknowledged.flatMap(({ contactIds }) => contactIds).filter((id) => !ownedIds.has(id))).toEqual([])

  const again = await storm(server, apiKey, requests, { comesBack: true })
  await server.kill()
  for (const request of requests) {
    expect(again.get(request)!.status).toBe(200)
    expect(again.get(request)!.body.credits.spent).toBe(request.contactIds.length)
  }
  expect(await readBalance(database, accountId)).toMatchObject({ balance: 400 })
  expect(await verifyLedger(database, { accountId })).toMatchObject({ reveals: 600, problems: [] })
})
