import { useSyncExternalStore } from 'react'
import { type RevealState, readRevealState, subscribeToReveals } from './reveal-run.ts'

export const useReveals = (): RevealState => useSyncExternalStore(subscribeToReveals, readRevealState)
