import { useEffect } from 'react'
import type { ContactPreview } from '../../api/contacts.ts'
import { forgetPlace, noteSelection } from '../billing/checkout-return.ts'
import { useReveals } from '../reveals/use-reveals.ts'

/**
 * Keeps the selection of a person who leaves to buy credits for it, with the contacts revealed meanwhile. `found`: how many it
 * is where all that was found is selected, beyond the rows that are loaded.
 */
export function useSelectionKept(selected: readonly ContactPreview[], found: number | null = null): void {
  const { revealed } = useReveals()
  useEffect(forgetPlace, [])
  useEffect(() => {
    noteSelection(
      selected.map((contact) => (revealed.has(contact.id) ? { ...contact, revealed: true } : contact)),
      found,
    )
    return () => noteSelection([])
  }, [selected, revealed, found])
}
