import { type RefObject, useLayoutEffect } from 'react'

/** An element and everything around it, from the inside out. */
export function pathOf(element: Element | null): HTMLElement[] {
  const path: HTMLElement[] = []
  for (let at = element; at && at !== document.body; at = at.parentElement) if (at instanceof HTMLElement) path.push(at)
  return path
}

/**
 * The focus goes to the first that still is there and takes it. Where that is no longer what had it, the row of a table
 * that the keys are on stands in; at the latest it is the page. Only never nowhere.
 */
export function giveFocusBack(path: readonly HTMLElement[]): void {
  for (const element of path) {
    if (!element.isConnected) continue
    if (takesFocus(element)) return
    const row = element.querySelector<HTMLElement>('[role="row"][tabindex="0"]')
    if (row && takesFocus(row)) return
  }
}

function takesFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** When this goes while the focus is in it, the focus stays nearby. */
export function useFocusKept(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      const active = document.activeElement
      if (!element?.contains(active) && active !== document.body) return
      const path = pathOf(element)
      // By then it is gone.
      queueMicrotask(() => giveFocusBack(path))
    }
  }, [ref])
}
