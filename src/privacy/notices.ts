import type { Mailer } from '../base/mail.ts'
import type { PrivacySettings } from '../base/privacy-settings.ts'
import { markNotified, type NoticeFilter, readUnnotified, type UnnotifiedPerson } from '../catalog/unnotified-people.ts'
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

type NoticeCounts = { mails: number; people: number; unreachable: number }

/**
 * Tells people by mail, one mail to an address. Each is marked once its mail is out of our hands: a run that breaks off and is started
 * again tells at most one person twice.
 */
export async function sendNotices(needs: NoticeNeeds, filter: NoticeFilter, most: number): Promise<NoticeCounts> {
  const sent: NoticeCounts = { mails: 0, people: 0, unreachable: 0 }
  const told = new Set<string>()
  for await (const person of allUnnotified(needs.database, needs, filter)) {
    const [to] = person.emails
    if (to === undefined) {
      sent.unreachable += 1
      continue
    }
    const isNew = !told.has(to.toLowerCase())
    if (isNew && sent.mails === most) break
    if (isNew) {
      await needs.mailer.send({ to, ...noticeLetter(needs, person) })
      told.add(to.toLowerCase())
      sent.mails += 1
    }
    sent.people += await markNotified(needs.database, needs, [person.contactId])
  }
  return sent
}
