import type { RevealedContact } from '../contacts/reveal-run.ts'
import type { ColumnSpec } from '../ui/table-layout.ts'

export const revealedColumns: ColumnSpec[] = [
  { id: 'name', label: 'Name', share: 1.2, min: 140, isFixed: true, isSortable: true },
  { id: 'store', label: 'Store', share: 1.2, min: 170, isSortable: true },
  { id: 'email', label: 'Email', share: 1.9, min: 230, isFixed: true, isSortable: true },
  { id: 'phone', label: 'Phone', share: 1, min: 140 },
  { id: 'linkedin', label: 'LinkedIn', share: 0.1, min: 32, isSilent: true },
  { id: 'revealed', label: 'Revealed', share: 0.5, min: 96, isNumber: true, isSortable: true },
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
