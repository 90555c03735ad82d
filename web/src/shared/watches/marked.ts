/** Contacts and stores that were new when their search, list or news was opened in this tab. Looking at them makes them known to the server, not to the eye. */
let marked: ReadonlySet<string> = new Set()
const changes = new EventTarget()

export function markNew(ids: readonly string[]): void {
  if (ids.every((id) => marked.has(id))) return
  marked = new Set([...marked, ...ids])
  changes.dispatchEvent(new Event('change'))
}

export const isMarked = (id: string): boolean => marked.has(id)

export function listenToMarks(onChange: () => void): () => void {
  changes.addEventListener('change', onChange)
  return () => changes.removeEventListener('change', onChange)
}
