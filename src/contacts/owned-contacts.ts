import { problems } from '../base/problems.ts'
import type { CursorSealer } from '../base/seal.ts'
import { sql } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import { countContacts, countedContactId } from '../catalog/count-contacts.ts'
import { findContactsForReveal } from '../catalog/find-contacts.ts'
import {
  isAmongRevealed,
  isRevealedBy,
  listReveals,
  listRevealsAmong,
  type OwnedReveal,
  type RevealPosition,
} from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'
import { type ContactOpener, type RevealedContact, renderRevealedContact } from './revealed-contact.ts'
import { readWords } from './revealed-words.ts'

export type OwnedNeeds = {
  database: Database
  openContact: ContactOpener
  cursors: CursorSealer
  /** Reads much on a share of the process’s time. */
  scanned<Row>(accountId: string, read: (pause: () => Promise<void>) => AsyncIterable<Row>): AsyncIterable<Row>
}
type OwnedContact = { contact: RevealedContact; position: RevealPosition }

const chunkSize = 200

type Choice = {
  /** Where the page before ended. */
  after?: RevealPosition | null
  /** Only these, if they are owned. */
  among?: ReadonlySet<string> | null
  /** None of these. */
  except?: ReadonlySet<string>
  /** By words that were typed. Channels are opened only of those whose names match. */
  words?: string | undefined
  /** Words of names may have one. */
  allowsTypos?: boolean
  /** Only what was revealed at this moment or later. */
  since?: Date | null
  /** How many will be read, as far as is known. */
  atOnce?: number
  /** Where an answer must come soon: those beyond are not looked at. */
  readMax?: number
  /** Waits while it is the turn of others; for reading much. */
  pause?: () => Promise<void>
}

/**
 * The contacts that the account has revealed, newest first. Suppressed contacts are left out, also for accounts that paid for them
 * before, and so are those that can't be opened.
 */
export async function* ownedContacts(
  { database, openContact }: Pick<OwnedNeeds, 'database' | 'openContact'>,
  accountId: string,
  {
    after = null,
    among = null,
    except = nobody,
    words,
    allowsTypos = false,
    since = null,
    atOnce = chunkSize,
    readMax = Infinity,
    pause = async () => {},
  }: Choice = {},
): AsyncGenerator<OwnedContact> {
  const { matchesNames, matchesChannels } = readWords(words, allowsTypos)
  const chunks = among
    ? listedReveals(database, accountId, after, among)
    : allReveals(database, accountId, after, atOnce)
  let read = 0
  for await (const chunk of chunks) {
    const reveals = since ? chunk.filter(({ revealedAt }) => revealedAt >= since) : chunk
    if (reveals.length === 0) return
    const wanted = reveals.filter(({ contactId }) => !except.has(contactId))
    const contacts = await findContactsForReveal(
      database,
      wanted.map((reveal) => reveal.contactId),
    )
    for (const { contactId, revealedAt, position } of wanted) {
      const contact = contacts.get(contactId)
      const opened = contact && !contact.suppressed && matchesNames(contact) ? openContact(contact) : null
      if (!opened || matchesChannels?.(opened.channels) === false) continue
      yield {
        contact: renderRevealedContact(opened, { accountId, revealedAt, isNew: false, charged: false }),
        position,
      }
    }
    read += reveals.length
    // Newest first: later rows are older still.
    if (reveals.length < chunk.length || read >= readMax) return
    await pause()
  }
}

const nobody: ReadonlySet<string> = new Set()

async function* allReveals(
  database: Database,
  accountId: string,
  after: RevealPosition | null,
  atOnce: number,
): AsyncGenerator<OwnedReveal[]> {
  for (let last = after, limit = Math.min(atOnce, chunkSize); ; limit = chunkSize) {
    const reveals = await listReveals(database, accountId, { after: last, limit })
    yield reveals
    if (reveals.length < limit) return
    last = reveals.at(-1)!.position
  }
}

async function* listedReveals(
  database: Database,
  accountId: string,
  after: RevealPosition | null,
  among: ReadonlySet<string>,
): AsyncGenerator<OwnedReveal[]> {
  const listed = await listRevealsAmong(database, accountId, [...among])
  const rest = after ? listed.filter(({ position }) => comesAfter(position, after)) : listed
  for (let at = 0; at < rest.length; at += chunkSize) yield rest.slice(at, at + chunkSize)
}

const comesAfter = (one: RevealPosition, other: RevealPosition): boolean =>
  one.seq < other.seq || (one.seq === other.seq && one.place > other.place)

type PageOptions = {
  limit: number
  needs: OwnedNeeds
  principal: Principal
  cursorQuery: string
  /** Kept in the cursor, so that later pages need not count again. */
  total?: Promise<number> | number | undefined
}

/** The list envelope: one contact more than asked for tells whether another page exists. */
export async function pageOf(owned: AsyncIterable<OwnedContact>, options: PageOptions) {
  const { limit, needs, principal, cursorQuery } = options
  const [page, total] = await Promise.all([readAtMost(owned, limit + 1), options.total])
  const shown = page.slice(0, limit)
  const hasMore = page.length > limit
  const seal = ({ position }: OwnedContact): string =>
    needs.cursors.seal(JSON.stringify({ ...position, total }), principal.account.id, cursorQuery)
  return {
    object: 'list' as const,
    data: shown.map(({ contact }) => contact),
    has_more: hasMore,
    next_cursor: hasMore ? seal(shown.at(-1)!) : null,
  }
}

async function readAtMost<T>(all: AsyncIterable<T>, most: number): Promise<T[]> {
  const read: T[] = []
  for await (const one of all) {
    read.push(one)
    if (read.length === most) break
  }
  return read
}

export function openPosition(
  cursors: CursorSealer,
  cursor: string,
  accountId: string,
  cursorQuery: string,
): RevealPosition & { total: number | undefined } {
  const position = JSON.parse(cursors.open(cursor, accountId, cursorQuery)) as Partial<
    RevealPosition & { total: number }
  >
  if (typeof position.seq !== 'number' || typeof position.place !== 'number') throw problems.invalidCursor()
  return { seq: position.seq, place: position.place, total: position.total }
}

/** How many of its contacts an account can read now, of those that were chosen, or of those revealed since a moment. */
export async function countOwned(
  needs: Pick<OwnedNeeds, 'database'>,
  accountId: string,
  { among, except = nobody, since = null }: Pick<Choice, 'among' | 'except' | 'since'>,
): Promise<number> {
  const all = await countAmong(needs, accountId, { listed: among ?? null, since })
  return except.size === 0 ? all : all - (await countAmong(needs, accountId, { listed: except, since }))
}

function countAmong(
  { database }: Pick<OwnedNeeds, 'database'>,
  accountId: string,
  { listed, since }: { listed: ReadonlySet<string> | null; since: Date | null },
): Promise<number> {
  const owned = isAmongRevealed(accountId, countedContactId, since)
  const isListed = listed && sql`${countedContactId} = ANY(${[...listed]}::text[])`
  // A list is short: each of its contacts is looked up.
  if (isListed && !since)
    return countContacts(database, sql`${isListed} AND ${isRevealedBy(accountId, countedContactId)}`)
  return countContacts(database, isListed ? sql`${isListed} AND ${owned}` : owned)
}
