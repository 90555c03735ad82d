import { type Static, Type } from 'typebox'
import { contactIdPattern, storeIdPattern } from '../base/ids.ts'
import { dateTime, nullableDateTime, nullableString, oneOf } from '../base/schema.ts'
import { emailChannel, phoneChannel } from '../catalog/channel-schema.ts'
import { channelsFor } from '../catalog/channels.ts'
import { seniority } from '../catalog/contact-preview.ts'
import type { OpenedContact } from './open-contact.ts'

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
