import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { usageQuery } from '../api/queries.ts'
import type { ContactPreview } from './contact-preview.ts'
import { readRevealState, reveal, revealFromEmptyPool } from './reveal-run.ts'
import { ConfirmReveal, needsConfirmation } from './selection-bar.tsx'

/**
 * One contact, at once, unless the one credit is much of what is left. With nothing left there is nothing to confirm:
 * the refusal says what helps.
 */
export function useRevealOne(): { revealOne: (contact: ContactPreview) => void; question: ReactNode } {
  const { data: usage } = useQuery(usageQuery)
  const [asked, setAsked] = useState<ContactPreview | null>(null)
  const remaining = usage?.contact_credits.remaining ?? 0
  const revealOne = (contact: ContactPreview) => {
    const isFree = contact.revealed || readRevealState().revealed.has(contact.id)
    if (!isFree && usage && remaining === 0) void revealFromEmptyPool(contact.id)
    else if (!isFree && remaining > 0 && needsConfirmation(1, remaining)) setAsked(contact)
    else reveal([contact.id])
  }
  const question = asked && (
    <ConfirmReveal
      cost={1}
      remaining={remaining}
      onConfirm={() => {
        setAsked(null)
        reveal([asked.id])
      }}
      onClose={() => setAsked(null)}
    />
  )
  return { revealOne, question }
}
