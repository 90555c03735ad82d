import { lazy, Suspense, useState } from 'react'
import { Button } from '../button.tsx'
import type { TableLayout } from './table-layout.ts'

// Loaded when first opened.
const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }))

/** Which columns a table shows, in which order, and how close its rows stand; as cards, only how they are sorted. */
export function ViewMenu({
  layout,
  isCard,
  isSorted = false,
  foldLabel,
}: {
  layout: TableLayout
  isCard: boolean
  /** The rows come sorted, and have their own menu for it. */
  isSorted?: boolean
  /** What folding does to this table, where it has any. */
  foldLabel?: string | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  // As cards there is nothing to choose but the order and what is folded.
  if (isCard && isSorted && !foldLabel) return null
  return (
    <>
      <Button icon="columns" look="quiet" onClick={() => setOpen(true)}>
        <span className="max-xl:sr-only">View</span>
      </Button>
      <Suspense>
        {isOpen && (
          <ViewDialog
            layout={layout}
            isCard={isCard}
            isSorted={isSorted}
            foldLabel={foldLabel}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
