import { type Static, Type } from 'typebox'
import { contactIdPattern, storeIdPattern } from '../base/ids.ts'
import { dateTime, nullableString, oneOf } from '../base/schema.ts'
import { seniorities } from '../base/seniorities.ts'
import { emailTypes, exportableEmailStatuses, phoneTypes } from '../catalog/channels.ts'
import type { OpenedContact } from './open-contact.ts'

/** CONTACT-1. */
export const revealedContact = Type.Object(
  {
    id: Type.String({ pattern: contactIdPattern }),
    object: Type.Literal('contact'),
    full_name: nullableString(),
    first_name: nullableString(),
    last_name: nullableString(),
    title: nullableString({ description: 'Job title.' }),
    role: nullableString({ description: 'Normalised decision-maker role.' }),
    seniority: oneOf(seniorities),
    linkedin_url: nullableString(),
    reveal_status: oneOf(['newly_revealed', 'already_revealed']),
    charged: Type.Boolean({ description: 'True when this request spent one credit for this contact.' }),
    emails: Type.Array(
      Type.Object(
        {
          email: Type.String(),
          status: Type.String({ description: `Verification status, such as ${exportableEmailStatuses.join(', ')}.` }),
          type: oneOf(emailTypes),
          is_primary: Type.Boolean(),
        },
        { title: 'EmailChannel' },
      ),
      { description: 'Exportable emails only; may be empty.' },
    ),
    phones: Type.Array(
      Type.Object(
        { phone: Type.String(), type: oneOf(phoneTypes), is_primary: Type.Boolean() },
        { title: 'PhoneChannel' },
      ),
    ),
    store: Type.Object({
      id: Type.String({ pattern: storeIdPattern }),
      domain: Type.String(),
      name: Type.String(),
    }),
    revealed_at: dateTime({ description: 'When this account first revealed the contact.' }),
  },
  { title: 'RevealedContact' },
)

export type RevealedContact = Static<typeof revealedContact>

/** The caller has made sure that the account owns the contact. */
export function renderRevealedContact(
  contact: OpenedContact,
  reveal: { revealedAt: Date; isNew: boolean; charged: boolean },
): RevealedContact {
  const { emails, phones, linkedin_url } = contact.channels
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
    emails,
    phones,
    store: contact.store,
    revealed_at: reveal.revealedAt.toISOString(),
  }
}
