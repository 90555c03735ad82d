/** The index is fed from the standby (DATABASE_REPLICA_URL): what holds while it lags, and when it is lost. */
import { setTimeout } from 'node:timers/promises'
import { createApp } from '../../src/app.ts'
import { createLog } from '../../src/base/log.ts'
import type { ChannelKeys } from '../../src/catalog/channel-keys.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { suppress } from '../../src/catalog/suppressions.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import type { createClient } from '../support/servers.ts'
import { type Cluster, timeUntil } from './cluster.ts'

type Tools = {
  database: Database
  channelKeys: ChannelKeys
  client: ReturnType<typeof createClient>
  apiKey: string
}

const lagMs = 5_000
const shownWithinMs = 30_000

export async function tryReplica(cluster: Cluster, tools: Tools): Promise<string[]> {
  const { database, channelKeys } = tools
  const standby = (await cluster.primary()) === 1 ? 2 : 1
  await importStore(tools, 'before.example')
  await timeUntil(() => isFound(tools, 'before.example'), shownWithinMs)
  process.stderr.write('The index follows the catalogue.\n')

  cluster.signalReplay(standby, 'SIGSTOP')
  await importStore(tools, 'lagging.example')
  await suppress(database, channelKeys, { domain: 'before.example' })
  const isHidden = (await countContacts(tools, 'before.example')) === 0
  await setTimeout(lagMs)
  const isStale = !(await isFound(tools, 'lagging.example'))
  cluster.signalReplay(standby, 'SIGCONT')
  const shownMs = await timeUntil(() => isFound(tools, 'lagging.example'), shownWithinMs)

  cluster.signalMember(standby, 'SIGKILL')
  await importStore(tools, 'lost.example')
  const lostMs = await timeUntil(() => isFound(tools, 'lost.example'), shownWithinMs)
  const startsMs = await startWithLostReplica(cluster, standby)
  await cluster.whole()
  if (!isHidden) throw new Error('A suppressed contact was shown while the standby lagged.')
  if (!isStale) throw new Error('The import showed before the standby had it: the index was not fed from there.')
  return [
    '| standby as DATABASE_REPLICA_URL | |',
    '|---|---|',
    `| lagging by ${lagMs / 1_000} s: a suppression hides its people on the next search | yes |`,
    `| lagging: an import shows when the standby has it | ${(shownMs / 1_000).toFixed(1)} s later |`,
    `| lost: an import shows from the primary after | ${(lostMs / 1_000).toFixed(1)} s |`,
    `| lost, and named alone: a node starts from the primary within | ${(startsMs / 1_000).toFixed(1)} s |`,
  ]
}

async function importStore({ database, channelKeys }: Tools, domain: string): Promise<void> {
  const contacts = [
    {
      first_name: nameOf(domain),
      last_name: 'Ruby',
      emails: [{ email: `ada@${domain}`, status: 'verified', type: 'work' }],
    },
  ]
  await importCatalogue(database, { channelKeys, source: readRecords([{ domain, name: domain, contacts }]) })
}

/** A first name that nobody else has. */
const nameOf = (domain: string): string => `Q${domain.replace('.example', '')}`

/** On whichever node HAProxy chooses. */
async function countContacts({ client, apiKey }: Tools, domain: string): Promise<number> {
  const body = { person: { query: nameOf(domain) }, limit: 1 }
  const answer = await client.call('POST', '/api/v1/contacts/search', { key: apiKey, body })
  if (answer.status !== 200) throw new Error(`The search was answered ${answer.status}: ${answer.text}`)
  return answer.body.data.length
}

const isFound = async (tools: Tools, domain: string): Promise<boolean> => (await countContacts(tools, domain)) > 0

async function startWithLostReplica(cluster: Cluster, standby: 1 | 2): Promise<number> {
  const database = openDatabase({ url: cluster.databaseUrl })
  const app = createApp({
    database,
    replicaUrl: cluster.replicaUrl(standby),
    secrets: { authSecret: cluster.authSecret, channelKeys: [cluster.channelKey] },
    publicUrl: 'http://localhost',
    log: createLog('error'),
  })
  const startedAt = Date.now()
  await app.start()
  const took = Date.now() - startedAt
  await app.stop()
  await database.close()
  return took
}
