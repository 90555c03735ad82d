import type { Channels } from '../channels.ts'
import { holdsChannel } from '../channels-in-text.ts'
import { completeNames } from './read-contact.ts'

/** The texts of a contact that are stored unencrypted, and shown to everybody or searched. */
export type ContactTexts = {
  first_name: string | null
  last_name: string | null
  full_name: string | null
  title: string | null
  role: string | null
}

type Line = ContactTexts & { channels: Channels }

/**
 * A line is judged as it is read, by its own channels. Where texts and channels of several lines come together, a text may
 * turn out to be a channel in disguise: it is dropped then, as it would be from one line. Most of what is merged stands in one of
 * the lines, such as all but a date in what is stored, and is not judged again.
 */
export function judgeMerged(texts: ContactTexts, channels: Channels, lines: readonly Line[]): ContactTexts {
  return lines.some((line) => holdsAll(line, texts, channels)) ? texts : withoutChannels(texts, channels)
}

const textNames = ['first_name', 'last_name', 'full_name', 'title', 'role'] as const

function holdsAll(line: Line, texts: ContactTexts, { emails, phones, linkedin_url }: Channels): boolean {
  const own = line.channels
  return (
    textNames.every((name) => texts[name] === null || texts[name] === line[name]) &&
    (linkedin_url === null || linkedin_url === own.linkedin_url) &&
    emails.every(({ email }) => own.emails.some((one) => one.email === email)) &&
    phones.every(({ phone }) => own.phones.some((one) => one.phone === phone))
  )
}

/** The texts that hold none of the channels, which may be those that were given. */
export function withoutChannels(texts: ContactTexts, channels: Channels): ContactTexts {
  const own = [channels]
  const holds = (text: string | null): boolean => text !== null && holdsChannel(text, own)
  const { first_name, last_name, full_name, title, role } = texts
  const [first, last, full] = [first_name, last_name, full_name].map(holds)
  const isName = first || last || full
  const isTitle = holds(title)
  const isRole = holds(role)
  if (!isName && !isTitle && !isRole) return texts
  const kept = completeNames({
    first_name: first ? null : first_name,
    last_name: last ? null : last_name,
    full_name: full ? null : full_name,
  })
  return {
    ...texts,
    // Parts that were made of a full name in disguise would make it again.
    ...(isName && (holds(kept.full_name) ? { first_name: null, last_name: null, full_name: null } : kept)),
    ...(isTitle && { title: null }),
    ...(isRole && { role: null }),
  }
}
