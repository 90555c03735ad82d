import type { Channels } from '../channels.ts'
import { holdsChannel } from '../channels-in-text.ts'
import { completeNames } from './read-contact.ts'

/** What is stored of a contact unencrypted, and shown to everybody or searched. */
export type ContactTexts = {
  first_name: string | null
  last_name: string | null
  full_name: string | null
  title: string | null
  role: string | null
}

/**
 * A line is judged as it is read, by its own channels. Where texts and channels of several lines come together, a text may
 * turn out to be a channel in disguise: it is dropped then, as it would be from one line.
 */
export function withoutChannels<Texts extends ContactTexts>(texts: Texts, channels: Channels): Texts {
  const own = [channels]
  const holds = (text: string | null): boolean => text !== null && holdsChannel(text, own)
  const { first_name, last_name, full_name, title, role } = texts
  const [first, last, full] = [first_name, last_name, full_name].map(holds)
  const isName = first || last || full
  const isTitle = holds(title)
  const isRole = holds(role)
  if (!isName && !isTitle && !isRole) return texts
  const names = completeNames({
    first_name: first ? null : first_name,
    last_name: last ? null : last_name,
    full_name: full ? null : full_name,
  })
  return {
    ...texts,
    // Parts that were made of a full name in disguise would make it again.
    ...(isName && (holds(names.full_name) ? { first_name: null, last_name: null, full_name: null } : names)),
    ...(isTitle && { title: null }),
    ...(isRole && { role: null }),
  }
}
