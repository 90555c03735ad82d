import { useSyncExternalStore } from 'react'
import type { RevealedContact } from '../../api/contacts.ts'
import { type RevealState, readRevealState, subscribeToReveals } from './reveal-run.ts'
import type { RowState } from './run-machine.ts'

export const useReveals = (): RevealState => useSyncExternalStore(subscribeToReveals, readRevealState)

/** Only for one contact: a row renders again when something happens to it, not with every reveal. */
export const useRevealedContact = (id: string): RevealedContact | undefined =>
  useSyncExternalStore(subscribeToReveals, () => readRevealState().revealed.get(id))

export const useRowState = (id: string): RowState | undefined =>
  useSyncExternalStore(subscribeToReveals, () => readRevealState().rows.get(id))
