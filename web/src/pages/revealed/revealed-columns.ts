import type { RevealedContact } from '../../api/contacts.ts'
import type { ColumnSpec } from '../../ui/table/table-layout.ts'

export const revealedColumns: ColumnSpec[] = [
  { id: 'name', label: 'Name', share: 1.2, min: 130, isFixed: true, isSortable: true },
  { id: 'store', label: 'Store', share: 1.2, min: 150, leaves: 3, isSortable: true },
  { id: 'email', label: 'Email', share: 2, min: 220, isFixed: true, isSortable: true },
  { id: 'phone', label: 'Phone', share: 0.7, min: 150 },
  { id: 'linkedin', label: 'LinkedIn', share: 0.1, min: 24, leaves: 2, isSilent: true },
  { id: 'revealed', label: 'Revealed', share: 0.4, min: 90, leaves: 1, isNumber: true, isSortable: true },
]

export const fullNameOf = ({ full_name: full, first_name: first, last_name: last }: RevealedContact): string =>
  full ?? ([first, last].filter(Boolean).join(' ') || 'Name unknown')

export const primaryOf = ({ emails, phones }: RevealedContact) => ({
  email: (emails.find(({ is_primary: isPrimary }) => isPrimary) ?? emails[0])?.email,
  phone: (phones.find(({ is_primary: isPrimary }) => isPrimary) ?? phones[0])?.phone,
})

export function revealedValue(contact: RevealedContact, column: string): string | undefined {
  switch (column) {
    case 'name':
      return fullNameOf(contact)
    case 'store':
      return contact.store.domain
    case 'email':
      return primaryOf(contact).email
    case 'revealed':
      return contact.revealed_at
    default:
      return undefined
  }
}
