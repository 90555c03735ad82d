import { useEffect, useState } from 'react'

/** Follows a value when it has not changed for `restMs`, for what costs a request. Equal values are the same one. */
export function useRested<Value>(value: Value, restMs: number): { value: Value; isResting: boolean } {
  const [rested, setRested] = useState(value)
  const written = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values are the same one
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [written, restMs])
  return { value: rested, isResting: JSON.stringify(rested) === written }
}
