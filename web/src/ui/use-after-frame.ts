import { startTransition, useEffect, useState } from 'react'

/** False for the first frame: what can be seen at once is on the screen before the rest is made. */
export function useAfterFrame(): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    let timer: number | undefined
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => startTransition(() => setShown(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isShown
}
