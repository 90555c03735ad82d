import type { Logger } from 'pino'
import { findAccount } from '../accounts/accounts.ts'
import { hasApiAccess } from '../accounts/api-access.ts'
import { accountTime } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import type { Sealer } from '../base/seal.ts'
import type { Database } from '../db/database.ts'
import { type EventRow, findNews, readEventsAt, readNextEvents } from '../events/read-events.ts'
import type { OutgoingRequests } from '../outgoing/outgoing-requests.ts'
import { type ClaimLoop, createClaimLoop } from '../queue/claim-loop.ts'
import { attempt, nextAttemptAt } from './attempts.ts'
import { type DisableOptions, disableIfDue, disableUnreadable } from './change-webhook.ts'
import {
  type AttemptedDelivery,
  type DueDelivery,
  enqueueDeliveries,
  evenWithoutAccess,
  findFree,
  lease,
  prolong,
  readDue,
  release,
  requestsAtOnce,
  roundMax,
  writeAttempts,
} from './deliveries.ts'
import type { RenderEvents } from './list-events.ts'
import type { RoundPace } from './round-pace.ts'
import { openSecrets, type ServedWebhook } from './webhooks.ts'

/** Webhooks that a node works on at once. One that is slow holds one of these places for one round. */
const webhooksAtOnce = 100
const eventsPerRead = 100
/** However much is due, others get the place after so many rounds. */
const roundsMax = 100

type Options = DisableOptions & {
  database: Database
  clock: Clock
  sealer: Sealer
  requests: OutgoingRequests
  renderEvents: RenderEvents
  pace: RoundPace
  log: Logger
  onAttempt?: ((attempt: { outcome: 'succeeded' | 'failed'; isLast: boolean }) => void) | undefined
}

/** Brings events to webhooks: an outbox that nodes claim by webhook. docs/decisions/0019-events.md says why. */
export const createDispatcher = (options: Options): ClaimLoop =>
  createClaimLoop({
    what: 'webhook',
    log: options.log,
    atOnce: webhooksAtOnce,
    find: async () => {
      const { database, clock } = options
      const free = await findFree(database, clock)
      const hasNews = await findNews(
        database,
        free.map(({ accountId }) => accountId),
      )
      return free.filter(({ accountId, position, hasDue }) => hasDue || hasNews(accountId, position))
    },
    serve: (webhook) => serve(options, webhook),
  })

/** One turn of one webhook: its news become deliveries, and those that are due are attempted, for as long as that goes well. */
async function serve(options: Options, free: { accountId: string; id: string }): Promise<void> {
  const { database, clock, sealer, pace } = options
  const leased = await lease(database, clock, free)
  if (!leased) return
  let held = leased
  try {
    for (let rounds = 0; rounds < roundsMax; rounds += 1) {
      const webhook = openSecrets(sealer, held)
      if (!webhook) return await disableUnreadable(options, held)
      await pace()
      const due = await takeRound(options, webhook)
      if (due.length === 0) return
      const round = await attemptAll(options, webhook, due)
      await writeAttempts(database, clock, webhook, round)
      // A receiver with difficulties gives its place to others after each round.
      if (!round.every(({ attempted }) => attempted.succeeded)) return await disableIfDue(options, webhook, round)
      // Whoever changed the webhook meanwhile finds the next round as they want it.
      const next = await prolong(database, clock, webhook)
      if (!next) return
      held = next
    }
  } finally {
    await release(database, held)
  }
}

/** News become deliveries only when fewer are due than a round takes: a receiver that falls behind leaves them in the feed. */
async function takeRound(options: Options, webhook: ServedWebhook): Promise<DueDelivery[]> {
  const { database, clock } = options
  const due = await readDue(database, clock, webhook, roundMax)
  if (due.length === roundMax) return due
  await enqueueNews(options, webhook)
  return readDue(database, clock, webhook, roundMax)
}

/**
 * Of what happened after access ended only events of `evenWithoutAccess` become deliveries. What happened before, and while an account is
 * suspended, all does: those are sent at once, the others wait for access and for the end of the suspension (`maySend`, deliveries.ts).
 */
async function enqueueNews({ database, clock }: Options, webhook: ServedWebhook): Promise<void> {
  const account = await findAccount(database, webhook.accountId)
  const hasAccess = account !== null && hasApiAccess(account, accountTime(account, clock.now()))
  const { accountId, position: after, types } = webhook
  const { events, seen } = await readNextEvents(database, accountId, { after, types, limit: eventsPerRead })
  const endsAt = account?.accessEndsAt ?? null
  const isWanted = ({ type, createdAt }: EventRow): boolean =>
    hasAccess || evenWithoutAccess.includes(type) || (endsAt !== null && createdAt < endsAt)
  if (seen > after) await enqueueDeliveries(database, clock, webhook, events.filter(isWanted), seen)
}

async function attemptAll(options: Options, webhook: ServedWebhook, due: DueDelivery[]): Promise<AttemptedDelivery[]> {
  const { database, clock, requests, onAttempt, renderEvents } = options
  const kept = await readEventsAt(
    database,
    webhook.accountId,
    due.map(({ sequence }) => sequence),
  )
  const shown = await renderEvents(webhook.accountId, [...kept.values()], previewBytesMax)
  const events = new Map(shown.map((event) => [event.sequence, event]))
  const done: AttemptedDelivery[] = []
  const waiting = [...due]
  async function work(): Promise<void> {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const event = events.get(one.sequence)
      const at = clock.now()
      if (!event) {
        done.push({ ...one, attempted: expired, at, nextAttemptAt: null })
        continue
      }
      const attempted = await attempt(requests, webhook, toMessage(event), at)
      const next = nextAttemptAt(one.attempt + 1, attempted.retryAfterMs, clock.now())
      const { succeeded } = attempted
      onAttempt?.({ outcome: succeeded ? 'succeeded' : 'failed', isLast: succeeded || next === null })
      done.push({ ...one, attempted, at, nextAttemptAt: next })
    }
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, work))
  return done
}

export const deliveryBytesMax = 20_000
/** What a delivery shows of contacts and stores leaves room for the rest. */
const previewBytesMax = deliveryBytesMax - 3_000

/** No request was made, so that nothing is known of the receiver. */
const expired = {
  wasSent: false,
  succeeded: false,
  statusCode: null,
  response: 'The event is no longer kept.',
  retryAfterMs: 0,
}

const toMessage = ({ id, type, createdAt, data, sequence }: EventRow) => ({
  id,
  type,
  createdAt,
  data: { ...data, sequence },
})
