/** One run of the deletion lists, or only reading and opening all channels, and its own peak memory: the process that `bench/drop.ts` measures. */
import { systemClock } from '../src/base/clock.ts'
import { sql } from '../src/base/sql.ts'
import { createChannelKeys } from '../src/catalog/channel-keys.ts'
import { openDatabase } from '../src/db/database.ts'
import { runDrop } from '../src/privacy/drop/run-drop.ts'

const [task, platformUrl, apiKey] = process.argv.slice(2)
const database = openDatabase({ url: process.env.BENCH_DATABASE_URL!, purpose: 'background' })
const keys = createChannelKeys([Buffer.alloc(32, 1)])
const begun = performance.now()
const state = task === 'open' ? await openEverything() : await answerLists()
const seconds = (performance.now() - begun) / 1_000
await database.close()
console.log(JSON.stringify({ state, seconds, peakMb: process.resourceUsage().maxRSS / 1_024 }))

/** The platform prepares first, so the second run does the work. */
async function answerLists(): Promise<string> {
  const needs = { database, clock: systemClock, keys, platform: { url: platformUrl!, apiKey: apiKey! } }
  await runDrop(needs)
  const { state: reached, answered } = await runDrop(needs)
  return `${reached} ${JSON.stringify(answered)}`
}

async function openEverything(): Promise<string> {
  let opened = 0
  for (let after = ''; ; ) {
    const rows = await database.query<{ id: string; channels: Buffer; keyId: string }>(sql`
      SELECT contact_id AS id, channels, channels_key_id AS "keyId" FROM contacts
      WHERE contact_id > ${after} AND channels IS NOT NULL ORDER BY contact_id LIMIT 5000`)
    for (const { id, channels, keyId } of rows) opened += keys.open(id, keyId, channels).phones.length
    if (rows.length < 5_000) return `${opened} opened`
    after = rows.at(-1)!.id
  }
}
