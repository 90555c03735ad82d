import { useEffect, useMemo } from 'react'
import type { ContactPreview } from '../../api/contacts.ts'
import { useSelection } from '../../ui/table/use-selection.ts'
import { forgetPlace, noteSelection, selectionLeftHere } from '../billing/checkout-return.ts'
import type { RevealState } from '../reveals/reveal-run.ts'

/** Whoever leaves to buy credits for a selection finds it again. What was revealed meanwhile is known to be owned then. */
export function useContactSelection(contacts: readonly ContactPreview[], { revealed }: RevealState) {
  const chosen = useSelection(contacts, selectionLeftHere)
  const selected = useMemo(() => [...chosen.selection.values()], [chosen.selection])
  useEffect(forgetPlace, [])
  useEffect(() => {
    noteSelection(selected.map((contact) => (revealed.has(contact.id) ? { ...contact, revealed: true } : contact)))
    return () => noteSelection([])
  }, [selected, revealed])
  return { ...chosen, selected }
}
