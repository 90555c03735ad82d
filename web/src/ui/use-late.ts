import { useEffect, useState } from 'react'

/** What is shown is dimmed while something newer is on its way, but not for an answer that is there before anybody notices. */
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
