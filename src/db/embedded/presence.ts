/**
 * A presence is the one connection that a Prospector process keeps to the embedded server for as long as it uses it.
 * It proves that the server answers, and its shared lock tells the other processes not to stop the server under our feet.
 */
import { realpath } from 'node:fs/promises'
import pg from 'pg'
import { OWNER } from './cluster.ts'

export type Presence = {
  answers: () => Promise<boolean>
  /** True when nobody else uses the server; from then on nobody else can begin to, until the presence is closed. */
  claimAlone: () => Promise<boolean>
  /** As `claimAlone`, but connections of Prospector that belong to no other presence are our own, and do not count. */
  claimAtOnce: () => Promise<boolean>
  close: () => Promise<void>
}

/** Both methods exist since pg 8.0, but its type definitions leave them out. */
type ReferencedClient = pg.Client & { ref: () => void; unref: () => void }
type Door = { port: number; password: string; directory: string; passwordPath: string }

/** In the database `postgres`, where none of the locks in `db/locks.ts` is ever taken. */
const LOCK_KEY = 7_307_199
const ANSWER_WITHIN_MS = 5_000
/** A connection that its client has closed is listed for a moment longer. */
const LISTED_AFTER_CLOSE_MS = 2_000

/** Undefined while the server is starting, stopping or gone: the caller looks again. */
export async function openPresence(door: Door): Promise<Presence | undefined> {
  // Not to the database "prospector": it could then be neither copied as a template nor dropped while we are there.
  const client = new pg.Client({
    host: '127.0.0.1',
    port: door.port,
    user: OWNER,
    password: door.password,
    database: 'postgres',
    ssl: false,
    application_name: 'prospector presence',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  }) as ReferencedClient
  let isOpen = true
  client.on('error', () => {
    isOpen = false
  })
  client.on('end', () => {
    isOpen = false
  })
  const close = async () => {
    isOpen = false
    client.ref()
    await client.end().catch(() => {})
  }

  try {
    await client.connect()
    const { rows } = await client.query<{ directory: string; present: boolean }>(
      `SELECT current_setting('data_directory') AS directory, pg_try_advisory_lock_shared(${LOCK_KEY}) AS present`,
    )
    const isOurs = (await realpath(rows[0]!.directory).catch(() => undefined)) === door.directory
    if (!isOurs || !rows[0]!.present) {
      await close()
      return undefined
    }
  } catch (error) {
    await close()
    const { code } = error as { code?: string }
    if (code === '28P01') {
      throw new Error(
        `The embedded database does not accept the password in ${door.passwordPath}. ` +
          `Bring back the file it was made with, or move ${door.directory} away to start with an empty database.`,
      )
    }
    return undefined
  }
  // An idle presence must not keep a process alive that has nothing else to do.
  client.unref()

  async function answers(): Promise<boolean> {
    if (!isOpen) return false
    client.ref()
    const hasAnswered = await client.query('SELECT 1').then(Boolean, () => false)
    client.unref()
    return hasAnswered
  }
  return {
    answers,
    claimAlone: () => claim(client, 'true', LISTED_AFTER_CLOSE_MS),
    claimAtOnce: () => claim(client, "application_name NOT LIKE 'prospector%'", 0),
    close,
  }
}

/** `counts` is a condition: whose connection counts as a use of the server. */
async function claim(client: ReferencedClient, counts: string, listedAfterCloseMs: number): Promise<boolean> {
  client.ref()
  await client.query(`SELECT pg_advisory_unlock_shared(${LOCK_KEY})`)
  const { rows } = await client.query<{ alone: boolean }>(`SELECT pg_try_advisory_lock(${LOCK_KEY}) AS alone`)
  if (!rows[0]!.alone) return false
  const giveUpAt = Date.now() + listedAfterCloseMs
  for (;;) {
    const others = await client.query(
      `SELECT FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND ${counts} LIMIT 1`,
    )
    if (others.rowCount === 0) return true
    if (Date.now() > giveUpAt) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
