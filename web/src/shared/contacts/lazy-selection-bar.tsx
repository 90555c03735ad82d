import { lazy, type ReactNode, Suspense } from 'react'
import type { ContactPreview } from '../../api/contacts.ts'
import type { RevealSource } from '../reveals/job-quote.ts'
import type { RevealState } from '../reveals/reveal-run.ts'

// Loaded with the first selection: the first page does not wait for it.
const Bar = lazy(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }))

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

/** The bar knows the cost and what to ask first, so the key presses its button, where it has one. */
export const pressReveal = (): void => document.querySelector<HTMLButtonElement>('[data-reveals]')?.click()

/** What can be done with the selection, once there is one. */
export const SelectionBar = (props: SelectionBarProps) =>
  (props.selected.length > 0 || props.reveals.progress) && (
    <Suspense>
      <Bar {...props} />
    </Suspense>
  )
