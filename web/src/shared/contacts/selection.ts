import type { ReactNode } from 'react'
import type { ContactPreview } from '../../api/contacts.ts'
import type { RevealSource } from '../reveals/job-quote.ts'
import type { RevealState } from '../reveals/reveal-run.ts'
import type { FoundSearch } from '../search-page/use-found-job.ts'
import type { SelectFound } from '../search-page/use-select-found.ts'

/** Everything that a search found is selected; `source` is what of it can be revealed. Null: it looks only at what is revealed. */
export type FoundSelection = { search: FoundSearch; source: RevealSource | null; count: number }

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
