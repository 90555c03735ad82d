import type { ChannelKeys, SealedChannels } from '../channel-keys.ts'
import { hasChannel, type TextsInFull } from '../channels.ts'
import { emailHashes } from '../email-hashes.ts'
import { firstWordOf, likelyLastName, titleWithoutLastName, withoutLastName } from '../last-names-in-text.ts'
import { type ContactRecord, readRole } from './read-contact.ts'
import type { ContactTexts } from './without-channels.ts'

/**
 * A contact of a line, with everything by which it may be found again. Hashes are hexadecimal, and made when they are first asked
 * for: whoever is new in a new store is compared with nobody.
 */
export type Person = {
  record: ContactRecord
  /** The record as JSON, made when it is asked for: kept for each person of a batch, it would be most of what an import collects as garbage. */
  text: () => string
  hashes: () => PersonHashes
  /** Equal only for lines that say the same of a contact: what was written by one of them needs no second look. */
  fingerprint: () => string
}

type PersonHashes = {
  source: string | null
  linkedin: string | null
  emails: string[]
  name: string | null
}

export const toPerson = (imported: ContactRecord, keys: ChannelKeys): Person => personOf(forPreviews(imported), keys)

export function personOf(record: ContactRecord, keys: ChannelKeys, knownText?: string): Person {
  const text = () => knownText ?? JSON.stringify(record)
  let hashes: PersonHashes | null = null
  let fingerprint: string | null = null
  return {
    record,
    text,
    hashes: () => {
      hashes ??= hashesOf(record, keys)
      return hashes
    },
    fingerprint: () => {
      // It contains the key's id, so an import after a change of keys seals everything again.
      fingerprint ??= fingerprintOf(keys, keys.currentKeyId + JSON.stringify(Object.values({ ...record, marks: null })))
      return fingerprint
    },
  }
}

/** Null when there is nothing to seal. */
export function sealPerson(
  contactId: string,
  { record: { channels, in_full, corrected } }: Person,
  keys: ChannelKeys,
): SealedChannels | null {
  if (!hasChannel(channels) && !in_full && !corrected) return null
  return keys.seal(contactId, { ...channels, ...(in_full && { in_full }), ...(corrected && { corrected }) })
}

function hashesOf({ source_id, marks }: ContactRecord, keys: ChannelKeys): PersonHashes {
  return {
    source: source_id === null ? null : keys.hashHex('source', source_id),
    linkedin: marks.linkedin === null ? null : keys.hashHex('linkedin', marks.linkedin),
    emails: marks.emails.flatMap((email) => emailHashes(email, keys)),
    name: marks.name === null ? null : keys.hashHex('name', marks.name),
  }
}

/** How it was made. Hashes of earlier releases, which are shorter or end otherwise, are replaced when they are met. */
const fingerprintMark = '03'
export const fingerprintOf = (keys: ChannelKeys, text: string): string =>
  keys.hashHex('content', text) + fingerprintMark
export const isOldFingerprint = (hex: string): boolean => hex.length === 32 || !hex.endsWith(fingerprintMark)

/** The texts that a preview shows next to the masked last name must not give it away. A reveal returns them in full. */
export function forPreviews<Texts extends ContactTexts>(imported: Texts): Texts & { in_full?: TextsInFull } {
  const { first_name, last_name, full_name, title, role } = imported
  const lastName = last_name ?? (full_name && likelyLastName(full_name))
  const shownTitle = title && lastName ? titleWithoutLastName(title, lastName, first_name) : title
  const shownName = first_name && (last_name ? withoutLastName(first_name, last_name) : firstWordOf(first_name))
  const holdsName = role && lastName && titleWithoutLastName(role, lastName, first_name) !== role
  const shownRole = holdsName ? readRole(role, lastName, first_name) : role
  if (shownTitle === title && shownName === first_name && shownRole === role) return imported
  const in_full = {
    ...(first_name && shownName !== first_name && { first_name }),
    ...(title && shownTitle !== title && { title }),
  }
  return {
    ...imported,
    first_name: shownName,
    title: shownTitle,
    role: shownRole,
    ...(Object.keys(in_full).length > 0 && { in_full }),
  }
}
