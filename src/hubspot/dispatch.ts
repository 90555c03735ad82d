import type { Logger } from 'pino'
import { type Account, findAccount } from '../accounts/accounts.ts'
import { hasApiAccess } from '../accounts/api-access.ts'
import { isServed } from '../accounts/suspension.ts'
import { accountTime } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import { type Mode, modeOf } from '../base/ids.ts'
import type { Sealer } from '../base/seal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { storeExclusion } from '../catalog/exclusions/exclusions.ts'
import { type OwnedNeeds, ownedContacts } from '../contacts/owned-contacts.ts'
import type { RevealedContact } from '../contacts/revealed-contact.ts'
import type { Database } from '../db/database.ts'
import { type EventRow, findNews, readEvents } from '../events/read-events.ts'
import type { OutgoingRequests } from '../outgoing/outgoing-requests.ts'
import { type ClaimLoop, createClaimLoop } from '../queue/claim-loop.ts'
import {
  findFree,
  type HubspotConnection,
  type LeasedConnection,
  lease,
  openToken,
  pause,
  prolong,
  readAutomatic,
  release,
} from './connections.ts'
import { batchMax, type Crm, createCrm } from './crm.ts'
import { eraseContacts, erasuresAtOnce } from './erase-contacts.ts'
import { HubspotFault } from './faults.ts'
import { ensureProperties } from './properties.ts'
import { type ItemOutcome, pushContacts } from './push-contacts.ts'
import { readExclusion } from './read-exclusion.ts'
import {
  enqueueRuns,
  failRun,
  type HubspotRun,
  nextRun,
  type RunKind,
  readRecordIds,
  readWaiting,
  recordBatch,
  recordReading,
  runKinds,
} from './runs.ts'
import { type StopOptions, stopAndTell } from './stop.ts'

/** Connections that a node works on at once. Each has one request under way at most, far below HubSpot's limits. */
const connectionsAtOnce = 20
/** Batches of one turn. Then others have theirs. */
const batchesPerTurn = 20
const eventsPerRead = 100

export type HubspotEnds = { requests: OutgoingRequests; url: string }
type HubspotNeeds = Pick<OwnedNeeds, 'database' | 'openContact'> & {
  clock: Clock
  channelKeys: ChannelKeys
  sealer: Sealer
}

type Options = HubspotEnds &
  StopOptions & {
    database: Database
    /** The parts for the mode of an account. */
    needsOf(caller: { mode: Mode; account: Account }): HubspotNeeds | Promise<HubspotNeeds>
    log: Logger
    onReply?: ((outcome: 'succeeded' | 'failed') => void) | undefined
  }

/** Sends what is due to HubSpot: an outbox like that of webhooks, claimed by account. docs/decisions/0037-hubspot.md says why. */
export const createHubspotLoop = (options: Options): ClaimLoop =>
  createClaimLoop({
    what: 'connection to HubSpot',
    log: options.log,
    atOnce: connectionsAtOnce,
    find: async () => {
      const free = await findFree(options.database, options.clock)
      const hasNews = await findNews(
        options.database,
        free.map(({ accountId }) => accountId),
      )
      return free
        .filter(({ accountId, position, hasRuns }) => hasRuns || hasNews(accountId, position))
        .map(({ accountId }) => ({ id: accountId }))
    },
    serve: ({ id }) => serve(options, id),
  })

/** The lease was lost, or the connection is gone: somebody else decides what happens next. */
class NotOurs extends Error {}

async function serve(options: Options, accountId: string): Promise<void> {
  const { database, clock, requests, url, onReply } = options
  const connection = await lease(database, clock, accountId)
  if (!connection) return
  let held = connection.lease
  const before = async (): Promise<void> => {
    const next = await prolong(database, clock, accountId, held)
    if (next === null) throw new NotOurs()
    held = next.lease
  }
  let run: HubspotRun | null = null
  try {
    let account = (await findAccount(database, accountId))!
    const own = await options.needsOf({ mode: modeOf(accountId), account })
    const crm = createCrm({ requests, url, token: openToken(own.sealer, connection), before, onReply })
    let { position } = connection
    for (let batches = 0; batches < batchesPerTurn; batches += 1) {
      account = (await findAccount(database, accountId)) ?? account
      position = await enqueueNews(options, { ...connection, position }, account)
      // Reveals from before a suspension wait for its end.
      run = await nextRun(
        database,
        accountId,
        isServed(account, accountTime(account, clock.now())) ? runKinds : ['erasure'],
      )
      if (!run) return
      await workOn(run, connection, crm, { ...own, clock })
    }
  } catch (error) {
    if (!(error instanceof NotOurs)) await recordFault(options, connection, run, error)
  } finally {
    await release(database, accountId, held)
  }
}

/** Whatever the plan: people who are gone are gone at HubSpot, too. */
const erasures = ['contact.erased', 'contact.suppressed'] as const

