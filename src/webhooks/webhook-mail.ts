import { webhookFailsDays } from '../base/bounds.ts'
import { eventDays, type webhookDisabledReasons } from '../base/event-types.ts'
import type { Mail, Mailer } from '../base/mail.ts'
import { layOut } from '../base/mail-layout.ts'
import { settingsPageUrl } from '../base/page-urls.ts'
import type { Database, Db } from '../db/database.ts'
import { ownerAddress, ownersOf } from '../members/owners.ts'
import type { Queue } from '../queue/queue.ts'
import type { ServedWebhook } from './webhooks.ts'

/** Owners get a mail about a webhook that has failed for this long. */
export const warnAfterHours = 24

export type DisabledReason = (typeof webhookDisabledReasons)[number]
export type WebhookMail = { account_id: string; user_id: string; host: string; kind: DisabledReason | 'warning' }

/** Enqueues a mail to each owner, in the transaction that it is about. */
export async function mailOwners(
  tx: Db,
  enqueue: Queue['enqueue'],
  { accountId, url }: ServedWebhook,
  kind: WebhookMail['kind'],
) {
  for (const { userId } of await ownersOf(tx, accountId)) {
    const job: WebhookMail = { account_id: accountId, user_id: userId, host: new URL(url).host, kind }
    await enqueue(tx, 'webhook_mail', job)
  }
}

/** One mail to one owner. Throws when it has to be tried again. */
export async function sendWebhookMail(
  db: Database,
  mailer: Mailer,
  publicUrl: string,
  job: WebhookMail,
): Promise<void> {
  const to = await ownerAddress(db, job.account_id, job.user_id)
  if (to === null) return
  await mailer.send({ to, ...webhookLetter(publicUrl, job) })
}

export function webhookLetter(publicUrl: string, { kind, host }: Pick<WebhookMail, 'kind' | 'host'>): Omit<Mail, 'to'> {
  const { subject, paragraphs } = letters[kind](host)
  const action = { label: 'Open your webhooks', url: settingsPageUrl(publicUrl, 'webhooks') }
  const footer = 'You get this mail because you own an account at Prospector that has this webhook.'
  return { subject, ...layOut({ heading: subject, paragraphs, action, footer }) }
}

const feed = `Events stay in the feed for ${eventDays} days, and can be sent again once the webhook is enabled.`
const letters: Record<WebhookMail['kind'], (host: string) => { subject: string; paragraphs: string[] }> = {
  warning: (host) => ({
    subject: `Your webhook to ${host} has been failing for ${warnAfterHours} hours`,
    paragraphs: [
      `No event could be delivered to ${host} in the last ${warnAfterHours} hours. We keep trying.`,
      `After ${webhookFailsDays} days without a success the webhook will be disabled. ${feed}`,
    ],
  }),
  failing: (host) => ({
    subject: `Your webhook to ${host} was disabled`,
    paragraphs: [
      `No event could be delivered to ${host} for ${webhookFailsDays} days, so the webhook was disabled.`,
      feed,
    ],
  }),
  gone: (host) => ({
    subject: `Your webhook to ${host} was disabled`,
    paragraphs: [`${host} answered that it is gone (410), so the webhook was disabled.`, feed],
  }),
  secret_unreadable: (host) => ({
    subject: `Your webhook to ${host} was disabled`,
    paragraphs: [
      `We can no longer read the secret that signs events to ${host}, because a key of our service was changed. So the webhook was disabled.`,
      `Rotate its secret, give the new one to your receiver, and enable the webhook. ${feed}`,
    ],
  }),
}
