import { useEffect, useState } from 'react'

/** Stale content is dimmed while an update is loading, unless the update arrives before anybody notices. */
const lateAfterMs = 200

export function useLate(isStale: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isStale) return
    const timer = setTimeout(() => setLate(true), lateAfterMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isStale])
  return isStale && isLate
}
