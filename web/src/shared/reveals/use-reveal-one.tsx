import { type ReactNode, useState } from 'react'
import type { ContactPreview } from '../../api/contacts.ts'
import { ConfirmReveal, needsConfirmation } from './confirm-reveal.tsx'
import { readRevealState, reveal } from './reveal-run.ts'
import { useSpendable } from './use-spendable.ts'

/**
 * One contact, at once, unless the one credit is much of what is left. With nothing left there is nothing to confirm:
 * the refusal says what helps.
 */
export function useRevealOne(): { revealOne: (contact: ContactPreview) => void; question: ReactNode } {
  const [asked, setAsked] = useState<ContactPreview | null>(null)
  const spendable = useSpendable()?.spendable ?? 0
  const revealOne = (contact: ContactPreview) => {
    const isFree = contact.revealed || readRevealState().revealed.has(contact.id)
    if (!isFree && spendable > 0 && needsConfirmation(1, spendable)) setAsked(contact)
    else if (!isFree || !readRevealState().revealed.has(contact.id)) reveal([contact.id])
  }
  const question = asked && (
    <ConfirmReveal
      cost={1}
      spendable={spendable}
      onConfirm={() => {
        setAsked(null)
        reveal([asked.id])
      }}
      onClose={() => setAsked(null)}
    />
  )
  return { revealOne, question }
}
