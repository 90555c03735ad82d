/**
 * `npm run long -- upgrade --from COMMIT`: an installation of an earlier release with data in it, upgraded under load. A node of that
 * release and one of this one answer side by side on one database, another of the old one starts, and what callers were told is judged as in test/faults.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from '../../src/base/sql.ts'
import { openDatabase } from '../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded/server.ts'
import { emptyHistory, judgeAnswers, type Reveal } from '../faults/history.ts'
import { judgeTables } from '../faults/judge-tables.ts'
import { createPick, type Load, type LoadAccount, sendReveals } from '../faults/load.ts'
import { createClient } from '../support/servers.ts'

const { values } = parseArgs({ options: { from: { type: 'string' }, seconds: { type: 'string', default: '20' } } })
if (values.from === undefined) {
  process.stderr.write('Usage: npm run long -- upgrade --from COMMIT [--seconds 20]\n')
  process.exit(2)
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'prospector-upgrade-'))
const old = join(folder, 'old')
const credits = 5_000
const requestsPerMinute = 1_000_000
const secret = () => randomBytes(32).toString('base64')
execFileSync('git', ['worktree', 'add', '--detach', old, values.from], { cwd: root, stdio: 'ignore' })
await symlink(join(root, 'node_modules'), join(old, 'node_modules'))
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
const environment = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '/',
  DATABASE_URL: postgres.ownerUrl,
  AUTH_SECRET: secret(),
  CHANNEL_KEY: secret(),
  BILLING: 'sandbox',
  DRAIN_SECONDS: '0',
  LOG_LEVEL: 'error',
}
const children: ChildProcess[] = []
try {
  process.exitCode = await upgrade()
} finally {
  for (const child of children) child.kill('SIGKILL')
  await postgres.stop()
  execFileSync('git', ['worktree', 'remove', '--force', old], { cwd: root, stdio: 'ignore' })
  await rm(folder, { recursive: true, force: true })
}

async function upgrade(): Promise<number> {
  const database = openDatabase({ url: postgres.ownerUrl, purpose: 'background' })
  const command = (...words: string[]) =>
    JSON.parse(
      execFileSync(process.execPath, [join(old, 'cli/main.ts'), ...words, '--json'], {
        env: environment,
        encoding: 'utf8',
      }),
    )
  command('migrate')
  command('demo', 'load', '--stores', '2000')
  const accounts: LoadAccount[] = ['one', 'two'].map((name) => {
    const words = ['--name', name, '--email', `${name}@upgrade.example`, '--credits', String(credits)]
    const made = command('account', 'create', ...words, '--rpm', String(requestsPerMinute), '--rpd', '1000000')
    const key = command('key', 'create', '--account', made.account_id, '--credit-limit', '40')
    const keyLimits = new Map([[key.api_key as string, { keyId: key.key_id as string, limit: 40 }]])
    const { account_id: accountId, api_key: apiKey } = made
    return { accountId, apiKey, credits, requestsPerMinute, limitedKey: key.api_key, keyLimits }
  })
  const rows = await database.query<{ id: string }>(
    sql`SELECT contact_id AS id FROM contacts WHERE has_email ORDER BY 1`,
  )
  const nodes = [await startNode(old)]
  let isOver = false
  const history = emptyHistory()
  const pick = createPick(1)
  const load: Load = {
    pick,
    isOver: () => isOver,
    accounts,
    contacts: rows.map(({ id }) => id),
    history,
    reveal: (key, contactIds, headers) => nodes[pick(nodes.length)]!.reveal(key, contactIds, headers),
  }
  const sending = Array.from({ length: 4 }, (_, sender) => sendReveals(load, sender))
  const phase = Number(values.seconds) * 500
  await setTimeout(phase)
  const before = history.reveals.length
  const migratedFrom = Date.now()
  nodes.push(await startNode(root))
  const migratedUntil = Date.now()
  const during = history.reveals.length
  // As after a crash: from release 1.1 on, an old node can start once a newer one has migrated. 1.0 refuses to.
  const another = await startNode(old).catch(() => null)
  if (another) nodes.push(another)
  await setTimeout(phase)
  isOver = true
  await Promise.all(sending)
  const violations = [...judgeAnswers(history), ...(await judgeTables(database, history, accounts))]
  await database.close()
  const failed = history.reveals.filter(({ status }) => status === null || status >= 500)
  process.stdout.write(
    [
      `| from ${values.from} to this release, on one database under load | |`,
      '|---|---|',
      `| reveals by the old node alone | ${before} |`,
      `| while the new node migrated | ${during - before} |`,
      `| by both${another ? ', and by another old node that started then' : ' (another old node refuses to start)'} | ${history.reveals.length - during} |`,
      `| failed or answered 5xx | ${failed.length} |`,
      ...[...countByKind(failed, migratedFrom, migratedUntil)].map(([kind, count]) => `| ${kind} | ${count} |`),
      `| violations | ${violations.length} |`,
      ...violations.slice(0, 10).map(({ rule }) => `| ${rule} | |`),
      '',
    ].join('\n'),
  )
  return violations.length + failed.length === 0 ? 0 : 1
}

function countByKind(failed: Reveal[], from: number, until: number): Map<string, number> {
  const kinds = new Map<string, number>()
  for (const { status, sentAt } of failed) {
    const phase = sentAt < from ? 'before' : sentAt < until ? 'while the new node started' : 'with both'
    const kind = `${status ?? 'no answer'}, ${phase}`
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return kinds
}

async function startNode(code: string) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  const child = spawn(process.execPath, [join(code, 'cli/main.ts'), 'serve'], {
    env: { ...environment, PORT: String(port), DATA_DIR: join(folder, `node-${port}`) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  const client = createClient(port, { isOlder: code === old })
  while ((await client.call('GET', '/readyz').catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`The node of ${code} ended with ${child.exitCode}.`)
    await setTimeout(100)
  }
  return client
}
