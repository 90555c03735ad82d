import { useEffect } from 'react'
import type { ContactPreview } from '../../api/contacts.ts'
import { forgetPlace, noteSelection } from '../billing/checkout-return.ts'
import { useReveals } from '../reveals/use-reveals.ts'

/** Whoever leaves to buy credits for a selection finds it again, with what was revealed meanwhile. */
export function useSelectionKept(selected: readonly ContactPreview[]): void {
  const { revealed } = useReveals()
  useEffect(forgetPlace, [])
  useEffect(() => {
    noteSelection(selected.map((contact) => (revealed.has(contact.id) ? { ...contact, revealed: true } : contact)))
    return () => noteSelection([])
  }, [selected, revealed])
}
