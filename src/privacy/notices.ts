import { hasNoMailbox, type Mailer, mailFailure } from '../base/mail.ts'
import type { PrivacySettings } from '../base/privacy-settings.ts'
import { sql } from '../base/sql.ts'
import {
  emailsOfNotified,
  hashOf,
  markNotified,
  type NoticeFilter,
  readUnnotified,
  type UnnotifiedPerson,
} from '../catalog/unnotified-people.ts'
import type { Database } from '../db/database.ts'
import type { PrivacyParts } from './carry-out.ts'
import { noticeLetter } from './letters.ts'

type NoticeNeeds = PrivacyParts & { database: Database; mailer: Mailer; publicUrl: string; settings: PrivacySettings }

/** Looked at in one statement. */
const peopleAtOnce = 500

/** Everybody who has not been notified. */
export async function* allUnnotified(
  database: Database,
  parts: PrivacyParts,
  filter: NoticeFilter,
): AsyncGenerator<UnnotifiedPerson> {
  for (let after = ''; ; ) {
    const people = await readUnnotified(database, parts, filter, { after, limit: peopleAtOnce })
    yield* people
    if (people.length < peopleAtOnce) return
    after = people.at(-1)!.contactId
  }
}

/** `unreachable`: without an address that takes mail. `failed`: their mail could not be sent; `failure` is the last reason. */
type NoticeCounts = { mails: number; people: number; unreachable: number; failed: number; failure: string | null }

/**
 * Tells people by mail, one mail to an address. Each is marked once its mail is out of our hands: a run that breaks off and is started
 * again tells at most one person twice. One mail that can't be sent keeps no other back.
 */
export async function sendNotices(needs: NoticeNeeds, filter: NoticeFilter, most: number): Promise<NoticeCounts> {
  const sent: NoticeCounts = { mails: 0, people: 0, unreachable: 0, failed: 0, failure: null }
  for await (const person of allUnnotified(needs.database, needs, filter)) {
    if (sent.mails + sent.failed === most) break
    try {
      const outcome = await tell(needs, person)
      if (outcome === 'unreachable') sent.unreachable += 1
      else sent.people += await markNotified(needs.database, needs, [person.contactId])
      if (outcome === 'mailed') sent.mails += 1
    } catch (error) {
      if (!(error instanceof NotSent)) throw error
      sent.failed += 1
      sent.failure = error.message
    }
  }
  return sent
}

class NotSent extends Error {}

/** At the first address that has a mailbox. `known`: somebody who shares it was told there. */
async function tell(needs: NoticeNeeds, person: UnnotifiedPerson): Promise<'mailed' | 'known' | 'unreachable'> {
  const { database, keys, mailer } = needs
  for (const to of await withoutRefused(needs, person.emails)) {
    for (const emails of await emailsOfNotified(database, keys, to)) {
      const [toldAt] = await withoutRefused(needs, emails)
      if (toldAt?.toLowerCase() === to.toLowerCase()) return 'known'
    }
    try {
      await mailer.send({ to, ...noticeLetter(needs, person) })
      return 'mailed'
    } catch (error) {
      if (!hasNoMailbox(error)) throw new NotSent(mailFailure(error).message)
      await noteRefused(needs, to)
    }
  }
  return 'unreachable'
}

async function withoutRefused({ database, keys }: NoticeNeeds, emails: readonly string[]): Promise<string[]> {
  const hashes = emails.map((email) => hashOf(keys, email))
  const refused = await database.query<{ hash: Buffer }>(
    sql`SELECT email_hash AS hash FROM refused_notices WHERE email_hash = ANY(${hashes}::bytea[])`,
  )
  return emails.filter((_, at) => !refused.some(({ hash }) => hash.equals(hashes[at]!)))
}

async function noteRefused({ database, clock, keys }: NoticeNeeds, email: string): Promise<void> {
  await database.query(sql`
    INSERT INTO refused_notices (email_hash, refused_at) VALUES (${hashOf(keys, email)}, ${clock.sql}) ON CONFLICT DO NOTHING`)
}
