import { clockOf } from '../accounts/test-account.ts'
import { webhookFailsDays } from '../base/bounds.ts'
import type { Clock } from '../base/clock.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Database, Db } from '../db/database.ts'
import { numberLedger, recordEvents } from '../events/record.ts'
import type { Queue } from '../queue/queue.ts'
import type { AttemptedDelivery } from './deliveries.ts'
import { type DisabledReason, mailOwners, warnAfterHours } from './webhook-mail.ts'
import { type ServedWebhook, type Webhook, webhookColumns } from './webhooks.ts'

type Changes = { url?: string | undefined; types?: string[] | null | undefined; status?: Webhook['status'] | undefined }

/** One that is enabled again begins with the next event: what it missed is in the feed, and `resend` brings it. */
export async function changeWebhook(tx: Db, accountId: string, id: string, changes: Changes): Promise<Webhook | null> {
  // The counter of events is locked last.
  await tx.query(sql`SELECT FROM webhooks WHERE account_id = ${accountId} AND webhook_id = ${id} FOR UPDATE`)
  const newest = await numberLedger(tx, accountId)
  // A new address has not failed yet.
  const beginsAnew = sql`(${changes.status}::text IS NOT DISTINCT FROM 'enabled' OR url <> coalesce(${changes.url}::text, url))`
  const [webhook] = await tx.query<Webhook>(sql`
    UPDATE webhooks SET url = coalesce(${changes.url}::text, url),
      types = CASE WHEN ${changes.types !== undefined}::boolean THEN ${changes.types ?? null}::text[] ELSE types END,
      position = CASE WHEN status = 'disabled' AND ${changes.status}::text = 'enabled' THEN ${newest}::bigint ELSE position END,
      failing_since = CASE WHEN ${beginsAnew} THEN NULL ELSE failing_since END,
      warned_at = CASE WHEN ${beginsAnew} THEN NULL ELSE warned_at END,
      status = coalesce(${changes.status}::text, status)
    WHERE account_id = ${accountId} AND webhook_id = ${id} RETURNING ${webhookColumns}`)
  if (webhook?.status === 'disabled') await giveUpPending(tx, webhook)
  return webhook ?? null
}

export type DisableOptions = { database: Database; clock: Clock; enqueue: Queue['enqueue'] }

/** After a round with failures: 410 disables at once, and so do `webhookFailsDays` without a success. */
export async function disableIfDue(
  options: DisableOptions,
  webhook: ServedWebhook,
  round: AttemptedDelivery[],
): Promise<void> {
  const { database, clock, enqueue } = options
  const isGone = round.some(({ attempted }) => attempted.statusCode === 410)
  await database.transaction(async (tx) => {
    const isDue = sql`(${isGone}::boolean OR failing_since < ${clock.sql} - make_interval(days => ${webhookFailsDays}))`
    if (await disable(tx, options, webhook, isGone ? 'gone' : 'failing', isDue)) return
    const [warned] = await tx.query(sql`
      UPDATE webhooks SET warned_at = ${clock.sql}
      WHERE ${isStillServed(webhook)} AND warned_at IS NULL AND failing_since < ${clock.sql} - make_interval(hours => ${warnAfterHours}) RETURNING 1`)
    if (warned) await mailOwners(tx, enqueue, webhook, 'warning')
  })
}

/** Its secret can't be read, so that nothing can be signed. Not if it was rotated meanwhile. */
export const disableUnreadable = (options: DisableOptions, webhook: ServedWebhook): Promise<void> =>
  options.database.transaction(
    async (tx) => void (await disable(tx, options, webhook, 'secret_unreadable', sql`secret = ${webhook.secrets[0]!}`)),
  )

/** Enabled, and with the address that was tried: what an earlier one answers says nothing of a new one. */
const isStillServed = ({ accountId, id, url }: ServedWebhook): Sql =>
  sql`account_id = ${accountId} AND webhook_id = ${id} AND status = 'enabled' AND url = ${url}`

/** The owners are told, and whoever reads events. False if it does not apply by now. */
async function disable(
  tx: Db,
  { clock, enqueue }: DisableOptions,
  webhook: ServedWebhook,
  reason: DisabledReason,
  isDue: Sql,
): Promise<boolean> {
  const [disabled] = await tx.query(
    sql`UPDATE webhooks SET status = 'disabled' WHERE ${isStillServed(webhook)} AND ${isDue} RETURNING 1`,
  )
  if (!disabled) return false
  const { accountId, id } = webhook
  await giveUpPending(tx, webhook)
  await mailOwners(tx, enqueue, webhook, reason)
  await recordEvents(tx, await clockOf(tx, clock, accountId), accountId, [
    { type: 'webhook.disabled', data: { webhook_id: id, reason } },
  ])
  return true
}

/** Gives up the deliveries that wait, for good: also when the webhook is enabled again. */
const giveUpPending = async (tx: Db, { accountId, id }: Pick<Webhook, 'accountId' | 'id'>): Promise<void> =>
  void (await tx.query(sql`
    UPDATE webhook_deliveries SET outcome = 'failed', next_attempt_at = NULL
    WHERE account_id = ${accountId} AND webhook_id = ${id} AND outcome = 'pending'`))
