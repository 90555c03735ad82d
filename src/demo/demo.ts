/** What a first start without an own database shows: a synthetic catalogue, and an account to try it with. */
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashPassword } from '@better-auth/utils/password'
import { findAccount, lockAccount } from '../accounts/accounts.ts'
import type { Plans } from '../accounts/plan.ts'
import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { openTestAccount } from '../billing/open-test-account.ts'
import { createOperatorAccount } from '../billing/operator-account.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { plantHistory } from '../catalog/demo-history.ts'
import { pickExampleContact } from '../catalog/example-contact.ts'
import { findContactsForReveal } from '../catalog/find-contacts.ts'
import { type ImportProgress, importCatalogue } from '../catalog/import/import-catalogue.ts'
import { ImportUnderWay } from '../catalog/import/import-lock.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import type { Database } from '../db/database.ts'
import { advisoryLocks } from '../db/locks.ts'
import { makeKey } from '../keys/keys.ts'
import { findOwnedAccount } from '../members/owners.ts'
import { demoCatalogue, demoNames } from './catalogue.ts'

export const demoStores = 20_000
export const demoSeed = 1
const demoEmail = 'demo@prospector.example'

export type Demo = {
  email: string
  /** Null when another node made the account: only that one knows the password. */
  password: string | null
  accountId: string
  apiKey: string
  /** For test mode: it spends nothing of the account. */
  testApiKey: string
  /** A contact to try a reveal on; null in an empty catalogue. */
  contactId: string | null
}

/** `demo.json`: written after every step, so that an interrupted first start goes on where it was. */
type Notes = Partial<Omit<Demo, 'email' | 'testApiKey'>> & {
  testApiKey?: string | undefined
  catalogue?: { stores: number; seed: number; loaded: boolean; hasPast?: boolean } | undefined
}

type DemoOptions = {
  database: Database
  clock: Clock
  plans: Plans
  channelKeys: ChannelKeys
  dataDir: string
  signal?: AbortSignal
  onProgress?: (progress: ImportProgress, storesTotal: number) => void
}

/** The first start creates everything; later ones find it. Two that start at once run one after the other. */
export async function prepareDemo(options: DemoOptions): Promise<Demo> {
  const client = await options.database.connect()
  // A lost connection fails the query that waits on it; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.query('SELECT pg_advisory_lock($1::bigint)', [advisoryLocks.demo])
    return await takeSteps(options)
  } finally {
    await client.end()
  }
}

async function takeSteps(options: DemoOptions): Promise<Demo> {
  const { database, dataDir } = options
  const notes = await readNotes(dataDir)
  let written = Promise.resolve()
  const note = (news: Notes): Promise<void> => {
    Object.assign(notes, news)
    written = written.then(() => writeNotes(dataDir, notes))
    return written
  }

  await loadCatalogue(options, notes, note)
  // The database does this alone, and takes longer for it than for all that follows.
  const past = givePast(options, notes, note)
  past.catch(() => {})
  // Waited for in any case: a start that gives up stops the database.
  await makeAccountWithKeys(options, notes, note).finally(() => past)
  if (!(await isRevealable(database, notes.contactId))) await note({ contactId: await pickExampleContact(database) })
  return {
    email: demoEmail,
    password: notes.password ?? null,
    accountId: notes.accountId!,
    apiKey: notes.apiKey!,
    testApiKey: notes.testApiKey!,
    contactId: notes.contactId ?? null,
  }
}

type Note = (news: Notes) => Promise<void>

/** Never on top of a catalogue that the operator has brought in, or is bringing in at this moment. */
async function loadCatalogue(options: DemoOptions, notes: Notes, note: Note): Promise<void> {
  const { database, clock, channelKeys, signal, onProgress } = options
  if (notes.catalogue?.loaded) return
  if (!notes.catalogue && (await pickExampleContact(database)) !== null) return
  const { stores, seed } = notes.catalogue ?? { stores: demoStores, seed: demoSeed }
  await note({ catalogue: { stores, seed, loaded: false } })
  const loaded = await importCatalogue(database, {
    source: readRecords(demoCatalogue({ stores, seed, now: clock.now() }), 'demo'),
    channelKeys,
    ...(signal && { signal }),
    ...(onProgress && { onProgress: (progress) => onProgress(progress, stores) }),
  }).catch((error: unknown) => {
    if (error instanceof ImportUnderWay) return null
    throw error
  })
  // A later start decides again, by what the catalogue holds then.
  await note({ catalogue: loaded ? { stores, seed, loaded: true, hasPast: false } : undefined })
}

/** Two years of changes, once. */
async function givePast({ database }: DemoOptions, { catalogue }: Notes, note: Note): Promise<void> {
  if (catalogue?.hasPast !== false) return
  await plantHistory(database, demoNames)
  await note({ catalogue: { ...catalogue, hasPast: true } })
}

async function makeAccountWithKeys(options: DemoOptions, notes: Notes, note: Note): Promise<void> {
  if (!notes.accountId || !notes.apiKey || !(await findAccount(options.database, notes.accountId))) {
    await makeAccount(options, notes, note)
    await note({ testApiKey: undefined })
  }
  if (!notes.testApiKey) await note({ testApiKey: await makeTestKey(options, notes.accountId!) })
}

/** The password is noted before the account is made, and the key after: a lost key can be replaced, a password can't. */
async function makeAccount({ database, clock, plans }: DemoOptions, notes: Notes, note: Note): Promise<void> {
  const existing = await findOwnedAccount(database, demoEmail)
  if (existing) {
    const { apiKey } = await makeKey(database, { accountId: existing, name: 'Demo key' })
    return note({ accountId: existing, apiKey })
  }
  const password = notes.password ?? randomBase62(16)
  await note({ password })
  const { accountId, apiKey } = await createOperatorAccount(database, clock, plans, {
    name: 'Demo',
    email: demoEmail,
    passwordHash: await hashPassword(password),
    planId: 'pro',
    status: 'active',
  })
  await note({ accountId, apiKey })
}

async function makeTestKey({ database, clock, plans }: DemoOptions, accountId: string): Promise<string> {
  return database.transaction(async (tx) => {
    const live = await lockAccount(tx, accountId)
    const testAccountId = await openTestAccount(tx, clock, plans, live!)
    return (await makeKey(tx, { accountId: testAccountId, name: 'Demo test key' })).apiKey
  })
}

async function isRevealable(database: Database, contactId: string | null | undefined): Promise<boolean> {
  if (!contactId) return false
  const found = await findContactsForReveal(database, [contactId])
  return found.get(contactId)?.revealable ?? false
}

async function readNotes(dataDir: string): Promise<Notes> {
  const path = join(dataDir, 'demo.json')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return JSON.parse(text) as Notes
  } catch {
    throw new Error(`${path} is damaged. Move it away to get a new demo key at the next start.`)
  }
}

/** Written aside and moved into place, so that a power cut leaves the old or the new file, never half of one. */
async function writeNotes(dataDir: string, notes: Notes): Promise<void> {
  const path = join(dataDir, 'demo.json')
  await mkdir(dataDir, { recursive: true })
  await writeFile(`${path}.new`, `${JSON.stringify(notes, null, 2)}\n`, { mode: 0o600 })
  await chmod(`${path}.new`, 0o600)
  await rename(`${path}.new`, path)
}
