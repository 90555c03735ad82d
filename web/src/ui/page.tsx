import type { ReactNode } from 'react'
import { useTitle } from './use-title.ts'

/** A page that reads top to bottom: one column under its title. */
export function Page({
  title,
  tabTitle = title,
  actions,
  children,
  isWide = false,
}: {
  title: string
  /** Where the tab says more than the page. */
  tabTitle?: string
  actions?: ReactNode
  children: ReactNode
  isWide?: boolean
}) {
  useTitle(tabTitle)
  return (
    <main className="hairline-scroll h-full overflow-y-auto">
      <div className={`px-4 py-4 ${isWide ? 'max-w-280' : 'max-w-220'}`}>
        <header className="mb-6 flex min-h-8 flex-wrap items-center justify-between gap-3">
          <h1 className="text-title font-semibold tracking-[-0.01em]">{title}</h1>
          <div className="flex flex-wrap gap-2">{actions}</div>
        </header>
        {children}
      </div>
    </main>
  )
}

export function Section({
  title,
  note,
  actions,
  children,
}: {
  title: string
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="mb-10">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="font-semibold">{title}</h2>
          {note && <p className="max-w-140 text-table text-ink-faint">{note}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

/** Rows on one surface, divided by hairlines. */
export const Panel = ({ children }: { children: ReactNode }) => (
  <div className="divide-y overflow-hidden rounded-panel border bg-surface">{children}</div>
)
