import { problems } from '../problems.ts'
import type { IndexBuffers } from './build-index.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { createLiveIndex } from './live-index.ts'

type CatalogueState = { version: number; suppressionVersion: number }

/** What the index follows, read from wherever the catalogue is kept. */
export type CatalogueSource = {
  build(): Promise<IndexBuffers>
  /** How far the place is that `build` reads from: it may be a replica that lags. */
  readBuildState(): Promise<CatalogueState>
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
  const live = createLiveIndex(source.build)
  let builtVersion = -1
  let suppressionVersion = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  async function catchUp(): Promise<void> {
    const { version, changes } = await source.changesSince(suppressionVersion)
    live.suppress(changes.filter((change) => change.suppressed).map((change) => change.contactId))
    live.unsuppress(changes.filter((change) => !change.suppressed).map((change) => change.contactId))
    suppressionVersion = Math.max(suppressionVersion, version)
  }

  /** The versions are read before the build: it may hold newer rows, never older ones. */
  async function rebuild(): Promise<void> {
    const { version, suppressionVersion: seen } = await source.readBuildState()
    if (builtVersion === -1) suppressionVersion = seen
    await live.refresh()
    builtVersion = version
    await catchUp()
  }

  async function look(): Promise<void> {
    try {
      const state = await source.readState()
      if (state.version !== builtVersion) await rebuild()
      else if (state.suppressionVersion !== suppressionVersion) await catchUp()
    } catch (error) {
      if (!stopped) onError(error)
    }
    if (!stopped) follow()
  }

  function follow(): void {
    timer = setTimeout(() => {
      looking = look()
    }, pollMilliseconds)
    timer.unref()
  }

  return {
    start: () => (looking = rebuild().then(follow)),
    isReady: () => live.current() !== null,
    index: () => {
      const index = live.current()
      if (index === null) throw problems.serviceUnavailable()
      return index
    },
    suppressionVersion: () => suppressionVersion,
    catchUp,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await looking.catch(() => {})
    },
  }
}
