import type { ContactPreview, RevealedContact } from '../../api/contacts.ts'
import type { LabelOf } from '../labels.tsx'

/** The masked name of a preview, or the full one of a contact that is ours. */
export function nameOf(preview: ContactPreview, revealed: RevealedContact | undefined): string {
  if (revealed?.full_name) return revealed.full_name
  const parts = revealed
    ? [revealed.first_name, revealed.last_name]
    : [preview.first_name, preview.last_name_obfuscated]
  return parts.filter(Boolean).join(' ') || 'Name unknown'
}

export const roleOf = ({ role, seniority }: Pick<ContactPreview, 'role' | 'seniority'>, labelOf: LabelOf): string =>
  [role && labelOf('roles', role), seniority !== 'other' && labelOf('seniorities', seniority)]
    .filter(Boolean)
    .join(' · ')
