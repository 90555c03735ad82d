import type { ReactNode } from 'react'

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-small border border-line-strong bg-surface px-1 font-sans text-tiny text-ink-faint">
    {children}
  </kbd>
)