/** What was revealed before access ended becomes a run. It waits if access has ended since. */
async function enqueueNews(
  { database, clock }: Options,
  connection: LeasedConnection,
  account: Account,
): Promise<number> {
  const { accountId, position } = connection
  const hasAccess = hasApiAccess(account, accountTime(account, clock.now()))
  const endsAt = account.accessEndsAt
  // Somebody may have switched it during this turn. If that happens at this very moment, nothing is enqueued, and the next turn looks again.
  const automatic = await readAutomatic(database, accountId)
  const types = automatic ? ['reveal.created', ...erasures] : [...erasures]
  const page = await readEvents(database, accountId, { after: position, types, limit: eventsPerRead })
  const { seen } = page
  if (seen === position) return position
  const isWanted = ({ type, createdAt }: EventRow): boolean =>
    type !== 'reveal.created' || hasAccess || (endsAt !== null && createdAt < endsAt)
  const events = page.events.filter(isWanted)
  const drafts = (['reveal.created', ...erasures] as const).flatMap((type) => {
    const ofType = events.filter((event) => event.type === type)
    const contactIds = ofType.flatMap(({ data }) => (data as { contact_ids: string[] }).contact_ids)
    const kind: RunKind = type === 'reveal.created' ? 'push' : 'erasure'
    return contactIds.length === 0 ? [] : [{ kind, origin: type, contactIds }]
  })
  await enqueueRuns(database, clock, { accountId, position, automatic }, seen, drafts)
  return seen
}

/** One batch of a run, with what came of it recorded. */
async function workOn(run: HubspotRun, connection: HubspotConnection, crm: Crm, needs: HubspotNeeds): Promise<void> {
  const isFirst = Object.keys(run.counts).length === 0
  if (isFirst) await ensureProperties(crm)
  if (run.kind === 'erasure') await eraseSome(run, connection, crm, needs)
  else if (run.kind === 'exclusion') await excludeSome(run, crm, needs)
  else await pushSome(run, crm, needs)
}

async function pushSome(run: HubspotRun, crm: Crm, needs: HubspotNeeds): Promise<void> {
  const { database, clock } = needs
  const waiting = await readWaiting(database, run, batchMax)
  const contacts: RevealedContact[] = []
  for await (const { contact } of ownedContacts(needs, run.accountId, { among: new Set(waiting) }))
    contacts.push(contact)
  const isReadable = new Set(contacts.map(({ id }) => id))
  const skipped = waiting.filter((id) => !isReadable.has(id)).map(skip)
  const { outcomes, links } = await pushContacts(crm, contacts, { isDryRun: run.kind === 'dry_run' })
  await recordBatch(database, clock, run, { outcomes: [...outcomes, ...skipped], links })
}

/** Opted out, erased, or no longer readable since the run was made. */
const skip = (contactId: string): ItemOutcome => ({
  contactId,
  outcome: 'skip',
  reason: 'unavailable',
  filled: [],
  kept: [],
})

async function eraseSome(run: HubspotRun, { appId }: HubspotConnection, crm: Crm, needs: HubspotNeeds): Promise<void> {
  const { database, clock } = needs
  const contactIds = await readWaiting(database, run, erasuresAtOnce)
  const outcomes = await eraseContacts(crm, {
    contactIds,
    recordIds: await readRecordIds(database, run.accountId, contactIds),
    isForGood: run.origin === 'contact.erased',
    appId: String(appId),
  })
  await recordBatch(database, clock, run, { outcomes, links: [] })
}

async function excludeSome(run: HubspotRun, crm: Crm, needs: HubspotNeeds): Promise<void> {
  const { database, clock, channelKeys } = needs
  const { read, entries, next } = await readExclusion(crm, channelKeys, run.reading!)
  const draft = { label: run.label!, entries, mode: 'add' as const }
  if (!(await storeExclusion(database, clock, channelKeys, run.accountId, draft))) {
    return failRun(database, clock, run, 'too_many_exclusions')
  }
  await recordReading(database, clock, run, { read, entries: entries.length, next })
}

export const firstPauseSeconds = 5
export const longestPauseSeconds = 60 * 60

/** Nothing is given up: what waits goes on after a pause, or when somebody has connected HubSpot again. */
async function recordFault(
  options: Options,
  connection: LeasedConnection,
  run: HubspotRun | null,
  error: unknown,
): Promise<void> {
  const { database, clock, log } = options
  const { accountId, failures } = connection
  const fault = error instanceof HubspotFault ? error : null
  if (fault?.kind === 'token') return stopAndTell(options, connection, 'token_refused', [])
  if (fault?.kind === 'scopes') return stopAndTell(options, connection, 'scopes_missing', fault.missingScopes)
  // What HubSpot does not take of a whole run it will not take later. An erasure is tried until it succeeds.
  if (run && fault?.kind === 'refused' && run.kind !== 'erasure') return failRun(database, clock, run, 'refused')
  const backOff = Math.min(longestPauseSeconds, firstPauseSeconds * 3 ** Math.min(failures, 10))
  const asked = Math.min(24 * 60 * 60, (fault?.retryAfterMs ?? 0) / 1_000)
  await pause(database, clock, accountId, asked > 0 ? asked : backOff)
  log.warn({ err: error, account_id: accountId, run_id: run?.id }, 'sending to HubSpot paused')
}
