import type { Mail, Mailer } from '../base/mail.ts'
import { layOut } from '../base/mail-layout.ts'
import { newsPageUrl } from '../base/page-urls.ts'
import type { Database } from '../db/database.ts'
import { memberAddress, ownersOf } from '../members/owners.ts'
import type { Queue } from '../queue/queue.ts'
import { sentenceOf } from '../search/schema/labels.ts'
import type { WatchName } from './known-items.ts'
import { type MatchReader, readerOf, readMatches } from './match-rows.ts'
import { type ShownMatch, showMatches } from './show-matches.ts'
import { findSource } from './sources.ts'
import { findWatch, takeDueMail } from './watch-rows.ts'

type WatchMail = { account_id: string; watch_id: string; user_id: string; after: number; up_to: number }

/** Takes what is due and enqueues a mail for each reader in the same transaction: a mail is neither lost nor sent for the same news again. */
export async function queueMails(database: Database, queue: Pick<Queue, 'enqueue'>): Promise<void> {
  const takeOne = () =>
    database.transaction(async (tx) => {
      const due = await takeDueMail(tx)
      if (!due) return false
      const { accountId, id, createdBy, after, upTo } = due
      // A watch that a key made is read by the owners.
      const readers = createdBy.startsWith('key_')
        ? (await ownersOf(tx, accountId)).map(({ userId }) => userId)
        : [createdBy]
      for (const userId of readers) {
        const job: WatchMail = { account_id: accountId, watch_id: id, user_id: userId, after, up_to: upTo }
        await queue.enqueue(tx, 'watch_mail', job)
      }
      return true
    })
  while (await takeOne()) {
    // The next one.
  }
}

const linesMax = 10
const matchesAtOnce = 500

/** One mail to one reader; none when they left, the watch is gone, or nothing of it can be shown any more. Throws when it has to be tried again. */
export async function sendWatchMail(
  database: Database,
  mailer: Mailer,
  publicUrl: string,
  job: WatchMail,
): Promise<void> {
  const { account_id: accountId, watch_id: id, user_id: userId, after, up_to: upTo } = job
  const to = await memberAddress(database, accountId, userId)
  const viewer = { accountId, userId }
  const watch = to === null ? null : await findWatch(database, id, { viewer, visitorId: userId })
  if (to === null || !watch) return
  const source = await findSource(database, watch, viewer)
  if (!source) return
  const news = await readShown(database, watch, { reader: readerOf(watch, viewer, userId), after, upTo })
  if (news.count === 0) return
  await mailer.send({ to, ...watchLetter(publicUrl, { id, name: source.name, ...news }) })
}

/** How many matches of a range can still be shown, and the newest of those. */
async function readShown(
  database: Database,
  watch: WatchName,
  { reader, after, upTo }: { reader: MatchReader; after: number; upTo: number },
): Promise<Pick<MailedNews, 'count' | 'shown'>> {
  const newest: ShownMatch[] = []
  let count = 0
  for (let before = upTo + 1; ; ) {
    const matches = await readMatches(database, watch, reader, { after, before, limit: matchesAtOnce })
    const shown = await showMatches(database, watch.accountId, matches)
    count += shown.length
    newest.push(...shown.slice(0, linesMax - newest.length))
    if (matches.length < matchesAtOnce) return { count, shown: newest }
    before = matches.at(-1)!.match
  }
}

/** As much of a match as a line says. `count`: of all that can be shown, also without a line. */
type MailedMatch = Pick<ShownMatch, 'contact' | 'store' | 'changes'>
type MailedNews = { id: string; name: string; count: number; shown: readonly MailedMatch[] }

export function watchLetter(publicUrl: string, { id, name, count, shown }: MailedNews): Omit<Mail, 'to'> {
  const subject = `${count} new ${count === 1 ? 'match' : 'matches'} for “${name}”`
  const lines = shown.slice(0, linesMax).map(toLine)
  const rest = count - lines.length
  const paragraphs = [...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])]
  const action = { label: 'See what is new', url: newsPageUrl(publicUrl, id) }
  const footer = `You get this mail because you watch “${name}” in Prospector. Change how often under the same link.`
  return { subject, ...layOut({ heading: subject, paragraphs, action, footer }) }
}

function toLine({ contact, store, changes }: MailedMatch): string {
  const what = contact
    ? `${[contact.first_name, contact.last_name_obfuscated].filter(Boolean).join(' ') || 'Somebody'}${contact.title ? `, ${contact.title},` : ''} at ${contact.store.name}`
    : `${store!.name} (${store!.domain})`
  const why = changes.map(({ type, value }) => [sentenceOf(type), value].filter(Boolean).join(': '))
  return why.length > 0 ? `${what}: ${why.join('; ')}` : what
}
