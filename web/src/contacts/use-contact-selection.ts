import { useEffect, useMemo } from 'react'
import { forgetPlace, noteSelection, selectionLeftHere } from '../billing/checkout-return.ts'
import type { ContactPreview } from './contact-preview.ts'
import type { RevealState } from './reveal-run.ts'
import { useSelection } from './use-selection.ts'

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
