import { problems } from '../../problems.ts'
import type { BuiltIndex } from '../build/build-in-worker.ts'
import type { CatalogueState } from '../build/feed.ts'
import type { IndexBuffers } from '../segments/index-buffers.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { createLiveIndex } from './live-index.ts'

/** What the index follows, read from wherever the catalogue is kept. */
export type CatalogueSource = {
  /** May read from a replica that lags: what it has read says how far it was. */
  build(signal: AbortSignal): Promise<BuiltIndex>
  readState(): Promise<CatalogueState>
  /** The last word on every contact that was suppressed or restored since. */
  changesSince(version: number): Promise<{ version: number; changes: { contactId: string; suppressed: boolean }[] }>
}

export type CurrentCatalogue = {
  /** Builds the first index and from then on follows the catalogue. */
  start(): Promise<void>
  isReady(): boolean
  /** The index to answer from. Throws 503 until the first one is built. */
  index(): CatalogueIndex
  /** Suppressions up to this version are in the index. A search proves that none came since before it answers. */
  suppressionVersion(): number
  /** Brings the index up to the newest suppression. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

type Options = { pollMilliseconds?: number; onError(error: unknown): void }

export function createCurrentCatalogue(
  source: CatalogueSource,
  { pollMilliseconds = 1_000, onError }: Options,
): CurrentCatalogue {
  const live = createLiveIndex(build)
  const stopping = new AbortController()
  let builtVersion = -1
  let suppressionVersion = 0
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  async function applyChangesSince(since: number): Promise<void> {
    for (;;) {
      const { version, changes } = await source.changesSince(since)
      // An answer that a newer one has overtaken would undo what that one did.
      if (version < suppressionVersion) continue
      live.suppress(changes.filter((change) => change.suppressed).map((change) => change.contactId))
      live.unsuppress(changes.filter((change) => !change.suppressed).map((change) => change.contactId))
      suppressionVersion = version
      return
    }
  }

  /**
   * What was suppressed after the rows were read is told to the live index before it swaps the new one in. So is what the
   * rows know already and this node had not heard yet: the live index repeats to the new one what it heard during the
   * build, which must not end with old news.
   */
  async function build(): Promise<IndexBuffers> {
    const built = await source.build(stopping.signal)
    const heard = live.current() === null ? Number.POSITIVE_INFINITY : suppressionVersion
    await applyChangesSince(Math.min(built.suppressionVersion, heard))
    builtVersion = built.version
    return built.buffers
  }

  const catchUp = (): Promise<void> => applyChangesSince(suppressionVersion)

  async function look(): Promise<void> {
    try {
      const state = await source.readState()
      if (state.version !== builtVersion) await live.refresh()
      else if (state.suppressionVersion !== suppressionVersion) await catchUp()
    } catch (error) {
      if (!stopping.signal.aborted) onError(error)
    }
    follow()
  }

  function follow(): void {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      looking = look()
    }, pollMilliseconds)
    timer.unref()
  }

  return {
    start: () => (looking = live.refresh().then(follow)),
    isReady: () => live.current() !== null,
    index: () => {
      const index = live.current()
      if (index === null) throw problems.serviceUnavailable()
      return index
    },
    suppressionVersion: () => suppressionVersion,
    catchUp,
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await looking.catch(() => {})
    },
  }
}
