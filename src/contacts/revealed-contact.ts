import type { Logger } from 'pino'
import { type Static, Type } from 'typebox'
import { emailTypes, exportableEmailStatuses } from '../base/email-kinds.ts'
import { contactIdPattern, storeIdPattern } from '../base/ids.ts'
import { dateTime, nullableDateTime, nullableString, oneOf } from '../base/schema.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import {
  type Channels,
  channelsFor,
  deliveredEmails,
  type EmailChannel,
  exportableChannels,
  phoneTypes,
} from '../catalog/channels.ts'
import { emailStatusText, emailTypeText, seniority } from '../catalog/contact-preview.ts'
import type { RevealableContact } from '../catalog/find-contacts.ts'

const emailChannel = Type.Object(
  {
    email: Type.String({ description: 'The address.' }),
    status: oneOf<string>(exportableEmailStatuses, { description: emailStatusText }),
    type: oneOf(emailTypes, { description: emailTypeText }),
    is_primary: Type.Boolean({ description: 'The one to use first: exactly one of a list is.' }),
    verified_at: nullableDateTime({ description: 'When the address was last verified; null if unknown.' }),
  },
  { title: 'EmailChannel' },
)

const phoneChannel = Type.Object(
  {
    phone: Type.String({ description: 'The number as the source has it.' }),
    type: oneOf(phoneTypes, {
      description: '`direct`: the person’s own line. `mobile`. `company`: the switchboard. `other`: unknown.',
    }),
    is_primary: Type.Boolean({ description: 'The one to use first: exactly one of a list is.' }),
  },
  { title: 'PhoneChannel' },
)

/** CONTACT-1. */
export const revealedContact = Type.Object(
  {
    id: Type.String({ pattern: contactIdPattern, description: 'The id of the contact. Opaque: never make one up.' }),
    object: Type.Literal('contact'),
    full_name: nullableString({ description: 'First and last name.' }),
    first_name: nullableString({ description: 'First name.' }),
    last_name: nullableString({ description: 'Last name, in full.' }),
    title: nullableString({ description: 'Job title.' }),
    role: nullableString({ description: 'Normalised decision-maker role.' }),
    seniority,
    linkedin_url: nullableString({ description: 'The person’s LinkedIn profile, where it is known.' }),
    reveal_status: oneOf(['newly_revealed', 'already_revealed'], {
      description: 'Whether this request revealed the contact, or the account had revealed it before.',
    }),
    charged: Type.Boolean({ description: 'True when this request spent one credit for this contact.' }),
    emails: Type.Array(emailChannel, { description: 'Exportable emails only; may be empty.' }),
    phones: Type.Array(phoneChannel, { description: 'All phones that are known; may be empty.' }),
    store: Type.Object(
      {
        id: Type.String({ pattern: storeIdPattern, description: 'The id of the store.' }),
        domain: Type.String({ description: 'The hostname of the store, in ASCII.' }),
        name: Type.String({ description: 'The name of the store or company.' }),
      },
      { description: 'The store that the person works at.' },
    ),
    revealed_at: dateTime({ description: 'When this account first revealed the contact.' }),
    updated_at: nullableDateTime({ description: 'When something about the contact last changed; null if unknown.' }),
    source: nullableString({ description: 'Where the operator has the contact from, by name; null if unknown.' }),
    legal_basis: nullableString({
      description: 'The legal basis on which the operator uses this source, in words; null if it is not stated.',
    }),
  },
  { title: 'RevealedContact' },
)

export type RevealedContact = Static<typeof revealedContact>

/**
 * With the channels that may leave, and the full texts that previews show only in part. The holder still has to
 * check that the account owns it.
 */
export type OpenedContact = RevealableContact & {
  channels: Channels
  /** The emails that were handed over, also those that accounts reported since. Asked for by few, so not made for every reveal. */
  delivered(): EmailChannel[]
}

/** Null for a contact that can't be opened, which is then treated like an unknown one: nobody pays for it. */
export type ContactOpener = (contact: RevealableContact) => OpenedContact | null

/** The only place where channels are opened for an answer. */
export function createContactOpener(channelKeys: ChannelKeys, log: Logger): ContactOpener {
  return (contact) => {
    const { sealedChannels, firstName, title } = contact
    if (sealedChannels === null)
      return { ...contact, channels: { emails: [], phones: [], linkedin_url: null }, delivered: () => [] }
    try {
      const contents = channelKeys.open(contact.id, sealedChannels.keyId, sealedChannels.sealed)
      return {
        ...contact,
        firstName: contents.in_full?.first_name ?? firstName,
        title: contents.in_full?.title ?? title,
        channels: exportableChannels(contents),
        delivered: () => deliveredEmails(contents),
      }
    } catch (error) {
      log.error({ err: error, contact_id: contact.id }, 'a contact could not be decrypted, so it can’t be revealed')
      return null
    }
  }
}

/** The caller has made sure that the account owns the contact. */
export function renderRevealedContact(
  contact: OpenedContact,
  reveal: { accountId: string; revealedAt: Date; isNew: boolean; charged: boolean },
): RevealedContact {
  const { emails, phones, linkedin_url } = channelsFor(reveal.accountId, contact.channels)
  return {
    id: contact.id,
    object: 'contact',
    full_name: contact.fullName,
    first_name: contact.firstName,
    last_name: contact.lastName,
    title: contact.title,
    role: contact.role,
    seniority: contact.seniority,
    linkedin_url,
    reveal_status: reveal.isNew ? 'newly_revealed' : 'already_revealed',
    charged: reveal.charged,
    emails: emails.map(({ email, status, type, is_primary, verified_at = null }) => ({
      email,
      status,
      type,
      is_primary,
      verified_at,
    })),
    phones: phones.map(({ phone, type, is_primary }) => ({ phone, type, is_primary })),
    store: contact.store,
    revealed_at: reveal.revealedAt.toISOString(),
    updated_at: contact.updatedAt?.toISOString() ?? null,
    source: contact.source,
    legal_basis: contact.legalBasis,
  }
}

export const primary = <Channel extends { is_primary: boolean }>(channels: readonly Channel[]): Channel | undefined =>
  channels.find(({ is_primary: isPrimary }) => isPrimary) ?? channels[0]

/** LIST-17: the one that stands for all: of the best status, of several the primary one. `bestOf` of the web application, alike. */
export const bestEmail = <Email extends { status: string; is_primary: boolean }>(
  emails: readonly Email[],
): Email | undefined =>
  exportableEmailStatuses
    .map((known) => primary(emails.filter(({ status }) => status === known)))
    .find((email) => email !== undefined) ?? primary(emails)
