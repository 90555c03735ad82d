import { clockOf } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import type { Mail, Mailer } from '../base/mail.ts'
import { layOut } from '../base/mail-layout.ts'
import { settingsPageUrl } from '../base/page-urls.ts'
import type { Database } from '../db/database.ts'
import { recordEvents } from '../events/record.ts'
import { ownerAddress, ownersOf } from '../members/owners.ts'
import type { Queue } from '../queue/queue.ts'
import { type HubspotConnection, type LeasedConnection, stopConnection } from './connections.ts'

export type StopOptions = { database: Database; clock: Clock; enqueue: Queue['enqueue'] }
type Problem = NonNullable<HubspotConnection['problem']>
export type HubspotMail = { account_id: string; user_id: string; problem: Problem; missing_scopes: string[] }

/** Nothing is sent until somebody connects HubSpot again. The owners are told, and whoever reads events. */
export function stopAndTell(
  { database, clock, enqueue }: StopOptions,
  connection: LeasedConnection,
  problem: Problem,
  missingScopes: string[],
): Promise<void> {
  const { accountId } = connection
  return database.transaction(async (tx) => {
    if (!(await stopConnection(tx, connection, problem, missingScopes))) return
    for (const { userId } of await ownersOf(tx, accountId)) {
      const mail: HubspotMail = { account_id: accountId, user_id: userId, problem, missing_scopes: missingScopes }
      await enqueue(tx, 'hubspot_mail', mail)
    }
    const data = { reason: problem, missing_scopes: missingScopes }
    await recordEvents(tx, await clockOf(tx, clock, accountId), accountId, [{ type: 'hubspot.stopped', data }])
  })
}

/** In words, with what to do about it. */
export function describeProblem(problem: Problem, missingScopes: readonly string[]): string {
  if (problem === 'token_refused') {
    return 'HubSpot refused the token: it was deleted or rotated. Create a new one at HubSpot, and connect again with it.'
  }
  const named = missingScopes.length > 0 ? `: ${missingScopes.join(', ')}` : ''
  return `HubSpot says that the token lacks scopes${named}. Add them at HubSpot, and connect again.`
}

/** One mail to one owner. Throws when it has to be tried again. */
export async function sendHubspotMail(
  db: Database,
  mailer: Mailer,
  publicUrl: string,
  job: HubspotMail,
): Promise<void> {
  const to = await ownerAddress(db, job.account_id, job.user_id)
  if (to === null) return
  await mailer.send({ to, ...hubspotLetter(publicUrl, job) })
}

type Reason = Pick<HubspotMail, 'problem' | 'missing_scopes'>

export function hubspotLetter(publicUrl: string, { problem, missing_scopes: missing }: Reason): Omit<Mail, 'to'> {
  const subject = 'Nothing is sent to HubSpot any more'
  const paragraphs = [
    describeProblem(problem, missing),
    'Nothing is lost: contacts and erasures that wait are sent as soon as HubSpot is connected again.',
  ]
  const action = { label: 'Open the settings', url: settingsPageUrl(publicUrl, 'hubspot') }
  const footer = 'You get this mail because you own an account at Prospector that is connected to HubSpot.'
  return { subject, ...layOut({ heading: subject, paragraphs, action, footer }) }
}
