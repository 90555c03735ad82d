import type { RevealedContact } from './revealed-contact.ts'

/** A revealed contact as a row of a spreadsheet. */
export const revealedColumns = [
  'id',
  'full_name',
  'first_name',
  'last_name',
  'title',
  'role',
  'seniority',
  'emails',
  'phones',
  'linkedin_url',
  'store_domain',
  'store_name',
  'revealed_at',
]

export function toCells(contact: RevealedContact): string[] {
  return [
    contact.id,
    contact.full_name ?? '',
    contact.first_name ?? '',
    contact.last_name ?? '',
    contact.title ?? '',
    contact.role ?? '',
    contact.seniority,
    contact.emails.map(({ email }) => email).join('; '),
    contact.phones.map(({ phone }) => phone).join('; '),
    contact.linkedin_url ?? '',
    contact.store.domain,
    contact.store.name,
    contact.revealed_at,
  ]
}
