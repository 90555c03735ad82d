import type { ReactNode } from 'react'
import { IconButton, Spinner } from './button.tsx'

/** Beside a table on a wide screen: the table stays usable, so the panel is not modal. */
export function Drawer({
  title,
  isBusy = false,
  onClose,
  children,
}: {
  title: string
  isBusy?: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <aside aria-label={title} className="slide-in flex w-85 shrink-0 flex-col border-l bg-surface">
      <div className="flex h-13 shrink-0 items-center justify-between border-b pr-3 pl-4">
        <h2 className="text-table font-medium text-ink-faint">{title}</h2>
        {isBusy && <Spinner />}
        <IconButton icon="close" label="Close the details" onClick={onClose} />
      </div>
      <div className="hairline-scroll min-h-0 flex-1 overflow-y-auto">{children}</div>
    </aside>
  )
}
