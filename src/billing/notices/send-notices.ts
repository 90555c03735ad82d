import { type Mailer, mailFailure } from '../../base/mail.ts'
import { sql } from '../../base/sql.ts'
import type { Database } from '../../db/database.ts'
import { ownerAddress } from '../../members/owners.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { topicOf } from './notice-letters.ts'
import type { NoticeKey } from './notices.ts'
import { hasOptedOut, unsubscribeUrl } from './opt-outs.ts'

type WaitingNotice = { subject: string; body: string; html: string | null }

/** Sends one mail, unless that was done before or the person does not want it any more. Throws when it has to be tried again. */
export async function sendNotice(
  db: Database,
  context: BillingContext,
  mailer: Mailer,
  { account_id, kind, about, user_id }: NoticeKey,
): Promise<void> {
  const isIt = sql`account_id = ${account_id} AND kind = ${kind} AND about = ${about} AND user_id = ${user_id}`
  const [waiting] = await db.query<WaitingNotice>(
    sql`SELECT subject, body, html FROM billing_notices WHERE ${isIt} AND sent_at IS NULL`,
  )
  if (!waiting) return
  const topic = topicOf(kind)
  const to = await ownerAddress(db, account_id, user_id)
  const isWanted = topic === null || !(await hasOptedOut(db, { userId: user_id, topic }))
  if (to !== null && isWanted) {
    const unsubscribe = topic && unsubscribeUrl(context.publicUrl, context.authSecret, { userId: user_id, topic })
    const mail = { to, ...toMail(waiting), ...(unsubscribe && { headers: oneClick(unsubscribe) }) }
    await mailer.send(mail).catch((error: unknown) => {
      throw mailFailure(error)
    })
  }
  await db.query(sql`UPDATE billing_notices SET sent_at = ${context.clock.sql} WHERE ${isIt}`)
}

const toMail = ({ subject, body, html }: WaitingNotice) => ({ subject, text: body, ...(html !== null && { html }) })

/** With these, mail programs show a button of their own (RFC 8058). */
const oneClick = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** What a node of the release before left unsent when it was replaced. A node that still runs takes its own within minutes. */
export async function adoptNotices(db: Database, { clock, enqueue }: BillingContext): Promise<void> {
  await db.transaction(async (tx) => {
    const left = await tx.query<NoticeKey>(sql`
      UPDATE billing_notices SET next_attempt_at = 'infinity'
      WHERE sent_at IS NULL AND attempts < 8 AND next_attempt_at < ${clock.sql} - interval '10 minutes'
      RETURNING account_id, kind, about, user_id`)
    for (const notice of left) await enqueue(tx, 'notice', notice)
  })
}
