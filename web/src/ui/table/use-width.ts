import { type RefObject, startTransition, useLayoutEffect, useState } from 'react'

/** The width of an element; 0 before it is there. What changes it is shown first, then follows what needs the width. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    setWidth(measured.clientWidth)
    const observer = new ResizeObserver(() => startTransition(() => setWidth(measured.clientWidth)))
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}
