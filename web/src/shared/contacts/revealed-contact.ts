import type { RevealedContact } from '../../api/contacts.ts'

export const fullNameOf = ({ full_name: full, first_name: first, last_name: last }: RevealedContact): string =>
  full ?? ([first, last].filter(Boolean).join(' ') || 'Name unknown')

/** The channels that stand for all of their kind where there is little space. */
export const primaryOf = ({ emails, phones }: RevealedContact) => ({
  email: (emails.find(({ is_primary: isPrimary }) => isPrimary) ?? emails[0])?.email,
  phone: (phones.find(({ is_primary: isPrimary }) => isPrimary) ?? phones[0])?.phone,
})
