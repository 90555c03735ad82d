import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton, Spinner } from './button.tsx'
import { Sheet } from './dialog.tsx'
import { useFocusKept } from './focus.ts'
import { useIsNarrow } from './use-is-narrow.ts'

type DrawerProps = {
  title: string
  /** Another number for every time it was asked for. */
  asked: number
  isBusy?: boolean
  onClose: () => void
  children: ReactNode
}

/** The details of a row: next to the table on a wide screen, over it on others, and a sheet on a phone. */
export const Drawer = (props: DrawerProps) => (useIsNarrow() ? <Sheet {...props} /> : <Panel {...props} />)

/** The table stays usable, so the panel is not modal. Opening it moves the focus into it, and closing it back to the row. */
function Panel({ title, asked, isBusy = false, onClose, children }: DrawerProps) {
  const panel = useRef<HTMLElement>(null)
  useFocusKept(panel)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once more, it takes the focus once more
  useEffect(() => panel.current?.focus({ preventScroll: true }), [asked])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      data-details
      className="slide-in flex w-95 shrink-0 flex-col border-l bg-surface outline-none max-wide:absolute max-wide:inset-y-0 max-wide:right-0 max-wide:z-30 max-wide:shadow-float"
    >
      <div className="flex h-13 shrink-0 items-center justify-between border-b pr-3 pl-4">
        <h2 className="text-table font-medium text-ink-faint">{title}</h2>
        {isBusy && <Spinner />}
        <IconButton icon="close" label="Close details" onClick={onClose} />
      </div>
      <div className="hairline-scroll min-h-0 flex-1 overflow-y-auto">{children}</div>
    </aside>
  )
}
