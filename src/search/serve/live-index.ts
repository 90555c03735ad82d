import type { IndexBuffers } from '../segments/index-buffers.ts'
import { attachIndex, type CatalogueIndex } from './catalogue-index.ts'

/** The index that a node serves from, and its replacement by the next one. */
type LiveIndex = {
  /** Null until the first build is done. A request keeps the index it began with. */
  current(): CatalogueIndex | null
  /**
   * Builds the next index and swaps it in whole. Resolves when an index is in place whose build began after the
   * call: calls during a build share the one build that follows it. A build that fails leaves the old index.
   */
  refresh(): Promise<void>
  /** Effective at once, and again on an index whose build began before. */
  suppress(contactIds: readonly string[]): void
  /** Contacts that the index was built without come back with the next refresh. */
  unsuppress(contactIds: readonly string[]): void
}

export function createLiveIndex(build: () => Promise<IndexBuffers>): LiveIndex {
  let current: CatalogueIndex | null = null
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null
  /** What happened to contacts since the running build began: its feed may or may not have seen it. */
  let changes = new Map<string, 'suppressed' | 'restored'>()

  function suppress(contactIds: readonly string[]): void {
    for (const id of contactIds) changes.set(id, 'suppressed')
    current?.suppress(contactIds)
  }

  function unsuppress(contactIds: readonly string[]): void {
    for (const id of contactIds) changes.set(id, 'restored')
    current?.unsuppress(contactIds)
  }

  async function replace(): Promise<void> {
    changes = new Map()
    const next = attachIndex(await build())
    const ids = [...changes.keys()]
    next.unsuppress(ids.filter((id) => changes.get(id) === 'restored'))
    next.suppress(ids.filter((id) => changes.get(id) === 'suppressed'))
    current = next
  }

  function refresh(): Promise<void> {
    if (running === null) {
      running = replace().finally(() => {
        running = null
      })
      return running
    }
    following ??= running
      .catch(() => {})
      .then(() => {
        following = null
        return refresh()
      })
    return following
  }

  return { current: () => current, refresh, suppress, unsuppress }
}
