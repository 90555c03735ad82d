import { type EmailType, emailKindOf, emailTypes, exportableEmailStatuses } from '../base/email-kinds.ts'

/** Everything the catalogue knows about how to reach one person. Only ever held sealed, or on its way into a reveal. */
export type Channels = { emails: EmailChannel[]; phones: PhoneChannel[]; linkedin_url: string | null }

/** The encrypted part of a contact: its channels, texts that previews show only in part, and what was corrected. */
export type SealedContents = Channels & { in_full?: TextsInFull; corrected?: Corrected }
export type TextsInFull = { first_name?: string; title?: string }
/** Fields that their person corrected: keyed hashes of what sources had said. */
export type Corrected = { [Field in CorrectedField]?: string }
export type CorrectedField = 'first_name' | 'last_name' | 'full_name' | 'title'

/** `verified_at` is absent where it is unknown. */
export type EmailChannel = {
  email: string
  status: string
  type: EmailType
  is_primary: boolean
  verified_at?: string
  /** While accounts report that it bounces: the status that its source gave it, and the accounts. */
  stated_status?: string
  reported_by?: string[]
}
export type PhoneChannel = { phone: string; type: PhoneType; is_primary: boolean; verified_at?: string }

export const phoneTypes = ['direct', 'mobile', 'company', 'other'] as const
type PhoneType = (typeof phoneTypes)[number]

const mayLeave = new Set<string>(exportableEmailStatuses)

/** The one rule of exportability: what a reveal may return of these channels. */
export function exportableChannels(channels: Channels): Channels {
  return {
    emails: withOnePrimary(channels.emails.filter((channel) => mayLeave.has(channel.status))),
    phones: withOnePrimary(channels.phones),
    linkedin_url: channels.linkedin_url,
  }
}

/** The status that the source gave, whatever accounts report. */
export function statedEmail({ stated_status, reported_by, ...email }: EmailChannel): EmailChannel {
  return stated_status === undefined ? email : { ...email, status: stated_status }
}

/** The emails that reveals hand over, or did until somebody reported that they bounce. */
export const deliveredEmails = ({ emails }: Channels): EmailChannel[] =>
  exportableChannels({ emails: emails.map(statedEmail), phones: [], linkedin_url: null }).emails

/** The channels that one account may get: an address that it reported itself counts as bounced at once. */
export function channelsFor(accountId: string, channels: Channels): Channels {
  const isOut = ({ reported_by }: EmailChannel): boolean => reported_by?.includes(accountId) ?? false
  if (!channels.emails.some(isOut)) return channels
  return { ...channels, emails: withOnePrimary(channels.emails.filter((email) => !isOut(email))) }
}

/** The first channel flagged as primary stays primary; if none of those that may leave is flagged, the first one becomes primary. */
function withOnePrimary<T extends { is_primary: boolean }>(list: T[]): T[] {
  const primary = Math.max(
    0,
    list.findIndex((channel) => channel.is_primary),
  )
  return list.map((channel, at) => {
    const isPrimary = at === primary
    return channel.is_primary === isPrimary ? channel : { ...channel, is_primary: isPrimary }
  })
}

export const hasChannel = ({ emails, phones, linkedin_url }: Channels): boolean =>
  emails.length > 0 || phones.length > 0 || linkedin_url !== null

type ChannelSummary = { has_email: boolean; has_phone: boolean; has_linkedin: boolean }

/** Which kinds of channels a reveal could return, without their values. */
export function summarise(channels: Channels): ChannelSummary {
  return {
    has_email: channels.emails.some((channel) => mayLeave.has(channel.status)),
    has_phone: channels.phones.length > 0,
    has_linkedin: channels.linkedin_url !== null,
  }
}

type EmailSummary = { email_kinds: string[]; emails_verified_at: (string | null)[] }

/** The emails that may leave, as searches and previews know them, in the order of a reveal. */
export function summariseEmails({ emails }: Channels): EmailSummary {
  const leaving = emails.filter((channel) => mayLeave.has(channel.status))
  return {
    email_kinds: leaving.map(({ status, type }) => emailKindOf(status, type)),
    emails_verified_at: leaving.map(({ verified_at }) => verified_at ?? null),
  }
}

/** Every status that the catalogue holds. */
export const emailStatuses = [
  ...exportableEmailStatuses,
  'guessed',
  'catch_all',
  'bounced',
  'suppressed',
  'unknown',
] as const

/** Names that verification services use. */
export const sameStatus: Readonly<Record<string, (typeof emailStatuses)[number]>> = {
  valid: 'verified',
  deliverable: 'verified',
  ok: 'verified',
  accept_all: 'catch_all',
  invalid: 'bounced',
  undeliverable: 'bounced',
}

/** Sources write `Catch-All`, `catch all` and `CATCH_ALL`; an email without any status is `unknown`. Null: an unknown word. */
export function normaliseEmailStatus(status: string | null | undefined): (typeof emailStatuses)[number] | null {
  const word = slug(status) || 'unknown'
  if (Object.hasOwn(sameStatus, word)) return sameStatus[word]!
  return emailStatuses.find((known) => known === word) ?? null
}

export function normaliseEmailType(type: string | null | undefined): EmailType {
  const word = slug(type)
  return emailTypes.find((known) => known === word) ?? 'other'
}

export function normalisePhoneType(type: string | null | undefined): PhoneType {
  const word = slug(type)
  return phoneTypes.find((known) => known === word) ?? 'other'
}

function slug(text: string | null | undefined): string {
  if (!text || /^[a-z_]+$/.test(text)) return text ?? ''
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}
