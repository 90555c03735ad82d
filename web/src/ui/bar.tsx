import { type ReactNode, useRef } from 'react'
import { useFocusKept } from './focus.ts'

/** At the foot of a table, for what is selected in it. */
export function Bar({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  useFocusKept(ref)
  return (
    <section
      ref={ref}
      aria-label="Selection"
      className="appear flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-t bg-raised px-4 py-2"
    >
      {children}
    </section>
  )
}
