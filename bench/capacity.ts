import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { systemClock } from '../src/base/clock.ts'
import { createLog } from '../src/base/log.ts'
import { createSealer } from '../src/base/seal.ts'
import { sql } from '../src/base/sql.ts'
import { createChannelKeys } from '../src/catalog/channel-keys.ts'
import { importCatalogue } from '../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../src/catalog/import/read-lines.ts'
import type { Database } from '../src/db/database.ts'
import { demoCatalogue } from '../src/demo/catalogue.ts'
import { recordEvents } from '../src/events/record.ts'
import type { OutgoingRequests } from '../src/outgoing/outgoing-requests.ts'
import { createDispatcher } from '../src/webhooks/dispatch.ts'
import { insertWebhook } from '../src/webhooks/webhooks.ts'
import { busiestHour, kinds, shares, sizes } from '../test/day/model.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { driveHttp } from './drive-http.ts'
import { processorTime, processorTimeOfNode } from './processor-time.ts'
import { residentMb } from './resident-memory.ts'
import { startNode } from './start-node.ts'
import { openUnlimitedAccount } from './unlimited-account.ts'

const page = new URL('../docs/capacity.md', import.meta.url)
const [begin, end] = ['<!-- measured -->', '<!-- end of what was measured -->']
const connections = 8
const [loadBefore = 0] = loadavg()
const deliveryCount = 3_000
/** Of the processors, in the busiest hour: the rest is for bursts, imports and everything else on the machine. */
const usableShare = 0.5
/** The key of `startNode`. */
const channelKeys = createChannelKeys([Buffer.alloc(32, 1)])

type Cost = { name: string; node: number; database: number }

/**
 * `npm run bench capacity [-- --write] [-- STORES SECONDS]`: processor time by request, contact and delivery, and how many customers of the
 * model (`test/day/model.ts`) that makes. `--write` puts it into docs/capacity.md.
 */
export async function run(options: string[]): Promise<void> {
  const [stores = '20000', seconds = '10'] = options.filter((option) => !option.startsWith('--'))
  const bench = await openBenchDatabase()
  try {
    const text = await measure(bench, Number(stores), Number(seconds))
    console.log(text)
    if (options.includes('--write')) await write(text)
  } finally {
    await bench.close()
  }
}

async function measure(bench: BenchDatabase, stores: number, seconds: number): Promise<string> {
  const { database } = bench
  const imported = await measureImport(database, stores)
  const delivery = await measureDeliveries(database)
  const node = await startNode(bench.url, { searches: true })
  try {
    const requests = await measureRequests(bench, node, seconds)
    const memory = await residentMb(node.child)
    return describe({ stores, seconds, imported, delivery, requests, memory })
  } finally {
    node.child.kill('SIGKILL')
  }
}

async function measureImport(database: Database, stores: number): Promise<Cost & { contacts: number }> {
  let contacts = 0
  const time = await processorTime(database, async () => {
    const source = readRecords(demoCatalogue({ stores, seed: 1 }))
    contacts = (await importCatalogue(database, { source, channelKeys })).contacts.new
    return contacts
  })
  return {
    name: 'a contact that is imported',
    node: time.thread + time.otherThreads,
    database: time.database,
    contacts,
  }
}

/** Whoever receives answers at once: only our part is measured. */
async function measureDeliveries(database: Database): Promise<Cost> {
  const { accountId } = await openUnlimitedAccount(database, 'deliveries')
  const sealer = createSealer(Buffer.alloc(32))
  const url = 'https://receiver.example'
  await database.transaction((tx) => insertWebhook(tx, systemClock, sealer, { accountId, url, types: null }))
  const data = { job_id: 'job_1', kind: 'reveal', status: 'finished', total: 1, done: 1, credits_spent: 1 }
  for (let at = 0; at < deliveryCount; at += 10) {
    const drafts = Array.from({ length: 10 }, () => ({ type: 'job.finished' as const, data }))
    await database.transaction((tx) => recordEvents(tx, systemClock, accountId, drafts))
  }
  const answer = async () => ({ status: 200, headers: {}, body: Buffer.alloc(0) })
  const requests = { send: answer, close() {}, refusal: () => null } as unknown as OutgoingRequests
  const dispatcher = createDispatcher({
    ...{ database, clock: systemClock, sealer, requests, log: createLog('silent') },
    enqueue: async () => {},
    pace: async () => {},
    renderEvents: async (_, events) => events,
  })
  const isDone = async () => {
    const [row] = await database.query<{ done: number }>(
      sql`SELECT count(*)::int AS done FROM webhook_deliveries WHERE account_id = ${accountId} AND outcome = 'succeeded'`,
    )
    return row!.done >= deliveryCount
  }
  const time = await processorTime(database, async () => {
    while (!(await isDone())) await dispatcher.runDue()
    return deliveryCount
  })
  return { name: 'a delivery to a webhook', node: time.thread + time.otherThreads, database: time.database }
}

type SampleRequest = { name: string; method: string; path: string; body?(at: number): object }

