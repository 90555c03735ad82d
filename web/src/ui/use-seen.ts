import { useCallback, useState } from 'react'

/** Before it can be seen, so that nobody sees it come. */
const aheadBy = 200

/**
 * Whether an element has come into view: what stands far down a page is asked for when somebody goes there. Until then the page has fewer
 * requests to wait for.
 */
export function useSeen(): [place: (element: Element | null) => (() => void) | undefined, isSeen: boolean] {
  const [isSeen, setSeen] = useState(false)
  const place = useCallback((element: Element | null) => {
    if (!element) return undefined
    // What is in view from the start is asked for with everything else, not a frame later.
    if (element.getBoundingClientRect().top < window.innerHeight + aheadBy) {
      setSeen(true)
      return undefined
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setSeen(true)
        observer.disconnect()
      },
      { rootMargin: `${aheadBy}px`, scrollMargin: `${aheadBy}px` } as IntersectionObserverInit,
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [place, isSeen]
}
