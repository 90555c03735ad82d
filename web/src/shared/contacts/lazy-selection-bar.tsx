import { lazy, Suspense } from 'react'
import type { SelectionBarProps } from './selection.ts'

// Loaded with the first selection: the first page does not wait for it.
const Bar = lazy(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }))

/** The bar knows the cost and what to ask first, so the key presses its button, where it has one. */
export const pressReveal = (): void => document.querySelector<HTMLButtonElement>('[data-reveals]')?.click()

/** What can be done with the selection, once there is one. */
export const SelectionBar = (props: SelectionBarProps) =>
  (props.selected.length > 0 || props.reveals.progress) && (
    <Suspense>
      <Bar {...props} />
    </Suspense>
  )
