import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ContactPreview } from '../../api/contacts.ts'
import { toast } from '../../ui/toast.tsx'
import { describeExcluded } from '../exclusions/describe-excluded.ts'
import { useUsage } from '../use-usage.ts'
import { needsConfirmation } from './needs-confirmation.ts'
import { readRevealState, reveal } from './reveal-run.ts'
import { useSpendable } from './use-spendable.ts'

// Loaded with the first question.
const ConfirmReveal = lazy(async () => ({ default: (await import('./confirm-reveal.tsx')).ConfirmReveal }))

/**
 * One contact, at once, unless the one credit is much of what is left, or nobody knows yet how much that is. With nothing left
 * there is nothing to confirm: the refusal says what helps.
 */
export function useRevealOne(): { revealOne: (contact: ContactPreview) => void; question: ReactNode } {
  const [asked, setAsked] = useState<ContactPreview | null>(null)
  const { hasPlan } = useUsage()
  const spendable = useSpendable()?.spendable
  const mustAsk = spendable === undefined ? hasPlan : spendable > 0 && needsConfirmation(1, spendable)
  const revealOne = (contact: ContactPreview) => {
    const isFree = contact.revealed || readRevealState().revealed.has(contact.id)
    if (!isFree && contact.excluded) toast({ title: describeExcluded })
    else if (!isFree && mustAsk) setAsked(contact)
    else if (!isFree || !readRevealState().revealed.has(contact.id)) reveal([contact.id])
  }
  const question = asked && (
    <Suspense>
      <ConfirmReveal
        contactIds={[asked.id]}
        cost={1}
        onConfirm={() => {
          setAsked(null)
          reveal([asked.id])
        }}
        onClose={() => setAsked(null)}
      />
    </Suspense>
  )
  return { revealOne, question }
}
