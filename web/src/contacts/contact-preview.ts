import type { Reply } from '../api/call.ts'
import { sentenceOf } from '../format.ts'
import type { RevealedContact } from './reveal-run.ts'

export type ContactPreview = Reply<'searchContacts'>['data'][number]

/** The masked name of a preview, or the full one of a contact that is ours. */
export function nameOf(preview: ContactPreview, revealed: RevealedContact | undefined): string {
  if (revealed?.full_name) return revealed.full_name
  const parts = revealed
    ? [revealed.first_name, revealed.last_name]
    : [preview.first_name, preview.last_name_obfuscated]
  return parts.filter(Boolean).join(' ') || 'Name unknown'
}

export const roleOf = ({ role, seniority }: ContactPreview): string =>
  [role && sentenceOf(role), seniority !== 'other' && sentenceOf(seniority)].filter(Boolean).join(' · ')
