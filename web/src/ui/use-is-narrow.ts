import { useSyncExternalStore } from 'react'

/** The same width as the `md` breakpoint in styles.css. */
const query = window.matchMedia('(max-width: 899.98px)')

export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}
