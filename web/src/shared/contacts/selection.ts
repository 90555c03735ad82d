import type { ReactNode } from 'react'
import type { ContactPreview } from '../../api/contacts.ts'
import type { RevealSource } from '../reveals/job-quote.ts'
import type { RevealState } from '../reveals/reveal-run.ts'

/** Beyond the rows that are loaded: everything that the search found, or as much of it as a job takes. */
export type SelectFound = { count: number; isAll: boolean; start: () => void }
/** Everything that a search found is selected. */
export type FoundSelection = { source: RevealSource; count: number }

export type SelectionBarProps = {
  selected: readonly ContactPreview[]
  /** Set when more is selected than the rows that are loaded. */
  found?: FoundSelection | null
  selectFound?: SelectFound | null
  reveals: RevealState
  isConfirming: boolean
  onConfirming: (isConfirming: boolean) => void
  onClear: () => void
  /** What else can be done with the selection here. */
  children?: ReactNode
}
