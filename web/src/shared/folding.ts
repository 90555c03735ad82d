import { useCallback, useSyncExternalStore } from 'react'

type Part = 'rail' | 'filters' | 'insights'

/** Below these widths a part is folded unless somebody has opened it; insights are there when they are asked for. */
const unfoldedFrom: Record<Part, number> = {
  rail: 1400,
  filters: 1100,
  insights: Number.POSITIVE_INFINITY,
}

const listeners = new Set<() => void>()
const keyOf = (part: Part): string => `prospector.folded.${part}`
const said = new Map<Part, boolean>()

function isFolded(part: Part): boolean {
  const chosen = said.get(part) ?? recall(part)
  return chosen ?? window.innerWidth < unfoldedFrom[part]
}

function recall(part: Part): boolean | null {
  try {
    const kept = localStorage.getItem(keyOf(part))
    return kept === null ? null : kept === 'yes'
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('resize', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('resize', listener)
  }
}

/** Whether a part of the screen is folded away; the choice is kept in this browser. */
export function useFolded(part: Part): [isFolded: boolean, fold: (isFolded: boolean) => void] {
  const folded = useSyncExternalStore(subscribe, () => isFolded(part))
  const fold = useCallback(
    (next: boolean) => {
      said.set(part, next)
      try {
        localStorage.setItem(keyOf(part), next ? 'yes' : 'no')
      } catch {
        // Without storage the choice lasts as long as the page.
      }
      for (const listener of listeners) listener()
    },
    [part],
  )
  return [folded, fold]
}
