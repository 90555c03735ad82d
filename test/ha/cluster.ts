/** The cluster of deploy/ha, for the run that fails it over: started by its own script, and hurt process by process. */
import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'

type Member = 1 | 2

export type Cluster = {
  /** HAProxy's. */
  port: number
  databaseUrl: string
  replicaUrl(member: Member): string
  authSecret: Buffer
  channelKey: Buffer
  primary(): Promise<Member | null>
  /** Who accepts writes, and since when its server runs; null: nobody. */
  writable(): Promise<{ member: Member; runsSince: number } | null>
  /** Until a primary and a synchronous standby are there, and whatever was killed runs again. */
  whole(): Promise<void>
  switchOver(): Promise<void>
  /** To every process of the member: Patroni and PostgreSQL, as if the machine were hit. */
  signalMember(member: Member, signal: NodeJS.Signals): void
  /** To the process of a standby that replays what it received: stopped, the standby lags. Patroni would end a pause by SQL. */
  signalReplay(member: Member, signal: NodeJS.Signals): void
  /** To PostgreSQL alone: Patroni sees it. */
  signalPostgres(member: Member, signal: NodeJS.Signals): void
  remove(): Promise<void>
}

const script = fileURLToPath(new URL('../../deploy/ha/cluster.sh', import.meta.url))

export async function startCluster(port: number): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'prospector-ha-'))
  spawnSync('chmod', ['755', folder])
  const run = async (command: string): Promise<void> => {
    await promisify(execFile)(script, [command, folder], { env: { ...process.env, HA_PORT: String(port) } })
  }
  const remove = async () => {
    await run('stop')
    await rm(folder, { recursive: true, force: true })
  }
  await run('start').catch(async (error) => {
    await remove()
    throw error
  })
  const environment = readEnvironment(join(folder, 'environment'))
  const restPort = (member: Member) => port + 10 + member
  const is = (member: Member, role: string) =>
    fetch(`http://127.0.0.1:${restPort(member)}/${role}`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ status }) => status === 200,
      () => false,
    )
  const patroniPid = (member: Member) => readPid(join(folder, 'run', `postgres${member}`))
  const postgresPid = (member: Member) => readPid(join(folder, `postgres${member}`, 'data', 'postmaster.pid'))
  const primary = async (): Promise<Member | null> =>
    (await is(1, 'primary')) ? 1 : (await is(2, 'primary')) ? 2 : null

  const urlOf = (member: Member): string => {
    const [, user, , rest] = /^(postgres:\/\/[^@]+@)([^/]+)(\/\w+)/.exec(environment.DATABASE_URL!)!
    return `${user}127.0.0.1:${port + 20 + member}${rest}`
  }

  return {
    port,
    databaseUrl: environment.DATABASE_URL!,
    replicaUrl: urlOf,
    async writable() {
      const members: Member[] = [1, 2]
      const started = await Promise.all(members.map((member) => runsSinceAsPrimary(urlOf(member))))
      const at = started.findIndex((time) => time !== null)
      return at < 0 ? null : { member: members[at]!, runsSince: started[at]! }
    },
    authSecret: Buffer.from(environment.AUTH_SECRET!, 'base64'),
    channelKey: Buffer.from(environment.CHANNEL_KEY!, 'base64'),
    primary,
    whole: () => run('start'),
    async switchOver() {
      const leader = await primary()
      const response = await fetch(`http://127.0.0.1:${restPort(leader!)}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: `postgres${leader}` }),
      })
      if (!response.ok) throw new Error(`Patroni refused the switchover: ${await response.text()}`)
    },
    signalMember(member, signal) {
      const [patroni, postgres] = [patroniPid(member), postgresPid(member)]
      for (const pid of [patroni, postgres, ...childrenOf(postgres)]) send(pid, signal)
    },
    signalReplay(member, signal) {
      const isReplay = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('startup recovering')
      for (const pid of childrenOf(postgresPid(member)).filter(isReplay)) send(pid, signal)
    },
    signalPostgres: (member, signal) => send(postgresPid(member), signal),
    remove,
  }
}

/** Null when the server does not answer, or as a standby. */
async function runsSinceAsPrimary(connectionString: string): Promise<number | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000, query_timeout: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS standby, pg_postmaster_start_time() AS since')
    return rows[0].standby ? null : (rows[0].since as Date).getTime()
  } catch {
    return null
  } finally {
    void client.end().catch(() => {})
  }
}

function readEnvironment(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return Object.fromEntries(lines.map((line) => /^(\w+)='?(.*?)'?$/.exec(line)!.slice(1) as [string, string]))
}

const readPid = (path: string): number => Number(readFileSync(path, 'utf8').split('\n')[0])

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/status`, 'utf8').includes(`\nPPid:\t${parent}\n`)
    } catch {
      return false
    }
  })
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone already.
  }
}

/** Milliseconds until the condition holds. */
export async function timeUntil(holds: () => Promise<boolean>, withinMs: number): Promise<number> {
  const startedAt = Date.now()
  while (!(await holds())) {
    if (Date.now() - startedAt > withinMs) throw new Error(`Nothing happened within ${withinMs} ms.`)
    await setTimeout(50)
  }
  return Date.now() - startedAt
}