async function measureRequests(
  { database }: BenchDatabase,
  node: Awaited<ReturnType<typeof startNode>>,
  seconds: number,
) {
  const { apiKey } = await openUnlimitedAccount(database, 'requests')
  const contacts = await database.query<{ id: string }>(sql`SELECT contact_id AS id FROM contacts WHERE has_email`)
  const stores = await database.query<{ domain: string }>(sql`SELECT domain FROM stores LIMIT 1000`)
  const countries = ['US', 'DE', 'FR', 'GB', 'CA', 'NL']
  const roles = ['founder', 'marketing', 'operations', 'sales', 'engineering']
  const country = (at: number) => [countries[at % countries.length]!]
  const asked: SampleRequest[] = [
    {
      ...{ name: 'search contacts', method: 'POST', path: '/contacts/search' },
      body: (at) => ({ person: { roles_any: [roles[at % 5]!] }, store: { countries: country(at) }, limit: 25 }),
    },
    {
      ...{ name: 'search stores', method: 'POST', path: '/stores/search' },
      body: (at) => ({ store: { countries: country(at) }, limit: 25 }),
    },
    {
      ...{ name: 'reveal', method: 'POST', path: '/contacts/reveal' },
      body: (at) => ({ contact_ids: [contacts[at % contacts.length]!.id] }),
    },
    {
      ...{ name: 'enrich 10 stores', method: 'POST', path: '/stores/enrich' },
      body: (at) => ({ domains: Array.from({ length: 10 }, (_, more) => stores[(at * 10 + more) % 1_000]!.domain) }),
    },
    { name: 'look up a store', method: 'GET', path: `/stores/${stores[0]!.domain}` },
  ]
  const costs: Cost[] = []
  for (const { name, method, path, body } of asked) {
    let at = 0
    const nextRequest = (host: string) => {
      const text = body ? JSON.stringify(body(at++)) : ''
      const head = `${method} /api/v1${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${apiKey}\r\n`
      return `${head}${body ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n` : ''}\r\n${text}`
    }
    const drive = (forSeconds: number) =>
      driveHttp(`http://127.0.0.1:${node.port}`, { connections, seconds: forSeconds, nextRequest })
    await drive(1)
    const time = await processorTimeOfNode(node.child, database, async () => (await drive(seconds)).times.length)
    costs.push({ name, ...time })
  }
  return costs
}

type CapacityFigures = {
  stores: number
  seconds: number
  imported: Cost & { contacts: number }
  delivery: Cost
  requests: Cost[]
  memory: number
}

const inNumbers = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits })

function describe({ stores, seconds, imported, delivery, requests, memory }: CapacityFigures): string {
  const row = ({ name, node, database }: Cost) =>
    `| ${name} | ${inNumbers(node)} | ${inNumbers(database)} | ${inNumbers(1e6 / (node + database))} |`
  const aCustomer = millisecondsOfCustomer(requests, delivery)
  const aCore = (usableShare * 3_600_000) / (aCustomer * busiestHour)
  const cores = availableParallelism()
  return `Measured on ${cores} cores of ${cpus()[0]?.model ?? 'an unknown processor'} with \`npm run bench capacity\`: a catalogue of ${inNumbers(stores)} stores with ${inNumbers(imported.contacts)}
contacts, one node with one thread and the embedded database; requests one kind after the other, each for ${seconds} seconds from ${connections} connections on the same machine. The
load of the machine when it began was ${loadBefore.toFixed(0)}: other work next to it makes every figure worse.

| what | node, µs | database, µs | a second and core |
|---|---:|---:|---:|
${[...requests, delivery, imported].map(row).join('\n')}

The node held ${inNumbers(memory)} MB with this catalogue.

| | |
|---|---:|
| processor time of an average customer, a day | ${inNumbers(aCustomer)} ms |
| customers a core, with half of it in use in the busiest hour | ${inNumbers(Math.floor(aCore / 100) * 100)} |
| customers on ${cores} cores like these | ${inNumbers(Math.floor((aCore * cores) / 100) * 100)} |
| core minutes for the import of a million contacts | ${inNumbers((imported.node + imported.database) / 60, 1)} |`
}

/** Kinds that are not measured by themselves cost about what looking up a store does, a job of reveals what its reveals do. */
function millisecondsOfCustomer(requests: Cost[], delivery: Cost): number {
  const costOf = (name: string): number => {
    if (name.startsWith('make a job')) return 50 * costOf('reveal')
    const found = requests.find((cost) => cost.name === (name === 'reveal again' ? 'reveal' : name))
    const { node, database } = found ?? requests.find((cost) => cost.name === 'look up a store')!
    const told = name === 'reveal' ? delivery.node + delivery.database : 0
    return node + database + told
  }
  const ofSize = sizes.map((size) => {
    const microseconds = kinds.reduce((sum, { name, aDay }) => sum + aDay[size] * costOf(name), 0)
    return (microseconds / 1_000) * (shares[size] / 100)
  })
  return ofSize.reduce((sum, one) => sum + one, 0)
}

async function write(text: string): Promise<void> {
  const found = await readFile(page, 'utf8')
  const [before, after] = [found.slice(0, found.indexOf(begin) + begin.length), found.slice(found.indexOf(end))]
  await writeFile(page, `${before}\n${text}\n${after}`)
}
