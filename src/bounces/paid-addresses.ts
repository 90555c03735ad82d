import type { Principal } from '../call/principal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { findByEmail, hashOfEmail } from '../catalog/email-reports.ts'
import { findContactsForReveal } from '../catalog/find-contacts.ts'
import { readArrived, readWithdrawn, withdrawnFrom } from '../catalog/moved-emails.ts'
import type { ContactOpener } from '../contacts/revealed-contact.ts'
import { ownedAmong, revealedIds } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'

export type ReportedBounce = { email?: string; contact_id?: string; code?: string; bounced_at?: string }

/** An address that the account has paid for. */
export type PaidAddress = {
  contactId: string
  /** Null: an import took it away since, and only its hash is known. */
  email: string | null
  hash: Buffer
  /** All addresses that the reveal handed over and reveals still do. */
  delivered: { hash: Buffer; verifiedAt: string | undefined }[]
}

type Needs = { database: Database; channelKeys: ChannelKeys; openContact: ContactOpener }

/**
 * The address that each bounce is about; null where the account has not paid for it, whether it exists or not. An address that several
 * of its contacts share means the one it revealed last; a contact alone means its primary address.
 */
export async function findPaid(
  bounces: readonly ReportedBounce[],
  { account, mode }: Principal,
  needs: Needs,
): Promise<(PaidAddress | null)[]> {
  const { database, channelKeys, openContact } = needs
  const hashes = bounces.map(({ email }) => (email === undefined ? null : hashOfEmail(channelKeys, email)))
  const asked = hashes.filter((hash) => hash !== null)
  const holders = asked.length === 0 ? [] : await findHolders(database, mode, account.id, asked)
  const named = bounces.flatMap(({ contact_id }) => contact_id ?? [])
  const owned = await ownedAmong(database, account.id, [...new Set([...named, ...holders])])
  const contacts = await findContactsForReveal(database, [...owned.keys()])
  const { withdrawn, arrived } = await readMovedSince(database, mode, owned)
  const paid = new Map<string, Omit<PaidAddress, 'contactId'>[]>()
  for (const [id, contact] of contacts) {
    // Opted out: nobody may read it any more, and nothing is said of it.
    const opened = contact.suppressed ? null : openContact(contact)
    if (!opened) continue
    const emails = opened.delivered().toSorted((a, b) => Number(b.is_primary) - Number(a.is_primary))
    const held = emails.map(({ email, verified_at: verifiedAt }) => {
      const hash = hashOfEmail(channelKeys, email) ?? Buffer.from(email)
      return { email, hash, verifiedAt }
    })
    const left = withdrawn.get(id) ?? []
    const gone = left.filter(({ hash }) => !held.some((one) => one.hash.equals(hash)))
    const cameLater = (hash: Buffer) => isNewSince(hash, left, arrived.get(id) ?? [])
    const delivered = held.filter(({ hash }) => !cameLater(hash))
    paid.set(
      id,
      [...held, ...gone.map(({ hash }) => ({ email: null, hash }))].map(({ email, hash }) => ({
        ...{ email, hash, delivered },
      })),
    )
  }
  const latestFirst = [...owned].toSorted(([a, at], [b, bt]) => bt.getTime() - at.getTime() || (a < b ? -1 : 1))
  return bounces.map(({ contact_id }, at) => {
    const hash = hashes[at]
    const found = (id: string) =>
      paid.get(id)?.find((one) => hash === null || hash === undefined || one.hash.equals(hash))
    if (contact_id !== undefined) return toAddress(contact_id, found(contact_id))
    if (!hash) return null
    for (const [id] of latestFirst) {
      const address = toAddress(id, found(id))
      if (address) return address
    }
    return null
  })
}

const toAddress = (contactId: string, address: Omit<PaidAddress, 'contactId'> | undefined): PaidAddress | null =>
  address ? { contactId, ...address } : null

/** The contacts of test mode are in no table: what the test account has revealed is looked through. */
async function findHolders(
  database: Database,
  mode: Principal['mode'],
  accountId: string,
  hashes: Buffer[],
): Promise<string[]> {
  if (mode === 'test') return revealedIds(database, accountId)
  const held = await findByEmail(database, hashes)
  return [...held.map(({ contactId }) => contactId), ...(await withdrawnFrom(database, hashes))]
}

/** What an import wrote takes effect when it commits: a reveal in between still handed over what was there before. */
const commitMs = 60_000

type EmailMove = { hash: Buffer; at: Date }

/** Addresses that these contacts lost (the latest first) and got (the earliest first) since they were revealed. */
async function readMovedSince(
  database: Database,
  mode: Principal['mode'],
  revealedAt: ReadonlyMap<string, Date>,
): Promise<Record<'withdrawn' | 'arrived', Map<string, EmailMove[]>>> {
  if (mode === 'test') return { withdrawn: new Map(), arrived: new Map() }
  const ids = [...revealedAt.keys()]
  const since = (rows: (EmailMove & { contactId: string })[]) =>
    Map.groupBy(
      rows.filter(({ contactId, at }) => at.getTime() + commitMs > revealedAt.get(contactId)!.getTime()),
      ({ contactId }) => contactId,
    )
  const [withdrawn, arrived] = await Promise.all([readWithdrawn(database, ids), readArrived(database, ids)])
  return { withdrawn: since(withdrawn), arrived: since(arrived) }
}

/** Whether the reveal did not hand it over: it came since, and had not left before that. */
function isNewSince(hash: Buffer, withdrawn: readonly EmailMove[], arrived: readonly EmailMove[]): boolean {
  const first = arrived.find((one) => one.hash.equals(hash))
  return first !== undefined && !withdrawn.some((one) => one.hash.equals(hash) && one.at < first.at)
}
