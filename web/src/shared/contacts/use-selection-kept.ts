import { useEffect } from 'react'
import type { ContactPreview } from '../../api/contacts.ts'
import { forgetPlace, noteSelection } from '../billing/checkout-return.ts'
import { useReveals } from '../reveals/use-reveals.ts'

/** Keeps the selection of a person who leaves to buy credits for it, with the contacts revealed meanwhile. */
export function useSelectionKept(selected: readonly ContactPreview[]): void {
  const { revealed } = useReveals()
  useEffect(forgetPlace, [])
  useEffect(() => {
    noteSelection(selected.map((contact) => (revealed.has(contact.id) ? { ...contact, revealed: true } : contact)))
    return () => noteSelection([])
  }, [selected, revealed])
}
